import { type Call, indented, type Part, textOf, urlOf } from "./call.ts";

/** The client package's name for an operation. */
const METHODS: Record<string, string> = {
  "POST /v1/pdf/crop": "crop",
  "GET /v1/pdf/crop": "inspectPath",
  "POST /v1/pdf/inspect": "inspect",
  "POST /v1/pdf/split": "split",
  "POST /v1/pdf/assemble": "assemble",
  "POST /v1/pdf/redact": "redact",
  "POST /v1/convert/image-to-pdf": "imageToPdf",
  "POST /v1/convert/html-to-pdf": "htmlToPdf",
};

/** TypeScript with the client package where it has the operation, else with fetch. */
export function typescript(call: Call): string {
  const [path = "", query = ""] = call.path.split("?");
  const method = METHODS[`${call.method} ${path}`];
  const parameters = Object.fromEntries(new URLSearchParams(query));
  return method ? withClient(call, method, parameters) : withFetch(call);
}

function withClient(call: Call, method: string, { format, ...parameters }: Record<string, string>): string {
  const { form = [], saveAs, headers = {} } = call;
  const fields = call.form ? members(form) : literal(call.json ?? parameters);
  const options = [
    ...(format === "binary" ? ['format: "binary"'] : []),
    ...(headers["Idempotency-Key"] ? [`idempotencyKey: ${JSON.stringify(headers["Idempotency-Key"])}`] : []),
    ...(headers.Prefer === "handling=strict" ? ["strict: true"] : []),
  ];
  const opens = form.some((part) => "file" in part);
  const result = format === "binary" ? "{ blob }" : "result";
  const more = options.length > 0 ? `, { ${options.join(", ")} }` : "";
  return [
    ...(opens ? ['import { openAsBlob } from "node:fs";'] : []),
    ...(saveAs ? ['import { writeFile } from "node:fs/promises";'] : []),
    'import { Quire } from "quire-client";',
    "",
    "const quire = new Quire({",
    "  apiKey: process.env.QUIRE_API_KEY!,",
    `  baseUrl: ${JSON.stringify(call.base)},`,
    "});",
    `const ${result} = await quire.${method}(${fields}${more});`,
    ...(saveAs
      ? [
          `await writeFile(${JSON.stringify(saveAs)}, blob.stream());`,
          `console.log(${JSON.stringify(`Saved ${saveAs}`)});`,
        ]
      : [`console.log(${result});`]),
  ].join("\n");
}

/** The fields of a form; several parts with the same name become a list. */
function members(form: Part[]): string {
  const byName = Map.groupBy(form, ({ name }) => name);
  const lines = [...byName].map(([name, parts]) => {
    const values = parts.map(literalOf);
    return `${name}: ${values.length === 1 ? values[0] : `[\n    ${values.join(",\n    ")},\n  ]`}`;
  });
  return `{\n  ${lines.join(",\n  ")},\n}`;
}

function literalOf(part: Part): string {
  if ("file" in part)
    return `{ name: ${JSON.stringify(part.file)}, data: await openAsBlob(${JSON.stringify(part.file)}) }`;
  return "variable" in part ? `process.env.${part.variable}` : indented(literal(part.value), "  ");
}

function withFetch(call: Call): string {
  const { method, secret, headers = {}, json, form, saveAs } = call;
  const sent = [
    ...(secret ? [`Authorization: \`Bearer \${process.env.${secret}}\``] : []),
    ...Object.entries(headers).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
    ...(json === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const members = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    ...(sent.length > 0 ? [`headers: { ${sent.join(", ")} }`] : []),
    ...(json === undefined ? [] : [`body: JSON.stringify(${indented(literal(json), "  ")})`]),
    ...(form ? ["body: form"] : []),
  ];
  const init = members.length > 0 ? `, {\n  ${members.join(",\n  ")},\n}` : "";
  const answer = saveAs ? "Buffer.from(await response.arrayBuffer())" : "await response.json()";
  return [...(form ? formLines(form) : []), `const response = await fetch(${JSON.stringify(urlOf(call))}${init});`]
    .concat("if (!response.ok) throw new Error(await response.text());", `const answer = ${answer};`)
    .join("\n");
}

function formLines(form: Part[]): string[] {
  const lines = form.map((part) => {
    const name = JSON.stringify(part.name);
    if ("file" in part) return `form.append(${name}, await openAsBlob(${JSON.stringify(part.file)}), "${part.file}");`;
    const text = "variable" in part ? `process.env.${part.variable}!` : JSON.stringify(textOf(part.value));
    return `form.append(${name}, ${text});`;
  });
  const opens = form.some((part) => "file" in part);
  return [...(opens ? ['import { openAsBlob } from "node:fs";', ""] : []), "const form = new FormData();", ...lines];
}

/** JSON with unquoted member names, as a person would write it. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/^(\s*)"(\w+)":/gm, "$1$2:");
}
