import { type Call, type Part, textOf, urlOf } from "./call.ts";

/** Go with the standard library. */
export function go(call: Call): string {
  const { method, secret, headers = {}, json, form, saveAs } = call;
  const given = form
    ? "&body"
    : json === undefined
      ? "nil"
      : `strings.NewReader(${literal(JSON.stringify(json, null, 2))})`;
  const lines = [
    ...(form ? formLines(form) : []),
    `request, _ := http.NewRequest("${method}", "${urlOf(call)}", ${given})`,
    ...(secret ? [`request.Header.Set("Authorization", "Bearer "+os.Getenv("${secret}"))`] : []),
    ...Object.entries(headers).map(([name, value]) => `request.Header.Set("${name}", ${JSON.stringify(value)})`),
    ...(json === undefined ? [] : ['request.Header.Set("Content-Type", "application/json")']),
    ...(form ? ['request.Header.Set("Content-Type", form.FormDataContentType())'] : []),
    "response, err := http.DefaultClient.Do(request)",
    "if err != nil {",
    "\tpanic(err)",
    "}",
    "defer response.Body.Close()",
    "answer, _ := io.ReadAll(response.Body)",
    "if response.StatusCode >= 400 {",
    "\tlog.Fatal(string(answer))",
    "}",
    ...(saveAs
      ? [`os.WriteFile("${saveAs}", answer, 0o644)`, `fmt.Println("Saved ${saveAs}")`]
      : ["fmt.Println(string(answer))"]),
  ];
  const program = lines.map((line) => (line === "" ? "" : `\t${line}`)).join("\n");
  const packages = ["bytes", "fmt", "io", "log", "mime/multipart", "net/http", "os", "strings"];
  const used = packages.filter((name) => new RegExp(`\\b${name.split("/").at(-1)}\\.`).test(program));
  return `package main

import (
${used.map((name) => `\t"${name}"`).join("\n")}
)

func main() {
${program}
}`;
}

function formLines(form: Part[]): string[] {
  let files = 0;
  const lines = form.flatMap((part) => {
    if ("file" in part) {
      files += 1;
      const [file, place] = files === 1 ? ["file", "part"] : [`file${files}`, `part${files}`];
      return [
        `${file}, err := os.Open(${JSON.stringify(part.file)})`,
        "if err != nil {",
        "\tpanic(err)",
        "}",
        `${place}, _ := form.CreateFormFile("${part.name}", ${JSON.stringify(part.file)})`,
        `io.Copy(${place}, ${file})`,
      ];
    }
    const text = "variable" in part ? `os.Getenv("${part.variable}")` : literal(textOf(part.value));
    return [`form.WriteField("${part.name}", ${text})`];
  });
  return ["var body bytes.Buffer", "form := multipart.NewWriter(&body)", ...lines, "form.Close()"];
}

/** A string between backticks, where it contains none. */
function literal(text: string): string {
  return /["\\\n]/.test(text) && !text.includes("`") ? `\`${text}\`` : JSON.stringify(text);
}
