import type { PdfDocument } from "../pdf-file/document.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from "../pdf-file/syntax/objects.ts";
import type { Findings } from "./findings.ts";

const FILTERS = new Set([
  ...["ASCIIHexDecode", "ASCII85Decode", "FlateDecode", "RunLengthDecode"],
  ...["CCITTFaxDecode", "JBIG2Decode", "DCTDecode", "JPXDecode"],
]);
const ACTIONS = new Set(["GoTo", "GoToR", "GoToE", "Thread", "URI", "Named", "SubmitForm"]);
const PAGE_TURNS = new Set(["NextPage", "PrevPage", "FirstPage", "LastPage"]);
const MEDIA_TYPE = /^[-\w+.]+\/[-\w+.]+$/;
/** Entries that hold an action, or several by what triggers them. */
const ACTION_KEYS = new Set(["A", "OpenAction", "Next", "JS"]);

/** What a dictionary must be wherever it is: streams, actions, file specifications, signatures. */
export class ObjectChecks {
  readonly #document: PdfDocument;
  readonly #findings: Findings;
  readonly #hasDocMdp: boolean;
  readonly #ownMetadata: number;
  /** The file specifications that /AF of anything refers to, and those that embed a file. */
  readonly #associated = new Set<number>();
  readonly #specifications: number[] = [];
  /** Streams of metadata beside the document's own, and embedded files: they are read afterwards. */
  readonly metadata: PdfStream[] = [];
  readonly embedded: PdfStream[] = [];

  constructor(document: PdfDocument, findings: Findings) {
    this.#document = document;
    this.#findings = findings;
    this.#hasDocMdp = document.dict(document.catalog.get("Perms"))?.has("DocMDP") === true;
    const own = document.catalog.get("Metadata");
    this.#ownMetadata = own instanceof PdfRef ? own.number : 0;
  }

  /** Looks at an object, and at the dictionaries in it. */
  see(object: PdfObject, number: number): void {
    this.#value(object, "", number);
  }

  /** To be called when all objects were seen. */
  finish(): void {
    for (const number of this.#specifications) this.#findings.demand(this.#associated.has(number), "6.8-4");
  }

  #value(value: PdfObject, key: string, number: number): void {
    if (value instanceof PdfStream) {
      this.#stream(value);
      this.#dict(value.dict, key, number);
    } else if (value instanceof Map) this.#dict(value, key, number);
    else if (Array.isArray(value)) for (const item of value) this.#value(item, key, 0);
  }

  #dict(dict: PdfDict, key: string, number: number): void {
    const document = this.#document;
    const type = document.resolve(dict.get("Type"));
    for (const file of document.array(dict.get("AF")) ?? [])
      if (file instanceof PdfRef) this.#associated.add(file.number);
    if (type === "Action" || (ACTION_KEYS.has(key) && dict.has("S"))) this.#action(dict);
    for (const name of ACTION_KEYS) this.#referred(dict.get(name));
    for (const action of document.entries(dict.get("AA")).values()) this.#referred(action);
    if (type === "Filespec" || type === "F" || document.dict(dict.get("EF"))) this.#fileSpecification(dict, number);
    if (document.resolve(dict.get("FT")) === "Sig") this.#signature(document.dict(dict.get("V")));
    if (document.array(dict.get("Reference"))) this.#signatureReferences(dict);
    if (document.resolve(dict.get("S")) === "MCD") this.#mediaClip(dict);
    for (const [name, value] of document.entries(dict)) if (name !== "AA") this.#value(value, name, 0);
  }

  /** An action by reference is an object of its own, but need not say so. */
  #referred(value: PdfObject | undefined): void {
    for (const item of this.#document.items(value, 100) ?? [value]) {
      const action = this.#document.resolve(item);
      if (action instanceof Map && action.has("S") && typeof action.get("Type") !== "string") this.#action(action);
    }
  }

  #action(dict: PdfDict): void {
    const kind = this.#document.resolve(dict.get("S"));
    this.#findings.demand(typeof kind === "string" && ACTIONS.has(kind), "6.5.1-1", named(kind));
    if (kind !== "Named") return;
    const name = this.#document.resolve(dict.get("N"));
    this.#findings.demand(typeof name === "string" && PAGE_TURNS.has(name), "6.5.1-2", named(name));
  }

  #stream(stream: PdfStream): void {
    const document = this.#document;
    const { dict } = stream;
    const filters = document.resolve(dict.get("Filter"));
    const parameters = document.array(dict.get("DecodeParms")) ?? [dict.get("DecodeParms") ?? null];
    for (const [index, item] of (Array.isArray(filters) ? filters : filters === null ? [] : [filters]).entries()) {
      const name = document.resolve(item);
      const isIdentity =
        name === "Crypt" && document.resolve(document.dict(parameters[index])?.get("Name")) === "Identity";
      this.#findings.demand(isIdentity || (typeof name === "string" && FILTERS.has(name)), "6.1.7.2-1", named(name));
    }
    if (document.resolve(dict.get("Type")) === "Metadata" && document.resolve(dict.get("Subtype")) === "XML") {
      if (stream.home?.number !== this.#ownMetadata) this.metadata.push(stream);
    }
  }

  #fileSpecification(dict: PdfDict, number: number): void {
    const document = this.#document;
    if (!document.dict(dict.get("EF"))) return;
    const files = document.entries(dict.get("EF"));
    const names = ["F", "UF"].map((key) => document.resolve(dict.get(key)));
    this.#findings.demand(
      names.every((name) => name !== null),
      "6.8-2",
    );
    this.#findings.demand(
      names.every((name) => name instanceof PdfString && name.bytes.length > 0),
      "ua:7.11-1",
    );
    this.#findings.demand(document.resolve(dict.get("AFRelationship")) !== null, "6.8-3");
    this.#specifications.push(number);
    for (const value of new Set(files.values())) {
      const file = document.resolve(value);
      if (!(file instanceof PdfStream)) continue;
      const type = document.resolve(file.dict.get("Subtype"));
      this.#findings.demand(typeof type === "string" && MEDIA_TYPE.test(type), "6.8-1", named(type));
      this.embedded.push(file);
      break;
    }
  }

  /** The range leaves out its own /Contents, and nothing else (ISO 19005-2, 6.4.3 and annex B). */
  #signature(dict: PdfDict | undefined): void {
    const document = this.#document;
    const contents = document.resolve(dict?.get("Contents"));
    if (!dict || !(contents instanceof PdfString)) return;
    const [start, first, second, last] = document.numbers(dict.get("ByteRange"), 4) ?? [];
    const gap = (second ?? 0) - (first ?? 0);
    const isWhole = start === 0 && (second ?? 0) + (last ?? 0) === document.bytes.length;
    this.#findings.demand(isWhole && gap === contents.bytes.length * 2 + 2, "6.4.3-1");
    const signed = signers(contents.bytes);
    this.#findings.demand(signed.certificates > 0, "6.4.3-2");
    this.#findings.demand(signed.signers === 1, "6.4.3-3");
  }

  #signatureReferences(dict: PdfDict): void {
    const document = this.#document;
    for (const item of document.array(dict.get("Reference")) ?? []) {
      const reference = document.dict(item);
      const hasDigest = ["DigestLocation", "DigestMethod", "DigestValue"].some((key) => reference?.has(key));
      this.#findings.demand(!this.#hasDocMdp || !hasDigest, "6.1.12-2");
    }
  }

  #mediaClip(dict: PdfDict): void {
    const document = this.#document;
    this.#findings.demand(document.resolve(dict.get("CT")) !== null, "ua:7.18.6.2-1");
    const texts = document.array(dict.get("Alt"));
    const isGiven =
      texts !== undefined &&
      texts.length > 0 &&
      texts.length % 2 === 0 &&
      texts.every((text, i) => {
        const value = document.resolve(text);
        return value instanceof PdfString && (i % 2 === 0 || value.bytes.length > 0);
      });
    this.#findings.demand(isGiven, "ua:7.18.6.2-2");
  }
}

/** An object of a detail: a name, or that there is none. */
export function named(value: PdfObject): string {
  return typeof value === "string" ? value : value === null ? "none" : "no name";
}

interface Der {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
}

/** How many certificates and signers a PKCS#7 object has (RFC 2315, 9.1). */
function signers(bytes: Uint8Array): { certificates: number; signers: number } {
  const none = { certificates: 0, signers: 0 };
  const outer = derItems(bytes, 0, bytes.length)[0];
  const wrapped = outer && derItems(bytes, outer.start, outer.end)[1];
  const data = wrapped && derItems(bytes, wrapped.start, wrapped.end)[0];
  if (!data) return none;
  const fields = derItems(bytes, data.start, data.end);
  const certificates = fields.find(({ tag }) => tag === 0xa0);
  const infos = fields.at(-1);
  return {
    certificates: certificates ? derItems(bytes, certificates.start, certificates.end).length : 0,
    signers: infos?.tag === 0x31 ? derItems(bytes, infos.start, infos.end).length : 0,
  };
}

/** What lies side by side in DER; one of unknown length ends with two zeros. */
function derItems(bytes: Uint8Array, from: number, to: number): Der[] {
  const items: Der[] = [];
  for (let at = from; at + 1 < to && items.length < 64; ) {
    const tag = bytes[at]!;
    if (tag === 0) break;
    const first = bytes[at + 1]!;
    let start = at + 2;
    let length = first;
    if (first === 0x80) length = to - start;
    else if (first > 0x80) {
      length = 0;
      for (let i = 0; i < (first & 0x7f); i++) length = length * 256 + (bytes[start++] ?? 0);
    }
    const end = Math.min(to, start + length);
    items.push({ tag, start, end });
    at = end;
  }
  return items;
}
