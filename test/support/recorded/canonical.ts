import { inflateSync } from "node:zlib";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { PdfRef, PdfStream, PdfString } from "../../../src/pdf-file/syntax/objects.ts";
import { text } from "../../fixtures/pdf.ts";

/**
 * The text of a file, or of what was appended to it, without what depends on the machine: how a zlib deflates, and with
 * it every length and offset after that. Streams are inflated; an offset is what stands there.
 */
export function canonical(bytes: Uint8Array, from = 0): string {
  const whole = text(bytes);
  const at = (offset: number | string): string => {
    const found = /^(?:xref|\d+ \d+ obj)/.exec(whole.slice(Number(offset), Number(offset) + 24));
    return found ? `@${found[0]}` : "nowhere";
  };
  let told = "";
  let end = from;
  const head = /(\d+ \d+ obj\s*<<(?:(?!endobj)[\s\S])*?>>\s*)stream\r?\n/g;
  head.lastIndex = from;
  for (let match = head.exec(whole); match; match = head.exec(whole)) {
    const dict = match[1] as string;
    const start = match.index + match[0].length;
    const stop = whole.indexOf("endstream", start);
    if (stop < 0) break;
    told += whole.slice(end, match.index);
    told += streamText(dict, whole.slice(start, stop), at);
    end = stop;
    head.lastIndex = stop;
  }
  told += whole.slice(end);
  return told
    .replace(/^(\d{10}) (\d{5}) n/gm, (_, offset, generation) => `${at(offset)} ${generation} n`)
    .replace(/startxref\s+(\d+)/g, (_, offset) => `startxref ${at(offset)}`)
    .replace(/\/(Prev|XRefStm) (\d+)/g, (_, key, offset) => `/${key} ${at(offset)}`)
    .replace(/\/ID ?\[[^\]]*\]/g, "/ID[]");
}

function streamText(dict: string, data: string, at: (offset: number) => string): string {
  const isDeflated = /\/Filter ?\[? ?\/Fl/.test(dict);
  let plain = data.replace(/\r?\n$/, "");
  if (isDeflated) {
    try {
      plain = text(inflateSync(latin1(data)));
    } catch {
      // What cannot be inflated is compared as it stands.
    }
  } else if (/\/Fl(ateDecode)?\b/.test(dict)) plain = "deflated within another filter";
  const head = isDeflated || plain !== data ? dict.replace(/\/Length \d+/, "/Length") : dict;
  return `${head}stream\n${/\/Type ?\/XRef/.test(dict) ? xrefRows(dict, plain, at) : plain}\n`;
}

/** The rows of a cross-reference stream, with what stands at each offset. */
function xrefRows(dict: string, data: string, at: (offset: number) => string): string {
  const list = (key: string): number[] | undefined =>
    new RegExp(`/${key} ?\\[([^\\]]*)\\]`).exec(dict)?.[1]?.trim().split(/\s+/).map(Number);
  const widths = list("W") as number[];
  const width = widths.reduce((sum, one) => sum + one, 0);
  const index = list("Index") ?? [0, Number(/\/Size (\d+)/.exec(dict)?.[1])];
  let rows = data;
  if (/\/Predictor 1[0-5]/.test(dict)) {
    rows = "";
    for (let row = 0; row < data.length; row += width + 1) {
      const above = rows.slice(-width);
      for (let i = 0; i < width; i++)
        rows += String.fromCharCode((data.charCodeAt(row + 1 + i) + (above === "" ? 0 : above.charCodeAt(i))) & 255);
    }
  }
  const lines: string[] = [];
  let place = 0;
  const field = (size: number): number => {
    let value = 0;
    for (let i = 0; i < size; i++) value = value * 256 + rows.charCodeAt(place++);
    return value;
  };
  for (let run = 0; run + 1 < index.length; run += 2) {
    for (let i = 0; i < index[run + 1]!; i++) {
      const [type, where, extra] = widths.map(field) as [number, number, number];
      lines.push(`${index[run]! + i}: ${type === 1 ? at(where) : `${type} ${where}`} ${extra}`);
    }
  }
  if (place !== rows.length) lines.push(`${rows.length - place} bytes more`);
  return lines.join("\n");
}

/** An object of the engine as text. */
export function shown(object: unknown): string {
  if (object instanceof Map) {
    const entries = [...object].filter(([key]) => !/^(Length|O|U|OE|UE|Perms)$/.test(key));
    return `<<${entries.map(([key, value]) => `/${key} ${shown(value)}`).join("")}>>`;
  }
  if (Array.isArray(object)) return `[${object.map(shown).join(" ")}]`;
  if (object instanceof PdfRef) return `${object.number} ${object.generation} R`;
  if (object instanceof PdfStream) return `${shown(object.dict)}stream`;
  if (object instanceof PdfString) return `(${text(object.bytes)})`;
  return typeof object === "string" ? `/${object}` : String(object);
}
