import { closeSync, openSync, writeSync } from "node:fs";
import { deflateSync } from "node:zlib";

/** How objects and the cross-reference are laid down: a classic table, or object streams with an xref stream. */
export type XrefStyle = "table" | "streams";

const objectsPerStream = 100;
const flushAt = 4 << 20;

/** Writes a PDF to disk as its objects come; only the offsets stay in memory. */
export class PdfFile {
  readonly style: XrefStyle;
  readonly #descriptor: number;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #offset = 0;
  #next = 1;
  /** Per object: [1, offset] in the file, or [2, object stream, index]. */
  readonly #places: (readonly [1, number] | readonly [2, number, number])[] = [];
  #packed: { number: number; text: string }[] = [];

  constructor(path: string, style: XrefStyle) {
    this.style = style;
    this.#descriptor = openSync(path, "w");
    this.#write("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n");
  }

  reserve(): number {
    return this.#next++;
  }

  /** An object without a stream. */
  put(number: number, text: string): void {
    if (this.style === "table") {
      this.#places[number] = [1, this.#offset];
      this.#write(`${number} 0 obj\n${text}\nendobj\n`);
      return;
    }
    this.#packed.push({ number, text });
    if (this.#packed.length === objectsPerStream) this.#pack();
  }

  add(text: string): number {
    const number = this.reserve();
    this.put(number, text);
    return number;
  }

  /** A stream object; `entries` are the dictionary's entries besides /Length. */
  putStream(number: number, entries: string, bytes: Uint8Array): void {
    this.#places[number] = [1, this.#offset];
    this.#write(`${number} 0 obj\n<< ${entries} /Length ${bytes.length} >>\nstream\n`);
    this.#write(bytes);
    this.#write("\nendstream\nendobj\n");
  }

  addStream(entries: string, bytes: Uint8Array): number {
    const number = this.reserve();
    this.putStream(number, entries, bytes);
    return number;
  }

  finish(trailer: string): void {
    const id = "/ID [<51756972652062656e6368206f6e6521> <51756972652062656e6368206f6e6521>]";
    if (this.style === "streams") this.#finishWithStream(`${trailer} ${id}`);
    else this.#finishWithTable(`${trailer} ${id}`);
    this.#flush();
    closeSync(this.#descriptor);
  }

  #finishWithTable(trailer: string): void {
    const start = this.#offset;
    const lines = [`xref\n0 ${this.#next}\n0000000000 65535 f \n`];
    for (let number = 1; number < this.#next; number++) {
      const place = this.#places[number];
      if (place === undefined) throw new Error(`object ${number} was reserved and never written`);
      lines.push(`${String(place[1]).padStart(10, "0")} 00000 n \n`);
    }
    this.#write(lines.join(""));
    this.#write(`trailer\n<< /Size ${this.#next} ${trailer} >>\nstartxref\n${start}\n%%EOF\n`);
  }

  #finishWithStream(trailer: string): void {
    this.#pack();
    const self = this.reserve();
    const start = this.#offset;
    this.#places[self] = [1, start];
    const width = 7;
    // Rows carry the PNG Up predictor, as the common producers write them.
    const rows = Buffer.alloc(this.#next * (width + 1));
    const previous = Buffer.alloc(width);
    for (let number = 0; number < this.#next; number++) {
      const row = Buffer.alloc(width);
      const place = this.#places[number];
      if (place === undefined && number > 0) throw new Error(`object ${number} was reserved and never written`);
      row[0] = place?.[0] ?? 0;
      row.writeUInt32BE(place?.[1] ?? 0, 1);
      row.writeUInt16BE(place === undefined ? 0xffff : place[0] === 2 ? place[2] : 0, 5);
      const at = number * (width + 1);
      rows[at] = 2;
      for (let i = 0; i < width; i++) rows[at + 1 + i] = (row[i]! - previous[i]!) & 0xff;
      row.copy(previous);
    }
    const entries =
      `/Type /XRef /Size ${this.#next} /W [1 4 2] /Filter /FlateDecode ` +
      `/DecodeParms << /Predictor 12 /Columns ${width} >> ${trailer}`;
    this.putStream(self, entries, deflateSync(rows));
    this.#write(`startxref\n${start}\n%%EOF\n`);
  }

  #pack(): void {
    if (this.#packed.length === 0) return;
    const self = this.reserve();
    let header = "";
    let body = "";
    this.#packed.forEach((object, index) => {
      header += `${object.number} ${body.length} `;
      body += `${object.text}\n`;
      this.#places[object.number] = [2, self, index];
    });
    const entries = `/Type /ObjStm /N ${this.#packed.length} /First ${header.length} /Filter /FlateDecode`;
    this.#packed = [];
    this.putStream(self, entries, deflateSync(Buffer.from(header + body, "latin1")));
  }

  #write(piece: Uint8Array | string): void {
    const bytes = typeof piece === "string" ? Buffer.from(piece, "latin1") : piece;
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    this.#offset += bytes.length;
    if (this.#pendingBytes >= flushAt) this.#flush();
  }

  #flush(): void {
    const joined = Buffer.concat(this.#pending);
    let at = 0;
    while (at < joined.length) at += writeSync(this.#descriptor, joined, at);
    this.#pending = [];
    this.#pendingBytes = 0;
  }
}
