import { type Call, type Part, textOf, urlOf } from "./call.ts";

export function curl(call: Call): string {
  const { method, secret, headers = {}, json, form, saveAs } = call;
  const isPlain = method === "GET" || (method === "POST" && (json !== undefined || form !== undefined));
  const lines = [`curl${isPlain ? "" : ` -X ${method}`} "${urlOf(call)}"`];
  if (secret) lines.push(`-H "Authorization: Bearer $${secret}"`);
  for (const [name, value] of Object.entries(headers)) lines.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (json !== undefined) {
    lines.push('-H "Content-Type: application/json"', `-d ${quoted(JSON.stringify(json, null, 2))}`);
  }
  lines.push(...(form ?? []).map(part));
  if (saveAs) lines.push(`-o ${saveAs}`);
  return lines.join(" \\\n  ");
}

/** A text may begin with @ or <, which mean files to `-F`. */
function part(one: Part): string {
  if ("file" in one) return `-F ${quoted(`${one.name}=@"${one.file.replace(/["\\]/g, "\\$&")}"`)}`;
  if ("variable" in one) return `--form-string "${one.name}=$${one.variable}"`;
  return `--form-string ${quoted(`${one.name}=${textOf(one.value)}`)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
