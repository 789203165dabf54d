import { words } from "../../pdf-content/fonts/names/words.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { stringKey } from "../../pdf-file/syntax/names.ts";
import { type PdfDict, type PdfObject, type PdfRef, PdfString } from "../../pdf-file/syntax/objects.ts";
import { latin1Text } from "../../platform/latin1.ts";
import type { Copier } from "../copy/copier.ts";

/** Attributes that say where something lies, and what it is about (14.8.5). */
export const TELLING = new Set(["BBox", "Width", "Height", "Summary", "Short", "Contents"]);

/** The attributes of elements (14.7.6): names and numbers, and the identifiers of headers that are left. */
export class KeptAttributes {
  readonly #copier: Copier;
  /** Lists of headers, which are written when it is known which elements are left. */
  readonly #headers: [PdfRef, PdfObject][] = [];

  constructor(copier: Copier) {
    this.#copier = copier;
  }

  of(object: PdfObject | undefined, isLost: boolean, depth = 0): PdfObject {
    const value = this.#copier.document.resolve(object);
    if (Array.isArray(value) && depth === 0) {
      const list = value.map((item) => this.of(item, isLost, 1)).filter((item) => item !== null);
      return list.length > 0 ? list : null;
    }
    if (typeof value === "number") return value;
    if (!(value instanceof Map)) return null;
    const made: PdfDict = new Map();
    for (const [key, entry] of value) {
      if (key === "NS" || (isLost && TELLING.has(key)) || this.#copier.words?.isInName(key)) continue;
      const kept = key === "Headers" ? this.#headersOf(entry) : this.#copier.copy(entry, "said");
      if (kept !== null) made.set(key, kept);
      // Nobody knows what attributes mean without their owner.
      else if (key === "O") return null;
    }
    return made.size > 0 ? made : null;
  }

  #headersOf(entry: PdfObject): PdfRef {
    const ref = this.#copier.file.newRef();
    this.#headers.push([ref, this.#copier.copy(entry, "text")]);
    return ref;
  }

  /** Writes the lists of headers, with the identifiers that an element has. */
  finish(ids: readonly PdfString[]): void {
    const known = new Set(ids.map(stringKey));
    for (const [ref, list] of this.#headers) {
      const kept = (Array.isArray(list) ? list : []).filter(
        (item) => item instanceof PdfString && known.has(stringKey(item)),
      );
      this.#copier.file.put(ref, kept);
    }
  }
}

/** The standard types of elements (14.8.4), of both versions. */
const STANDARD_TYPES: ReadonlySet<string> = new Set(
  words`
  Document DocumentFragment Part Art Sect Div Aside BlockQuote Caption TOC TOCI Index NonStruct Private P H
  L LI Lbl LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT
  RP Warichu WT WP Figure Formula Form Artifact Title Sub FENote Em Strong
`,
);
const MAX_ROLES = 32;

/** The standard types of these element types (14.7.3). The types between them, which no element has, are left out. */
export function rolesOf(document: PdfDocument, map: PdfDict | undefined, kinds: Iterable<string>): PdfDict {
  const roles: PdfDict = new Map();
  const roleOf = (kind: string): PdfObject => document.resolve(map?.get(kind) ?? null);
  for (const kind of kinds) {
    let role = roleOf(kind);
    for (let step = 0; step < MAX_ROLES && typeof role === "string" && !isStandard(role); step++) role = roleOf(role);
    if (typeof role === "string" && isStandard(role)) roles.set(kind, role);
  }
  return roles;
}

function isStandard(type: string): boolean {
  return STANDARD_TYPES.has(type) || /^H\d{1,2}$/.test(type);
}

/** A language, with at most a script and a region (14.9.2). Anything longer could hold any text. */
export const LANGUAGE = /^(?:x-default|[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?)$/i;

export function languageOf(document: PdfDocument, object: PdfObject | undefined): PdfString | undefined {
  const value = document.resolve(object);
  if (!(value instanceof PdfString)) return undefined;
  return LANGUAGE.test(latin1Text(value.bytes)) ? value : undefined;
}
