import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { unlessDamaged } from "../../pdf-file/pdf-problem.ts";
import { type PdfObject, PdfRef, PdfStream, PdfString } from "../../pdf-file/syntax/objects.ts";
import type { Resources } from "../resources.ts";
import { Functions } from "./functions.ts";

/** A colour space (8.6), as far as is needed to tell which colours are white and how dark a sample is. */
export interface ColourSpace {
  readonly components: number;
  /** Set when the samples are in one of the three device spaces. */
  readonly device: "gray" | "rgb" | "cmyk" | undefined;
  readonly initial: number;
  /** values[from, from + components) as 0xRRGGBB, or one of the negative colours of the graphics state. */
  colour(values: ArrayLike<number>, from: number): number;
  /** What a sample's largest value means without /Decode: 1, or the sample itself in an Indexed space. */
  readonly isIndexed: boolean;
}

function byte(value: number): number {
  return value <= 0 ? 0 : value >= 1 ? 255 : Math.round(value * 255);
}

function rgb(r: number, g: number, b: number): number {
  return (byte(r) << 16) | (byte(g) << 8) | byte(b);
}

function space(components: number, device: ColourSpace["device"], initial: number, colour: ColourSpace["colour"]) {
  return { components, device, initial, colour, isIndexed: false };
}

export const GRAY = space(1, "gray", 0, (v, i) => rgb(v[i]!, v[i]!, v[i]!));
export const RGB = space(3, "rgb", 0, (v, i) => rgb(v[i]!, v[i + 1]!, v[i + 2]!));
export const CMYK = space(4, "cmyk", 0, (v, i) => {
  const k = 1 - v[i + 3]!;
  return rgb((1 - v[i]!) * k, (1 - v[i + 1]!) * k, (1 - v[i + 2]!) * k);
});
/** L* alone: a colour is white only at 100, with a* and b* near 0. */
const LAB = space(3, undefined, 0, (v, i) => {
  const light = v[i]! / 100;
  return Math.abs(v[i + 1]!) + Math.abs(v[i + 2]!) < 1 ? rgb(light, light, light) : rgb(light, 0, 0);
});
const UNKNOWN = space(1, undefined, -1, () => -1);
/** Patterns, with or without an underlying colour: the operands before the name do not matter here. */
const PATTERN = space(0, undefined, -1, () => -1);
const NONE = -2;

const NAMED: ReadonlyMap<string, ColourSpace> = new Map([
  ["DeviceGray", GRAY],
  ["G", GRAY],
  ["CalGray", GRAY],
  ["DeviceRGB", RGB],
  ["RGB", RGB],
  ["CalRGB", RGB],
  ["DeviceCMYK", CMYK],
  ["CMYK", CMYK],
  ["Lab", LAB],
  ["Pattern", PATTERN],
]);

const MAX_DEPTH = 6;
/** Colorants of a DeviceN space (annex C). */
const MAX_INKS = 32;
const MAX_REMEMBERED = 256;

export class ColourSpaces {
  readonly #document: PdfDocument;
  readonly #functions: Functions;
  readonly #known = new Map<number, ColourSpace>();

  constructor(document: PdfDocument) {
    this.#document = document;
    this.#functions = new Functions(document);
  }

  /** What `cs`, or an image's /ColorSpace, names. */
  named(name: string, resources: Resources): ColourSpace {
    const entry = resources.find("ColorSpace", name);
    const device = NAMED.get(name);
    if (device && (entry === undefined || device === PATTERN)) return device;
    return entry === undefined ? UNKNOWN : this.#read(entry);
  }

  of(object: PdfObject | undefined, resources: Resources): ColourSpace {
    const value = this.#document.resolve(object);
    if (typeof value === "string") return this.named(value, resources);
    return this.#read(object ?? null);
  }

  #read(object: PdfObject, depth = 0): ColourSpace {
    if (depth > MAX_DEPTH) return UNKNOWN;
    if (!(object instanceof PdfRef)) return this.#readValue(object, depth);
    const known = this.#known.get(object.number);
    if (known) return known;
    const found = this.#readValue(this.#document.resolve(object), depth);
    if (this.#known.size >= MAX_REMEMBERED) this.#known.clear();
    this.#known.set(object.number, found);
    return found;
  }

  #readValue(value: PdfObject, depth: number): ColourSpace {
    if (typeof value === "string") return NAMED.get(value) ?? UNKNOWN;
    if (!Array.isArray(value)) return UNKNOWN;
    const document = this.#document;
    const family = document.resolve(value[0]);
    switch (family) {
      case "ICCBased": {
        const components = document.number(document.dict(value[1])?.get("N"));
        return components === 1 ? GRAY : components === 3 ? RGB : components === 4 ? CMYK : UNKNOWN;
      }
      case "Indexed":
      case "I":
        return this.#indexed(value, depth);
      case "Separation":
        return this.#tinted([value[1] ?? null], value, depth);
      case "DeviceN":
        return this.#tinted(document.items(value[1], MAX_INKS + 1) ?? [], value, depth);
      default:
        return typeof family === "string" ? (NAMED.get(family) ?? UNKNOWN) : UNKNOWN;
    }
  }

  #indexed(items: readonly PdfObject[], depth: number): ColourSpace {
    const document = this.#document;
    const base = this.#read(items[1] ?? null, depth + 1);
    const table = document.resolve(items[3]);
    const held = table instanceof PdfString ? table.bytes : table instanceof PdfStream && document.readableData(table);
    const bytes = held || new Uint8Array(0);
    const most = Math.min(255, document.number(items[2]) ?? 255);
    const colours = new Int32Array(256);
    const values = new Float64Array(base.components);
    for (let index = 0; index < 256; index++) {
      const row = Math.min(index, most) * base.components;
      for (let i = 0; i < base.components; i++) values[i] = (bytes[row + i] ?? 0) / 255;
      if (base === LAB) {
        values[0] = values[0]! * 100;
        values[1] = values[1]! * 255 - 128;
        values[2] = values[2]! * 255 - 128;
      }
      colours[index] = base.colour(values, 0);
    }
    const colour: ColourSpace["colour"] = (v, i) => colours[Math.max(0, Math.min(255, Math.trunc(v[i]!)))]!;
    return { components: 1, device: undefined, initial: colours[0]!, colour, isIndexed: true };
  }

  /** Separation and DeviceN (8.6.6.4, 8.6.6.5): the tint transform's result as a colour of the alternate space. */
  #tinted(names: readonly PdfObject[], items: readonly PdfObject[], depth: number): ColourSpace {
    const components = names.length;
    if (components === 0 || components > MAX_INKS) return UNKNOWN;
    const inks = names.map((name) => this.#document.resolve(name));
    if (inks.every((ink) => ink === "None")) return space(components, undefined, NONE, () => NONE);
    const alternate = this.#read(items[2] ?? null, depth + 1);
    const transform = unlessDamaged(() => this.#functions.of(items[3]));
    const colour: ColourSpace["colour"] = (v, from) => {
      if (!transform || !this.#document.work.affords(COST.evaluation + transform.steps * COST.functionStep)) return -1;
      const values = transform.evaluate(Array.from({ length: components }, (_, i) => v[from + i]!));
      return values && values.length >= alternate.components ? alternate.colour(values, 0) : -1;
    };
    return space(components, undefined, colour(new Array<number>(components).fill(1), 0), colour);
  }
}
