import { COST } from "../meter/work-limits.ts";
import type { Resources } from "../pdf-content/resources.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { unlessDamaged } from "../pdf-file/pdf-problem.ts";
import { latin1 } from "../pdf-file/rope.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from "../pdf-file/syntax/objects.ts";
import { latin1Text } from "../platform/latin1.ts";
import type { Findings } from "./findings.ts";
import { isUtf8 } from "./fonts/fonts.ts";

/** What overprinting is at a place (ISO 32000-1, 8.6.7). */
export interface Overprint {
  readonly isOn: boolean;
  readonly mode: number;
}

const DEVICES: Readonly<Record<string, "gray" | "rgb" | "cmyk">> = {
  DeviceGray: "gray",
  G: "gray",
  DeviceRGB: "rgb",
  RGB: "rgb",
  DeviceCMYK: "cmyk",
  CMYK: "cmyk",
};
const DEFAULTS = { gray: "DefaultGray", rgb: "DefaultRGB", cmyk: "DefaultCMYK" } as const;
const PROCESS_COLORANTS = new Set(["Cyan", "Magenta", "Yellow", "Black", "None"]);
const NO_OVERPRINT: Overprint = { isOn: false, mode: 0 };
const MAX_COLORANTS = 32;
const DEEPEST = 8;
/** What is written of an object to compare it, at most. */
const MAX_COMPARED = 1 << 16;
/** What is kept of a separation beside its texts. */
const KEPT_BYTES = 200;

interface Profile {
  readonly deviceClass: string;
  readonly space: string;
  readonly version: number;
}

/** The header of an ICC profile (ISO 15076-1, 7.2). */
function profileOf(document: PdfDocument, object: PdfObject | undefined): Profile | undefined {
  const stream = document.resolve(object);
  const bytes = stream instanceof PdfStream ? unlessDamaged(() => document.streamData(stream)) : undefined;
  if (!bytes || bytes.length < 128) return undefined;
  return { deviceClass: latin1Text(bytes, 12, 16), space: latin1Text(bytes, 16, 20), version: bytes[8]! };
}

function isFit(profile: Profile | undefined, classes: readonly string[], spaces: readonly string[]): boolean {
  return !!profile && classes.includes(profile.deviceClass) && spaces.includes(profile.space) && profile.version < 5;
}

function textOf({ deviceClass, space, version }: Profile): string {
  return `${deviceClass} ${space} ${version}`;
}

/** Output intents and colour spaces (ISO 19005-2, 6.2.3 and 6.2.4). */
export class ColourChecks {
  readonly #document: PdfDocument;
  readonly #findings: Findings;
  /** The colour space of the PDF/A output intent's profile, as ICC calls it. */
  readonly output: string | undefined;
  readonly #seen = new Map<number | PdfObject, boolean>();
  readonly #separations = new Map<string, string>();
  /** How much may still be written of an object. */
  #room = 0;

  constructor(document: PdfDocument, findings: Findings) {
    this.#document = document;
    this.#findings = findings;
    this.output = this.#outputIntents();
  }

  #outputIntents(): string | undefined {
    const document = this.#document;
    const findings = this.#findings;
    let output: string | undefined;
    const profiles = new Set<number>();
    for (const item of document.array(document.catalog.get("OutputIntents")) ?? []) {
      const intent = document.dict(item);
      if (!intent) continue;
      const kind = document.resolve(intent.get("S"));
      findings.demand(kind !== "GTS_PDFX" || !intent.has("DestOutputProfileRef"), "6.2.3-3");
      const reference = intent.get("DestOutputProfile");
      if (reference === undefined) continue;
      profiles.add(reference instanceof PdfRef ? reference.number : -profiles.size);
      const profile = profileOf(document, reference);
      findings.demand(
        isFit(profile, ["prtr", "mntr"], ["RGB ", "CMYK", "GRAY"]),
        "6.2.3-1",
        profile && textOf(profile),
      );
      if (kind === "GTS_PDFA1") output ??= profile?.space;
    }
    findings.demand(profiles.size <= 1, "6.2.3-2");
    return output;
  }

  /** A colour space is used: its object in the resources, or its name. */
  use(object: PdfObject | undefined, resources: Resources | undefined, overprint = NO_OVERPRINT, depth = 0): void {
    if (depth > DEEPEST) return;
    const document = this.#document;
    const value = document.resolve(object);
    if (typeof value === "string") this.#named(value, resources, overprint, depth);
    if (!Array.isArray(value)) return;
    const key = object instanceof PdfRef ? object.number : value;
    const isOver = overprint.isOn && overprint.mode === 1;
    const seen = this.#seen.get(key);
    if (seen === true || (seen === false && !isOver)) return;
    this.#seen.set(key, isOver);
    const family = document.resolve(value[0]);
    switch (family) {
      case "ICCBased":
        this.#profile(value[1], isOver);
        break;
      case "Indexed":
      case "I":
      case "Pattern":
        this.use(value[1], resources, overprint, depth + 1);
        break;
      case "Separation":
        this.#separation(value, resources, depth);
        break;
      case "DeviceN":
        this.#deviceN(value, resources, depth);
        break;
      default:
        if (value.length === 1 && typeof family === "string") this.#named(family, resources, overprint, depth);
    }
  }

  #named(name: string, resources: Resources | undefined, overprint: Overprint, depth: number): void {
    const device = DEVICES[name];
    if (device === undefined) {
      const found = resources?.find("ColorSpace", name);
      if (found !== undefined && found !== name) this.use(found, resources, overprint, depth + 1);
      return;
    }
    const byDefault = resources?.own("ColorSpace", DEFAULTS[device]);
    if (byDefault !== undefined && typeof this.#document.resolve(byDefault) !== "string") {
      this.use(byDefault, undefined, overprint, depth + 1);
      return;
    }
    if (device === "gray") this.#findings.demand(this.output !== undefined, "6.2.4.3-4");
    else if (device === "rgb") this.#findings.demand(this.output === "RGB ", "6.2.4.3-2");
    else this.#findings.demand(this.output === "CMYK", "6.2.4.3-3");
  }

  #profile(object: PdfObject | undefined, isOverprinted: boolean): void {
    const document = this.#document;
    const profile = profileOf(document, object);
    const isAllowed = isFit(profile, ["prtr", "mntr", "scnr", "spac"], ["RGB ", "CMYK", "GRAY", "Lab "]);
    this.#findings.demand(isAllowed, "6.2.4.2-1", profile && textOf(profile));
    const isCmyk = document.number(document.dict(object)?.get("N")) === 4;
    this.#findings.demand(!isCmyk || !isOverprinted, "6.2.4.2-2");
  }

  #separation(items: readonly PdfObject[], resources: Resources | undefined, depth: number): void {
    const document = this.#document;
    const name = document.resolve(items[1]);
    if (typeof name === "string") {
      this.#findings.demand(isUtf8(name, document.work), "6.1.8-1");
      this.#room = MAX_COMPARED;
      const written = this.#written(items.slice(2, 4));
      const known = this.#separations.get(name);
      if (known === undefined) {
        document.work.hold(KEPT_BYTES + name.length + written.length);
        this.#separations.set(name, written);
      } else this.#findings.demand(known === written, "6.2.4.4-2", name);
    }
    this.use(items[2], resources, NO_OVERPRINT, depth + 1);
  }

  #deviceN(items: readonly PdfObject[], resources: Resources | undefined, depth: number): void {
    const document = this.#document;
    const names = (document.array(items[1]) ?? []).map((name) => document.resolve(name));
    document.work.spend(names.length * COST.entry);
    this.#findings.demand(names.length <= MAX_COLORANTS, "6.1.13-9");
    const attributes = document.dict(items[4]);
    const colorants = document.dict(attributes?.get("Colorants"));
    const printed = document.dict(attributes?.get("Process"));
    const components = new Set(
      (document.array(printed?.get("Components")) ?? []).map((name) => document.resolve(name)),
    );
    for (const name of names) {
      if (typeof name !== "string") continue;
      this.#findings.demand(isUtf8(name, document.work), "6.1.8-1");
      const isKnown = PROCESS_COLORANTS.has(name) || components.has(name) || colorants?.has(name) === true;
      this.#findings.demand(isKnown, "6.2.4.4-1", name);
    }
    this.use(items[2], resources, NO_OVERPRINT, depth + 1);
    for (const colorant of document.entries(attributes?.get("Colorants")).values())
      this.use(colorant, resources, NO_OVERPRINT, depth + 1);
    if (printed) this.use(printed.get("ColorSpace"), resources, NO_OVERPRINT, depth + 1);
  }

  /** An object as it is without references and filters: equal objects are written alike, as far as there is room. */
  #written(object: PdfObject | undefined, depth = 0): string {
    const document = this.#document;
    const value = document.resolve(object);
    document.work.spend(COST.element);
    if (depth > DEEPEST || this.#room <= 0) return "…";
    if (value instanceof PdfStream) {
      const data = unlessDamaged(() => document.streamData(value)) ?? new Uint8Array(0);
      return this.#writtenDict(value.dict, depth) + this.#writtenBytes(data);
    }
    if (value instanceof Map) return this.#writtenDict(value, depth);
    if (Array.isArray(value)) return `[${value.map((item) => this.#written(item, depth + 1)).join(" ")}]`;
    if (value instanceof PdfString) return `(${this.#writtenBytes(value.bytes)})`;
    const text = typeof value === "string" ? `/${value}` : String(value);
    this.#room -= text.length;
    return text;
  }

  #writtenBytes(bytes: Uint8Array): string {
    const shown = bytes.subarray(0, Math.max(0, this.#room));
    this.#room -= shown.length;
    this.#document.work.spend(shown.length * COST.parsedByte);
    return latin1Text(shown);
  }

  #writtenDict(dict: PdfDict, depth: number): string {
    this.#document.work.spend(dict.size * COST.object);
    const keys = [...this.#document.entries(dict).keys()]
      .filter((key) => !["Length", "Filter", "DecodeParms"].includes(key))
      .sort();
    return `<<${keys.map((key) => this.#writtenBytes(latin1(`/${key} `)) + this.#written(dict.get(key), depth + 1)).join("")}>>`;
  }
}
