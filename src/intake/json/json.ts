import { isObject } from "../../platform/is-object.ts";
import { openBody, tooLong, wrongLength } from "../body/body.ts";
import { GrowingBuffer } from "../body/growing-buffer.ts";
import { IntakeProblem, instead, sizeText } from "../intake-problem.ts";
import { bodyAdvice } from "../looks-like.ts";
import { type InputFile, ITEM_BASE64, type JsonRules } from "../submission-rules.ts";
import { decodedSize, JsonBase64 } from "./json-base64.ts";
import { BACKSLASH, CLOSE_ARRAY, CLOSE_OBJECT, COLON, COMMA, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from "./json-bytes.ts";
import { JsonList } from "./json-list.ts";
import { JsonProblem, readJson, readJsonInTurns } from "./json-text.ts";

const CHUNK = 128 << 10;
/** Longest name of a member that is compared with the base64 fields. */
const MAX_NAME = 256;

/**
 * A JSON object whose base64 members, and those of the objects in one list, become files while the body arrives. The
 * rest, with an empty string in place of each such text, is small. It is parsed as a whole at the end, which also
 * checks the grammar.
 */
export async function readJsonBody(
  stream: ReadableStream,
  rules: JsonRules,
): Promise<{ fields: Map<string, unknown>; files: InputFile[]; bytesIn: number }> {
  if (rules.declared !== undefined && rules.declared > rules.maxBytes) throw tooLong(rules);
  const body = openBody(stream, rules);
  const scanner = new JsonScanner(rules);
  try {
    let chunk = new Uint8Array(CHUNK);
    for (;;) {
      const offset = body.total;
      const { bytes, done } = await body.read(chunk);
      if (done) break;
      if (rules.declared !== undefined && body.total > rules.declared) throw wrongLength(rules, body.total);
      await scanner.write(bytes, offset);
      chunk = new Uint8Array(bytes.buffer);
    }
    if (rules.declared !== undefined && body.total < rules.declared) throw wrongLength(rules, body.total);
    return { ...(await scanner.finish(body.total)), bytesIn: body.total };
  } finally {
    await body.close();
  }
}

class JsonScanner {
  readonly #rules: JsonRules;
  readonly #text: GrowingBuffer;
  /** Where a text was left out: its position in what was kept, and how many bytes of the body are before that. */
  readonly #gaps: { kept: number; body: number }[] = [];
  readonly #files: InputFile[] = [];
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** At the top level or in an item: whether a string would be a member's name, its value, or not allowed. */
  #role: "name" | "value" | "after" | "none" = "none";
  #nameStart = 0;
  #name = "";
  #opensBase64 = false;
  #base64: JsonBase64 | undefined;
  readonly #list: JsonList;
  /** Inside the list: the item, where it begins in what was kept, and its file. */
  #item: { index: number; start: number; file: InputFile | undefined } | undefined;
  /** Where the last comma at the top level is, in what was kept: members before it are complete. */
  #complete = 0;
  #members = 0;
  #listed = 0;
  #fieldsBefore: ReadonlyMap<string, unknown> | undefined;

  constructor(rules: JsonRules) {
    this.#rules = rules;
    this.#list = new JsonList(rules);
    this.#text = GrowingBuffer.ofUnknownSize(rules.maxText, rules.reservation);
  }

  async write(chunk: Uint8Array, offset: number): Promise<void> {
    let at = 0;
    while (at < chunk.length) {
      if (this.#base64 === undefined) {
        const end = this.#scan(chunk, at);
        await this.#keep(chunk, at, end);
        at = end;
        if (this.#opensBase64) {
          this.#opensBase64 = false;
          this.#base64 = await this.#open(offset + at);
        }
      } else {
        at = await this.#base64.write(chunk, at, offset);
        if (this.#base64.closed) {
          this.#keepFile(await this.#base64.file(offset + at));
          this.#gaps.push({ kept: this.#text.length, body: offset + at });
          this.#base64 = undefined;
          this.#role = "after";
          await this.#keep(chunk, at, at + 1);
          at += 1;
        }
      }
    }
  }

  async #open(offset: number): Promise<JsonBase64> {
    if (this.#item === undefined) return JsonBase64.open(this.#name, this.#rules, offset);
    const { index, file } = this.#item;
    const field = `${this.#rules.base64List}[${index}].${ITEM_BASE64}`;
    if (file !== undefined) throw new IntakeProblem("malformed", `${field} was given twice.`, { field });
    const most = this.#rules.maxParts;
    if (this.#listed >= most) {
      throw new IntakeProblem("malformed", `${this.#rules.base64List} has more than ${most} files.`, { field });
    }
    this.#listed += 1;
    if (this.#list.isHandingOver) await this.#list.handOver(this.#text.view(), await this.#before());
    const { declared } = this.#rules;
    return this.#list.open(field, declared === undefined ? undefined : decodedSize(declared - offset));
  }

  #keepFile(file: InputFile): void {
    if (this.#item === undefined) this.#files.push(file);
    else {
      file.index = this.#item.index;
      this.#item.file = file;
      this.#list.add(file);
    }
  }

  /** The fields before the list. */
  async #before(): Promise<ReadonlyMap<string, unknown>> {
    if (this.#fieldsBefore === undefined) {
      const text = this.#text.bytes.slice(0, this.#complete + 1);
      text[text.length - 1] = CLOSE_OBJECT;
      this.#fieldsBefore = this.#complete === 0 ? new Map() : fieldsOf(await this.#parse(text));
    }
    return this.#fieldsBefore;
  }

  async finish(total: number): Promise<{ fields: Map<string, unknown>; files: InputFile[] }> {
    if (this.#base64 !== undefined) throw this.#base64.text.broken("does not end", total);
    const fields = fieldsOf(await this.#parse(this.#text.view()));
    for (const file of this.#files) fields.delete(file.field);
    return { fields, files: [...this.#files, ...(await this.#list.files(this.#text.view()))] };
  }

  /**
   * Scans text that is kept. Stops after the quote that opens a base64 text. The position of a byte is
   * `kept + (i - start)`.
   */
  #scan(chunk: Uint8Array, start: number): number {
    const kept = this.#text.length;
    for (let i = start; i < chunk.length; i += 1) {
      const byte = chunk[i]!;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) {
          this.#inString = false;
          if (this.#depth === this.#namesAt && this.#role === "name") this.#nameEnds(chunk, start, i);
        }
      } else if (byte === QUOTE) {
        if (this.#holdsBase64()) {
          this.#opensBase64 = true;
          return i + 1;
        }
        this.#inString = true;
        this.#nameStart = kept + i - start;
      } else this.#structure(byte, kept + i - start);
    }
    return chunk.length;
  }

  /** The depth at which names are looked at: in the body itself, or in an item of the list. */
  get #namesAt(): number {
    return this.#item === undefined ? 1 : 3;
  }

  #holdsBase64(): boolean {
    if (this.#depth !== this.#namesAt || this.#role !== "value") return false;
    return this.#item === undefined ? this.#rules.base64Fields.includes(this.#name) : this.#name === ITEM_BASE64;
  }

  #structure(byte: number, at: number): void {
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      const opensList = byte === OPEN_ARRAY && this.#depth === 1 && this.#role === "value";
      if (opensList && this.#name === this.#rules.base64List) this.#item = { index: 0, start: at, file: undefined };
      this.#depth += 1;
      if (this.#depth !== this.#namesAt) return;
      this.#role = byte === OPEN_OBJECT ? "name" : "none";
      if (this.#item !== undefined) this.#item.start = at;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      if (this.#depth === this.#namesAt && this.#item?.file) {
        this.#list.endItem(this.#item.file, this.#item.start, at + 1);
      }
      this.#depth -= 1;
      if (this.#depth > 1) return;
      this.#item = undefined;
      this.#role = "after";
    } else if (byte === COMMA && this.#item !== undefined && this.#depth === 2) {
      this.#item = { index: this.#item.index + 1, start: at, file: undefined };
    } else if (this.#depth === this.#namesAt && this.#role !== "none") {
      if (byte === COLON) this.#role = "value";
      else if (byte === COMMA) {
        this.#role = "name";
        if (this.#depth > 1) return;
        this.#complete = at;
        this.#members += 1;
        const most = this.#rules.maxParts;
        if (this.#members >= most) throw new IntakeProblem("malformed", `The JSON has more than ${most} fields.`);
      }
    }
  }

  /** The name may have begun in an earlier chunk: then its start is already kept. */
  #nameEnds(chunk: Uint8Array, start: number, quote: number): void {
    const kept = this.#text.length;
    const length = kept + quote - start - this.#nameStart + 1;
    if (length > MAX_NAME) {
      this.#name = "";
      return;
    }
    const earlier = this.#text.bytes.subarray(this.#nameStart, kept);
    const bytes = [...earlier, ...chunk.subarray(start + Math.max(0, this.#nameStart - kept), quote + 1)];
    if (!bytes.includes(BACKSLASH)) {
      // Names of files are of ASCII. An item may have a hundred thousand others.
      this.#name = String.fromCharCode(...bytes.slice(1, -1));
      return;
    }
    try {
      this.#name = String(readJson(Uint8Array.from(bytes)));
    } catch (error) {
      if (!(error instanceof JsonProblem)) throw error;
      // Parsing the whole text will report the same, with its position.
      this.#name = "";
    }
  }

  async #keep(chunk: Uint8Array, start: number, end: number): Promise<void> {
    if (!(await this.#text.makeRoom(end - start))) {
      const { maxText, asFile, base64Fields, base64List } = this.#rules;
      const places = [...base64Fields, ...(base64List === undefined ? [] : [`${base64List}[].${ITEM_BASE64}`])];
      const advice = places.length > 0 ? ` Base64 of a file belongs in ${places.join(" or ")}.` : "";
      const more = `The JSON body holds more text than ${sizeText(maxText)}${instead(asFile)}.`;
      throw new IntakeProblem("too-large", `${more}${advice}`);
    }
    this.#text.bytes.set(chunk.subarray(start, end), this.#text.length);
    this.#text.length += end - start;
  }

  async #parse(text: Uint8Array): Promise<unknown> {
    try {
      return await readJsonInTurns(text);
    } catch (problem) {
      if (!(problem instanceof JsonProblem)) throw problem;
      const gap = this.#gaps.findLast(({ kept }) => kept <= problem.offset);
      const offset = gap === undefined ? problem.offset : gap.body + problem.offset - gap.kept;
      const advice = bodyAdvice(text, "json") ?? jsonAdvice(text, problem.offset);
      const broken = `The JSON body is broken: ${problem.message} at byte ${offset}.`;
      throw new IntakeProblem("malformed", advice === undefined ? broken : `${broken} ${advice}`);
    }
  }
}

function fieldsOf(value: unknown): Map<string, unknown> {
  if (!isObject(value)) {
    const isTwice = typeof value === "string" && value.trimStart().startsWith("{");
    const advice = isTwice ? " It is a text that holds JSON: encode it once." : "";
    throw new IntakeProblem("malformed", `The JSON body must be an object.${advice}`);
  }
  return new Map(Object.entries(value));
}

/** What other languages allow and JSON does not, and what JSON has instead. */
const FOREIGN: readonly (readonly [beginning: RegExp, advice: string])[] = [
  [/^['\u2018\u2019]/, "JSON has double quotes; in Python json.dumps writes it."],
  [/^[\u201c\u201d\u201e]/, 'JSON has plain double quotes: ", not those of a text program.'],
  [/^(True|False|None)\b/, "JSON has true, false and null; in Python json.dumps writes them."],
  [/^undefined\b/, "JSON has no undefined: leave the member out."],
  [/^[+-]?(NaN|Infinity|inf)\b/i, "JSON has neither NaN nor Infinity."],
  [/^(\/\/|\/\*|#)/, "JSON has no comments."],
];

/** What to change about a text that is no JSON; `offset` is where it is broken. */
function jsonAdvice(bytes: Uint8Array, offset: number): string | undefined {
  if (isUtf16(bytes)) return "The body is UTF-16 text: send it as UTF-8.";
  const text = new TextDecoder().decode(bytes.subarray(offset, offset + 64));
  if (text === "" && new TextDecoder().decode(bytes.subarray(0, 64)).trim() === "") return "The body is empty.";
  const foreign = FOREIGN.find(([beginning]) => beginning.test(text));
  if (foreign) return foreign[1];
  const before = new TextDecoder().decode(bytes.subarray(Math.max(0, offset - 64), offset)).trimEnd();
  if (before.endsWith(",") && /^[}\]]/.test(text)) return "JSON has no comma after the last member.";
  return undefined;
}

/** By its mark, or by the zeros beside each of its first letters, which JSON takes from ASCII. */
function isUtf16([first, second, third, fourth]: Uint8Array): boolean {
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isMarked || (first === 0 && third === 0) || (second === 0 && fourth === 0);
}
