import { COST } from "../../meter/work-limits.ts";
import { ColourSpaces } from "../../pdf-content/colour/spaces.ts";
import { Resources } from "../../pdf-content/resources.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { inflate } from "../../pdf-file/filters/compressed.ts";
import { MAX_ELEMENTS } from "../../pdf-file/pdf-limits.ts";
import { PdfProblem, unlessDamaged } from "../../pdf-file/pdf-problem.ts";
import { latin1 } from "../../pdf-file/rope.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from "../../pdf-file/syntax/objects.ts";
import { latin1Text } from "../../platform/latin1.ts";
import type { NewFile } from "../new-file.ts";
import { Words } from "../words.ts";
import { functionData, plainAppearance } from "./programs.ts";
import { DECODE_PARAMETERS, KNOWN_NAMES, listLengths, SCHEMAS, type Schema } from "./schema.ts";
import { endsWithSum, stripped } from "./strip.ts";

/** The kinds whose objects may be streams, and what they are then. */
const STREAMS = new Map([
  ["functions", "function"],
  ...["function", "image", "mask", "shading", "profile", "cmap", "data"].map((kind) => [kind, kind] as const),
]);
/** Kinds of which no object is written. */
const VALUES = new Set(["plain", "name", "text", "neededText", "defaultAppearance", "collectionName"]);
/** Without any space a renderer would guess one, and paint an image that it left out before. */
const UNKNOWN_SPACE = "Unknown";
const MAX_DEPTH = 40;
/** Whoever collects characters, and what they collect (9.7.3). Any other says nothing to a viewer. */
const COLLECTIONS = /^(?:Adobe|Identity|UCS|GB1|CNS1|Japan[12]|Korea1|KR|Manga1)$/;
const NO_COLLECTION = new PdfString(latin1("Identity"));
/** A text of which nothing is left. */
export const NO_TEXT = new PdfString(new Uint8Array(0));
const MAX_PLAIN = 64 << 20;
/** Values that one request may copy. A list is copied wherever something refers to it, and lists may be in lists. */
const MAX_VALUES = 1 << 23;
/** As many bytes of a text or a name cost as much as a value. */
const BYTES_OF_VALUE = 4;
/** The most layers that one membership dictionary may name. */
const MAX_LAYERS = 1000;

/** Copies objects into the new file, each once, and only with entries that its kind is known to have. */
export class Copier {
  readonly document: PdfDocument;
  readonly file: NewFile;
  /** Groups of optional content that something names: their references in the new file, by old number. */
  readonly layers = new Map<number, PdfRef>();
  readonly #copies = new Map<string, PdfRef>();
  /** Streams with nothing after their deflated data. */
  readonly #exact = new WeakSet<PdfStream>();
  readonly #colours: ColourSpaces;
  /** The colours of the image whose masks are copied; 0 where they are not known. */
  masked = 0;
  #values = 0;
  #valuesOfObject = 0;

  /** Texts with any of these words are left out. */
  readonly words: Words | undefined;

  constructor(document: PdfDocument, file: NewFile, words?: Words) {
    this.words = words;
    this.document = document;
    this.file = file;
    this.#colours = new ColourSpaces(document);
  }

  /** The object in the new file, as one of this kind; null when it is not of this kind. */
  copy(object: PdfObject | undefined, kind: string, depth = 0): PdfObject {
    if (object === undefined || object === null || depth > MAX_DEPTH) return null;
    if (kind === "layers" && this.document.dict(object)) return this.copy(object, "layer", depth);
    if (object instanceof PdfRef && !VALUES.has(kind)) {
      const key = `${object.number} ${kind}`;
      const known = this.#copies.get(key);
      if (known) return known;
      const value = this.document.resolve(object);
      if (!(value instanceof Map || value instanceof PdfStream || Array.isArray(value))) {
        return this.#value(value, kind, depth);
      }
      const own = value instanceof PdfStream ? STREAMS.get(kind) : kind;
      if (own === undefined) return null;
      const ref = this.file.newRef();
      this.#copies.set(key, ref);
      if (kind === "layer" && value instanceof Map && this.document.resolve(value.get("Type")) !== "OCMD")
        this.layers.set(object.number, ref);
      if (value instanceof PdfStream) this.#putObject(ref, value, own, depth);
      else this.file.put(ref, this.#value(value, kind, depth));
      return ref;
    }
    this.#valuesOfObject = 0;
    return this.#value(this.document.resolve(object), kind, depth);
  }

  /** A dictionary's entries that this kind may have. */
  dict(dict: PdfDict, kind: string, depth = 0): PdfDict {
    const schema: Schema = SCHEMAS[kind] ?? {};
    this.document.work.spend(COST.copiedObject);
    const copy: PdfDict = new Map();
    const { words } = this;
    const place = words?.place;
    if (words) words.place = Words.placeOf(kind) ?? words.place;
    if (kind === "image" && dict.has("SMask")) this.masked = this.#componentsOf(dict);
    for (const [key, value] of this.document.entries(dict)) {
      const rule = Object.hasOwn(schema, key) ? schema[key] : undefined;
      if (rule === undefined) continue;
      const kept = this.copy(value, rule, depth + 1);
      if (kept !== null) copy.set(key, kept);
    }
    if (words && place !== undefined) words.place = place;
    const facts = {
      components: () => this.#componentsOf(dict),
      masked: this.masked,
      outputs: () => this.#outputsOf(dict),
    };
    for (const [key, most] of listLengths(kind, copy, facts)) {
      const list = copy.get(key);
      if (Array.isArray(list) && list.length > most) copy.set(key, list.slice(0, most));
    }
    return copy;
  }

  /** Of a function; 0 where that of which it is made gives it. */
  #outputsOf(dict: PdfDict): number {
    let first: PdfDict | undefined = dict;
    for (let depth = 0; first && depth < MAX_DEPTH; depth++) {
      const parts = first.get("Functions");
      if (parts === undefined) {
        const lists = ["C0", "C1"].map((key) => this.document.array(first?.get(key))?.length ?? 0);
        if (this.document.number(first.get("FunctionType")) === 2) return Math.max(1, ...lists);
        return (this.document.array(first.get("Range"))?.length ?? 0) / 2;
      }
      const part = this.document.resolve(this.document.items(parts, 1)?.[0] ?? null);
      first = part instanceof PdfStream ? part.dict : this.document.dict(part);
    }
    return 0;
  }

  /** Of an image; 0 where its data says it. */
  #componentsOf(dict: PdfDict): number {
    if (this.document.resolve(dict.get("ImageMask")) === true) return 1;
    if (!dict.has("ColorSpace")) return 0;
    return this.#colours.of(dict.get("ColorSpace"), new Resources(this.document, undefined)).components;
  }

  #putObject(ref: PdfRef, stream: PdfStream, kind: string, depth: number): void {
    const dict = this.dict(stream.dict, kind, depth);
    // Only meshes have data.
    if (kind === "shading" && Number(dict.get("ShadingType")) < 4) this.file.put(ref, dict);
    else if (kind === "function") {
      const data = this.document.readableData(stream);
      if (data) this.file.putContent(ref, dict, functionData(dict, data));
      else this.file.put(ref, null);
    } else this.#putStream(ref, stream, dict, kind);
  }

  /** A new stream with these entries and the old one's data, as it is. */
  addStream(stream: PdfStream, dict: PdfDict): PdfRef {
    const ref = this.file.newRef();
    this.#putStream(ref, stream, dict, "");
    return ref;
  }

  /** What a stream was decoded to. When the stream is copied, it need not be decoded again. */
  noteDecoded(stream: PdfStream, plain: Uint8Array): void {
    if (!this.document.encrypted && endsWithSum(stream.raw, plain)) this.#exact.add(stream);
  }

  #putStream(ref: PdfRef, stream: PdfStream, dict: PdfDict, kind: string): void {
    const { filters, parameters } = this.filters(stream.dict);
    const raw = this.document.rawStream(stream);
    const isImage = kind === "image" || kind === "mask";
    if (!isImage && filters.length === 1 && filters[0] === "FlateDecode" && parameters[0] === null) {
      this.#putDeflated(ref, dict, raw, this.#exact.has(stream));
      return;
    }
    // Of other filters only what the data decodes to is kept: bytes behind its end may hold anything.
    const plain = isImage || filters.length === 0 ? undefined : unlessDamaged(() => this.document.streamData(stream));
    if (plain) {
      this.file.putContent(ref, dict, plain);
      return;
    }
    const [coding] = parameters;
    const isGroup4 = coding instanceof Map && Number(coding.get("K")) < 0 && coding.get("EndOfBlock") !== false;
    const data = isImage ? stripped(raw, filters, this.document.work, isGroup4) : [raw];
    if (filters.length > 0) dict.set("Filter", filters.length === 1 ? filters[0]! : filters);
    if (parameters.some((one) => one !== null)) {
      dict.set("DecodeParms", parameters.length === 1 ? parameters[0]! : parameters);
    }
    this.file.putStream(ref, dict, data);
  }

  /** Bytes after the end of deflated data do not belong to it, and may hold anything. */
  #putDeflated(ref: PdfRef, dict: PdfDict, raw: Uint8Array, isExact: boolean): void {
    const plain = isExact ? undefined : inflate(raw, MAX_PLAIN);
    if (plain && !endsWithSum(raw, plain)) this.file.putContent(ref, dict, plain);
    else this.file.putStream(ref, dict.set("Filter", "FlateDecode"), [raw]);
  }

  /** The filters of the new stream's data. Encryption is already undone. */
  filters(dict: PdfDict): { filters: string[]; parameters: PdfObject[] } {
    const { document } = this;
    const named = document.resolve(dict.get("Filter") ?? dict.get("F"));
    const given = document.resolve(dict.get("DecodeParms") ?? dict.get("DP"));
    const filters: string[] = [];
    const parameters: PdfObject[] = [];
    (Array.isArray(named) ? named : [named]).forEach((item, index) => {
      const name = document.resolve(item);
      if (typeof name !== "string" || name === "Crypt") return;
      filters.push(name);
      const own = document.resolve(Array.isArray(given) ? given[index] : index === 0 ? given : null);
      parameters.push(own instanceof Map ? this.#decodeParameters(own) : null);
    });
    return { filters, parameters };
  }

  #decodeParameters(dict: PdfDict): PdfObject {
    const copy: PdfDict = new Map();
    for (const key of Object.keys(DECODE_PARAMETERS)) {
      const value = this.copy(dict.get(key), "plain");
      if (value !== null) copy.set(key, value);
    }
    const globals = this.document.resolve(dict.get("JBIG2Globals"));
    if (globals instanceof PdfStream) copy.set("JBIG2Globals", this.copy(dict.get("JBIG2Globals"), "data"));
    return copy.size > 0 ? copy : null;
  }

  #value(value: PdfObject, kind: string, depth: number): PdfObject {
    if (kind.startsWith("[")) {
      return Array.isArray(value) ? value.map((item) => this.copy(item, kind.slice(1), depth + 1)) : null;
    }
    switch (kind) {
      case "plain":
      case "name":
      case "said":
        return this.#plain(value, kind, depth);
      case "text":
        return this.#textual(value, depth);
      case "neededText":
        return this.#textual(value, depth) ?? NO_TEXT;
      case "collectionName":
        return value instanceof PdfString && COLLECTIONS.test(latin1Text(value.bytes)) ? value : NO_COLLECTION;
      case "defaultAppearance":
        return value instanceof PdfString ? plainAppearance(value) : null;
      case "colourSpace":
        return this.#colourSpace(value, depth);
      case "functions":
        return typeof value === "string"
          ? this.#plain(value, "plain", depth)
          : Array.isArray(value)
            ? value.map((item) => this.copy(item, "functions", depth + 1))
            : this.#value(value, "function", depth);
      case "mask":
        return Array.isArray(value) ? this.#plain(value, "plain", depth) : this.#structured(value, kind, depth);
      case "layers":
        return this.#layerList(value, depth);
      default:
        return this.#structured(value, kind, depth);
    }
  }

  #structured(value: PdfObject, kind: string, depth: number): PdfObject {
    if (value instanceof Map) return this.dict(value, kind, depth);
    if (!(value instanceof PdfStream) || !STREAMS.has(kind)) return null;
    const ref = this.file.newRef();
    this.#putObject(ref, value, kind, depth);
    return ref;
  }

  /** Numbers, booleans and names, and arrays of them; references in them are resolved. */
  #plain(value: PdfObject, kind: string, depth: number): PdfObject {
    this.#count(value);
    if (typeof value === "string") {
      if (KNOWN_NAMES.has(value)) return value;
      return kind === "plain" || (kind === "said" && this.words?.isInName(value)) ? null : value;
    }
    if (typeof value === "number" || typeof value === "boolean") return value;
    if (!Array.isArray(value) || depth > MAX_DEPTH) return null;
    return value.map((item) => this.#plain(this.document.resolve(item), kind, depth + 1));
  }

  #textual(value: PdfObject, depth: number): PdfObject {
    if (!(value instanceof PdfString || Array.isArray(value)) || depth > MAX_DEPTH) {
      return this.#plain(value, "said", depth);
    }
    this.#count(value);
    if (value instanceof PdfString) return this.words?.isIn(value) ? null : value;
    return value.map((item) => this.#textual(this.document.resolve(item), depth + 1) ?? NO_TEXT);
  }

  #count(value: PdfObject): void {
    const length = typeof value === "string" ? value.length : value instanceof PdfString ? value.bytes.length : 0;
    this.#values += 1 + length / BYTES_OF_VALUE;
    if (++this.#valuesOfObject > MAX_ELEMENTS || this.#values > MAX_VALUES) {
      throw new PdfProblem("budget", "The document repeats lists or texts too often.");
    }
  }

  /** 8.6. */
  #colourSpace(value: PdfObject, depth: number): PdfObject {
    if (typeof value === "string") return KNOWN_NAMES.has(value) ? value : UNKNOWN_SPACE;
    if (!Array.isArray(value)) return null;
    const family = this.document.resolve(value[0]);
    const at = (index: number, kind: string): PdfObject => this.copy(value[index], kind, depth + 1);
    switch (family) {
      case "ICCBased":
        return [family, at(1, "profile")];
      case "CalGray":
      case "CalRGB":
      case "Lab":
        return [family, at(1, "calibrated")];
      case "Indexed":
      case "I":
        return [family, at(1, "colourSpace"), at(2, "plain"), this.#palette(value)];
      case "Separation":
        return [family, at(1, "name"), at(2, "colourSpace"), at(3, "functions")];
      case "DeviceN": {
        const names = at(1, "name");
        return [family, names, at(2, "colourSpace"), at(3, "functions"), ...this.#inks(value[4], names, depth)];
      }
      case "Pattern":
        return value.length > 1 ? [family, at(1, "colourSpace")] : [family];
      default:
        return typeof family === "string" ? [this.#colourSpace(family, depth)] : null;
    }
  }

  /** The attributes of a space of several inks, none of others. */
  #inks(object: PdfObject | undefined, names: PdfObject, depth: number): PdfDict[] {
    const old = this.document.dict(object);
    if (!old) return [];
    const colorants: PdfDict = new Map();
    for (const [name, space] of this.document.entries(old.get("Colorants"))) {
      if (Array.isArray(names) && names.includes(name)) colorants.set(name, this.copy(space, "colourSpace", depth + 1));
    }
    return [this.dict(old, "inks", depth).set("Colorants", colorants)];
  }

  /** The colours of an Indexed space (8.6.6.3), and no bytes behind the last. */
  #palette([, base, highest, table]: PdfObject[]): PdfObject {
    const { document } = this;
    const value = document.resolve(table);
    const { components } = this.#colours.of(base, new Resources(document, undefined));
    const bytes = value instanceof PdfString ? value.bytes : value instanceof PdfStream && document.readableData(value);
    return bytes ? new PdfString(bytes.subarray(0, ((document.number(highest) ?? 0) + 1) * components), true) : null;
  }

  /** Groups, and expressions over them (8.11.2.2). */
  #layerList(value: PdfObject, depth: number): PdfObject {
    if (!Array.isArray(value) || value.length > MAX_LAYERS) return null;
    return value.map((item) => {
      const inner = this.document.resolve(item);
      if (typeof inner === "string") return inner;
      return this.copy(item, Array.isArray(inner) ? "layers" : "layer", depth + 1);
    });
  }
}
