import { deflateSync } from "node:zlib";
import { latin1 } from "../../src/pdf-objects/rope.ts";

/** Documents made by code: each object's body as Latin-1 text, streams included. */
export type Bodies = Record<number, string>;

export interface FileOptions {
  style?: "table" | "stream";
  /** Numbers that go into an object stream (style "stream"). */
  compressed?: number[];
  trailer?: string;
  header?: string;
  generations?: Record<number, number>;
}

export function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

export function stream(data: string, dict = ""): string {
  return `<<${dict}/Length ${data.length}>>\nstream\n${data}\nendstream`;
}

export function deflated(data: string, dict = ""): string {
  return stream(text(deflateSync(latin1(data))), `${dict}/Filter/FlateDecode`);
}

/** A file with a cross-reference as it should be. */
export function pdf(bodies: Bodies, options: FileOptions = {}): Uint8Array {
  const { style = "table", compressed = [], trailer = "/Root 1 0 R", header = "%PDF-1.7\n%\xe2\xe3\n" } = options;
  const numbers = Object.keys(bodies).map(Number);
  const generation = (number: number) => options.generations?.[number] ?? 0;
  let file = header;
  const places = new Map<number, [type: number, place: number, extra: number]>();
  const put = (number: number, body: string) => {
    places.set(number, [1, file.length, generation(number)]);
    file += `${number} ${generation(number)} obj\n${body}\nendobj\n`;
  };
  for (const number of numbers) if (!compressed.includes(number)) put(number, bodies[number]!);
  let next = Math.max(...numbers) + 1;
  if (compressed.length > 0) {
    const container = next++;
    const { dict, data } = objectStream(compressed.map((number) => [number, bodies[number]!]));
    put(container, deflated(data, dict));
    compressed.forEach((number, index) => {
      places.set(number, [2, container, index]);
    });
  }
  const start = file.length;
  if (style === "table") return latin1(file + xrefTable(places, next, trailer) + `startxref\n${start}\n%%EOF\n`);
  places.set(next, [1, start, 0]);
  file += `${next} 0 obj\n${xrefStream(places, next + 1, trailer)}\nendobj\n`;
  return latin1(`${file}startxref\n${start}\n%%EOF\n`);
}

export function objectStream(objects: [number, string][]): { dict: string; data: string } {
  let header = "";
  let data = "";
  for (const [number, body] of objects) {
    header += `${number} ${data.length} `;
    data += `${body} `;
  }
  return { dict: `/Type/ObjStm/N ${objects.length}/First ${header.length}`, data: header + data };
}

export type Places = Map<number, [type: number, place: number, extra: number]>;

function xrefTable(places: Places, size: number, trailer: string): string {
  let table = "xref\n0 1\n0000000000 65535 f \n";
  for (const [number, [, place, extra]] of places) {
    table += `${number} 1\n${String(place).padStart(10, "0")} ${String(extra).padStart(5, "0")} n \n`;
  }
  return `${table}trailer\n<<${trailer}/Size ${size}>>\n`;
}

/** A cross-reference stream with PNG's "up" predictor, as most writers make it. */
export function xrefStream(places: Places, size: number, trailer: string): string {
  const rows = [...places].sort(([a], [b]) => a - b);
  let data = "";
  let above = "\0\0\0\0\0\0\0";
  for (const [, [type, place, extra]] of rows) {
    const row = String.fromCharCode(
      type,
      place >> 24,
      (place >> 16) & 255,
      (place >> 8) & 255,
      place & 255,
      extra >> 8,
      extra & 255,
    );
    data += "\x02";
    for (let i = 0; i < row.length; i++) data += String.fromCharCode((row.charCodeAt(i) - above.charCodeAt(i)) & 255);
    above = row;
  }
  const index = rows.map(([number]) => `${number} 1`).join(" ");
  return deflated(
    data,
    `/Type/XRef/W[1 4 2]/Index[${index}]/Size ${size}${trailer}/DecodeParms<</Predictor 12/Columns 7>>`,
  );
}

/** Appends an update with a classic table whose /Prev is what the file's last startxref says. */
export function withUpdate(file: Uint8Array, bodies: Bodies, trailer = "/Root 1 0 R"): Uint8Array {
  const base = text(file);
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(base)![1]!;
  let out = base;
  const places: Places = new Map();
  for (const [number, body] of Object.entries(bodies)) {
    places.set(Number(number), [1, out.length, 0]);
    out += `${number} 0 obj\n${body}\nendobj\n`;
  }
  const start = out.length;
  out += `${xrefTable(places, 1000, `${trailer}/Prev ${previous}`)}startxref\n${start}\n%%EOF\n`;
  return latin1(out);
}

/** A document of `count` pages of 200 by 100 points, objects 1 to 2 + 2 × count: page i is object 3 + 2i. */
export function pagesOf(count: number, page: (index: number) => string = () => ""): Bodies {
  const kids = Array.from({ length: count }, (_, index) => `${3 + index * 2} 0 R`).join(" ");
  const bodies: Bodies = {
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: `<</Type/Pages/Count ${count}/Kids[${kids}]/MediaBox[0 0 200 100]>>`,
  };
  for (let index = 0; index < count; index++) {
    bodies[3 + index * 2] = `<</Type/Page/Parent 2 0 R/Contents ${4 + index * 2} 0 R${page(index)}>>`;
    bodies[4 + index * 2] = stream(`0 0 1 rg ${index} ${index} 50 50 re f`);
  }
  return bodies;
}

/** The same file with the first occurrence of `from` replaced by text of any length: what comes after shifts. */
export function damaged(file: Uint8Array, from: string, to: string): Uint8Array {
  const before = text(file);
  if (!before.includes(from)) throw new Error(`the file does not hold ${JSON.stringify(from)}`);
  return latin1(before.replace(from, () => to));
}
