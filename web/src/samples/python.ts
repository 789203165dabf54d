import { type Call, indented, type Part, urlOf } from "./call.ts";

/** Python with the package requests. */
export function python(call: Call): string {
  const { method, secret, headers = {}, json, form = [], saveAs } = call;
  const sent = [
    ...(secret ? [`"Authorization": f"Bearer {os.environ['${secret}']}"`] : []),
    ...Object.entries(headers).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
  ];
  const files = form.filter((part) => "file" in part);
  const data = form.filter((part) => !("file" in part)).map(fieldLine);
  const body = json === undefined ? undefined : indented(literal(JSON.stringify(json, null, 4)), "    ");
  const members = [
    JSON.stringify(urlOf(call)),
    ...(sent.length > 0 ? [`headers={${sent.join(", ")}}`] : []),
    ...(files.length > 0 ? [`files=${bracketed("[", files.map(fileLine), "]")}`] : []),
    ...(data.length > 0 ? [`data=${bracketed("{", data, "}")}`] : []),
    ...(body === undefined ? [] : [`json=${body}`]),
  ];
  const imports = [
    ...(data.some((line) => line.includes("json.dumps(")) ? ["import json"] : []),
    ...(members.concat(data).some((line) => line.includes("os.environ")) ? ["import os"] : []),
    "import requests",
  ];
  const answer = saveAs
    ? [
        `with open(${JSON.stringify(saveAs)}, "wb") as file:`,
        "    file.write(response.content)",
        `print(${JSON.stringify(`Saved ${saveAs}`)})`,
      ]
    : ["print(response.json())"];
  return [
    ...imports,
    "",
    `response = requests.${method.toLowerCase()}(`,
    `    ${members.join(",\n    ")},`,
    ")",
    "if not response.ok:",
    "    raise SystemExit(response.text)",
    ...answer,
  ].join("\n");
}

function bracketed(open: string, lines: string[], close: string): string {
  return `${open}\n        ${lines.join(",\n        ")},\n    ${close}`;
}

function fileLine({ name, file }: Extract<Part, { file: string }>): string {
  return `("${name}", open(${JSON.stringify(file)}, "rb"))`;
}

function fieldLine(part: Part): string {
  if ("variable" in part) return `"${part.name}": os.environ["${part.variable}"]`;
  const value = "value" in part ? part.value : undefined;
  const text = typeof value === "string" ? JSON.stringify(value) : `json.dumps(${literal(JSON.stringify(value))})`;
  return `"${part.name}": ${text}`;
}

/** JSON with Python's True, False and None. */
function literal(json: string): string {
  const words: Record<string, string> = { true: "True", false: "False", null: "None" };
  return json.replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => words[token] ?? token);
}
