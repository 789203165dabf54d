import type { Sample } from "../code.ts";

/** What is about to be sent, as a person would write it. */
export interface Described {
  path: string;
  method: string;
  /** File names by field. */
  files: Record<string, string[]>;
  fields: Record<string, unknown>;
}

const KEY = "$QUIRE_API_KEY";

export function samplesOf(request: Described): Sample[] {
  return [
    { language: "curl", text: curl(request) },
    { language: "TypeScript", text: typescript(request) },
  ];
}

function curl({ path, files, fields }: Described): string {
  const lines = [`curl "${location.origin}${path}"`, `-H "Authorization: Bearer ${KEY}"`];
  for (const [field, names] of Object.entries(files)) {
    for (const name of names) lines.push(`-F ${quoted(`${field}=@"${name.replaceAll('"', '\\"')}"`)}`);
  }
  for (const [field, value] of Object.entries(fields)) {
    lines.push(`--form-string ${quoted(`${field}=${typeof value === "string" ? value : JSON.stringify(value)}`)}`);
  }
  return lines.join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function typescript({ method, files, fields }: Described): string {
  const hasFiles = Object.keys(files).length > 0;
  const opened = (name: string) => `{ name: ${JSON.stringify(name)}, data: await openAsBlob(${JSON.stringify(name)}) }`;
  const members = [
    ...Object.entries(files).map(([field, names]) =>
      names.length === 1
        ? `${field}: ${opened(names[0] as string)}`
        : `${field}: [\n    ${names.map(opened).join(",\n    ")},\n  ]`,
    ),
    ...Object.entries(fields).map(([field, value]) => `${field}: ${literal(value)}`),
  ];
  return `${hasFiles ? 'import { openAsBlob } from "node:fs";\n' : ""}import { Quire } from "quire-client";

const quire = new Quire({ apiKey: process.env.QUIRE_API_KEY!, baseUrl: ${JSON.stringify(location.origin)} });
const result = await quire.${method}({
  ${members.join(",\n  ")},
});`;
}

/** JSON with the bare member names of a person's hand. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replace(/"(\w+)":/g, "$1:")
    .replaceAll("\n", "\n  ");
}
