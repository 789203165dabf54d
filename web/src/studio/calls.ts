import type { Sample } from "../code.ts";

/** One call of an operation, as a developer would write it. */
export interface Described {
  path: string;
  method: "crop" | "split" | "imageToPdf" | "htmlToPdf";
  /** File names by field. */
  files: Record<string, string[]>;
  fields: Record<string, unknown>;
}

const KEY = "QUIRE_API_KEY";
/** A secret is named, never printed: code is copied into places where it can be read. */
const PASSWORD = "PDF_PASSWORD";

export function samplesOf(call: Described): Sample[] {
  return [
    { language: "curl", text: curl(call) },
    { language: "TypeScript", text: typescript(call) },
    { language: "Python", text: python(call) },
  ];
}

function entriesOf(fields: Record<string, unknown>): [string, unknown][] {
  return Object.entries(fields).filter(([name, value]) => value !== undefined && name !== "password");
}

function curl({ path, files, fields }: Described): string {
  const lines = [`curl "${location.origin}${path}"`, `-H "Authorization: Bearer $${KEY}"`];
  for (const [field, names] of Object.entries(files)) {
    for (const name of names) lines.push(`-F ${quoted(`${field}=@"${name.replace(/["\\]/g, "\\$&")}"`)}`);
  }
  for (const [field, value] of entriesOf(fields)) {
    lines.push(`--form-string ${quoted(`${field}=${typeof value === "string" ? value : JSON.stringify(value)}`)}`);
  }
  if (fields.password !== undefined) lines.push(`--form-string "password=$${PASSWORD}"`);
  return lines.join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function typescript({ method, files, fields }: Described): string {
  const openedFile = (name: string) =>
    `{ name: ${JSON.stringify(name)}, data: await openAsBlob(${JSON.stringify(name)}) }`;
  const members = [
    ...Object.entries(files).map(([field, names]) =>
      names.length === 1
        ? `${field}: ${openedFile(names[0] as string)}`
        : `${field}: [\n    ${names.map(openedFile).join(",\n    ")},\n  ]`,
    ),
    ...entriesOf(fields).map(([field, value]) => `${field}: ${literal(value)}`),
    ...(fields.password === undefined ? [] : [`password: process.env.${PASSWORD}`]),
  ];
  return `${Object.keys(files).length > 0 ? 'import { openAsBlob } from "node:fs";\n' : ""}import { Quire } from "quire-client";

const quire = new Quire({ apiKey: process.env.${KEY}!, baseUrl: ${JSON.stringify(location.origin)} });
const result = await quire.${method}({
  ${members.join(",\n  ")},
});`;
}

/** JSON with the bare member names of a person's hand. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replace(/^(\s*)"(\w+)":/gm, "$1$2:")
    .replaceAll("\n", "\n  ");
}

function python({ path, files, fields }: Described): string {
  const parts = Object.entries(files).flatMap(([field, names]) =>
    names.map((name) => `("${field}", open(${JSON.stringify(name)}, "rb"))`),
  );
  const data = [
    ...entriesOf(fields).map(([field, value]) => {
      const text = typeof value === "string" ? JSON.stringify(value) : `json.dumps(${pythonic(value)})`;
      return `"${field}": ${text}`;
    }),
    ...(fields.password === undefined ? [] : [`"password": os.environ["${PASSWORD}"]`]),
  ];
  const needsJson = data.some((line) => line.includes("json.dumps("));
  const lines = [
    `"${location.origin}${path}"`,
    `headers={"Authorization": f"Bearer {os.environ['${KEY}']}"}`,
    ...(parts.length > 0 ? [`files=[\n        ${parts.join(",\n        ")},\n    ]`] : []),
    ...(data.length > 0 ? [`data={\n        ${data.join(",\n        ")},\n    }`] : []),
  ];
  return `${needsJson ? "import json\n" : ""}import os
import requests

response = requests.post(
    ${lines.join(",\n    ")},
)
response.raise_for_status()
print(response.json())`;
}

function pythonic(value: unknown): string {
  return JSON.stringify(value)
    .replace(/(?<=[:[,])true(?=[,}\]])/g, "True")
    .replace(/(?<=[:[,])false(?=[,}\]])/g, "False")
    .replace(/^true$/, "True")
    .replace(/^false$/, "False");
}
