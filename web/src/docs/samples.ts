import type { Sample } from "../code.ts";
import type { Entry } from "./document.ts";

/** What the client package calls an operation. */
const METHODS: Record<string, string> = {
  "POST /v1/pdf/crop": "crop",
  "GET /v1/pdf/crop": "inspectPath",
  "POST /v1/pdf/inspect": "inspect",
  "POST /v1/pdf/split": "split",
  "POST /v1/convert/image-to-pdf": "imageToPdf",
  "POST /v1/convert/html-to-pdf": "htmlToPdf",
};

/** One request in five languages: the first example of the body, or the parameters that must be there. */
export function samplesOf({ method, path, operation }: Entry): Sample[] {
  const secret = operation.tags?.includes("Admin") ? "ADMIN_SECRET" : "QUIRE_API_KEY";
  const isOpen = operation.security?.length === 0;
  const media = operation.requestBody?.content["application/json"];
  const body = Object.values(media?.examples ?? {})[0]?.value;
  const required = (operation.parameters ?? []).filter(({ required, in: where }) => required && where === "query");
  const query = new URLSearchParams(required.map(({ name }) => [name, "https://example.com/report.pdf"]));
  const url = `${location.origin}${path}${required.length > 0 ? `?${query}` : ""}`;
  const authorization = isOpen ? undefined : secret;
  const request = { method, url, authorization, body };
  const client = METHODS[`${method} ${path}`];
  const fields = body ?? Object.fromEntries(query);
  return [
    { language: "curl", text: curl(request) },
    { language: "TypeScript", text: client ? withClient(client, fields) : withFetch(request) },
    { language: "Python", text: python(request) },
    { language: "PHP", text: php(request) },
    { language: "Go", text: go(request) },
  ];
}

interface Request {
  method: string;
  url: string;
  authorization: string | undefined;
  body: unknown;
}

function curl({ method, url, authorization, body }: Request): string {
  const lines = [
    `curl${method === "GET" || (method === "POST" && body !== undefined) ? "" : ` -X ${method}`} "${url}"`,
  ];
  if (authorization) lines.push(`-H "Authorization: Bearer $${authorization}"`);
  if (body !== undefined) {
    lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`);
  }
  return lines.join(" \\\n  ");
}

function withClient(method: string, fields: unknown): string {
  return `import { Quire } from "quire-client";

const quire = new Quire({
  apiKey: process.env.QUIRE_API_KEY!,
  baseUrl: ${JSON.stringify(location.origin)},
});
const result = await quire.${method}(${literal(fields)});`;
}

function withFetch({ method, url, authorization, body }: Request): string {
  const members = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    ...(authorization ? [`headers: { Authorization: \`Bearer \${process.env.${authorization}}\` }`] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${literal(body)})`]),
  ];
  const init = members.length > 0 ? `, {\n  ${members.join(",\n  ")},\n}` : "";
  return `const response = await fetch(${JSON.stringify(url)}${init});\nconst answer = await response.json();`;
}

function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/"(\w+)":/g, "$1:");
}

function python({ method, url, authorization, body }: Request): string {
  const members = [JSON.stringify(url)];
  if (authorization) members.push(`headers={"Authorization": f"Bearer {os.environ['${authorization}']}"}`);
  if (body !== undefined) members.push(`json=${pythonic(body)}`);
  return `${authorization ? "import os\n" : ""}import requests

response = requests.${method.toLowerCase()}(
    ${members.join(",\n    ")},
)
response.raise_for_status()
print(response.json())`;
}

function pythonic(value: unknown): string {
  return JSON.stringify(value, null, 4)
    .replace(/: true/g, ": True")
    .replace(/: false/g, ": False")
    .replace(/: null/g, ": None")
    .replaceAll("\n", "\n    ");
}

function php({ method, url, authorization, body }: Request): string {
  const headers = [
    ...(authorization ? [`'Authorization: Bearer ' . getenv('${authorization}')`] : []),
    ...(body === undefined ? [] : ["'Content-Type: application/json'"]),
  ];
  const options = [
    "CURLOPT_RETURNTRANSFER => true",
    ...(method === "GET" ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}'`]),
    ...(headers.length > 0 ? [`CURLOPT_HTTPHEADER => [${headers.join(", ")}]`] : []),
    ...(body === undefined ? [] : [`CURLOPT_POSTFIELDS => <<<'JSON'\n${JSON.stringify(body, null, 2)}\nJSON`]),
  ];
  return `<?php
$call = curl_init('${url}');
curl_setopt_array($call, [
    ${options.join(",\n    ")},
]);
$answer = json_decode(curl_exec($call), true);`;
}

function go({ method, url, authorization, body }: Request): string {
  const imports = [
    "fmt",
    "io",
    "net/http",
    ...(authorization ? ["os"] : []),
    ...(body === undefined ? [] : ["strings"]),
  ];
  const given = body === undefined ? "nil" : `strings.NewReader(\`${JSON.stringify(body, null, 2)}\`)`;
  const lines = [
    `request, _ := http.NewRequest("${method}", "${url}", ${given})`,
    ...(authorization ? [`request.Header.Set("Authorization", "Bearer "+os.Getenv("${authorization}"))`] : []),
    ...(body === undefined ? [] : ['request.Header.Set("Content-Type", "application/json")']),
    "response, err := http.DefaultClient.Do(request)",
    "if err != nil {",
    "\tpanic(err)",
    "}",
    "defer response.Body.Close()",
    "answer, _ := io.ReadAll(response.Body)",
    "fmt.Println(string(answer))",
  ];
  return `package main

import (
${imports.map((name) => `\t"${name}"`).join("\n")}
)

func main() {
${lines.map((line) => `\t${line}`).join("\n")}
}`;
}
