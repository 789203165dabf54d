import type { Turns } from "../meter/turns.ts";
import { COST } from "../meter/work-limits.ts";
import type { PdfDocument } from "./document.ts";
import type { Rope } from "./rope.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream, pdfDict } from "./syntax/objects.ts";
import { writeObject } from "./syntax/serialise.ts";
import { Update } from "./update.ts";

/** Actions that run something or read a file of the reader's machine (ISO 32000-2 §12.6.4). */
const ACTIVE = new Set<PdfObject>(["JavaScript", "Launch", "ImportData"]);
/** Addresses that are a program or a document themselves, or a file of the reader's machine. */
const ACTIVE_SCHEME = /^(?:javascript|vbscript|data|file):/i;
/** Readers of addresses pass over white space and control characters. */
const PASSED_OVER = /[\u0000-\u0020]+/g;

/** Whether the dictionary is an action that does more than lead somewhere, its /Next aside. */
function isActive(document: PdfDocument, action: PdfDict): boolean {
  const kind = action.has("S") ? document.resolve(action.get("S")) : null;
  return ACTIVE.has(kind) || (kind === "URI" && isActiveAddress(document, action.get("URI")));
}

function isActiveAddress(document: PdfDocument, address: PdfObject | undefined): boolean {
  return ACTIVE_SCHEME.test((document.text(address) ?? "").replace(PASSED_OVER, ""));
}

export interface Inactive {
  /** The file with its update; undefined when there is nothing to drop. */
  readonly rope: Rope | undefined;
  /** How many actions were dropped. */
  readonly dropped: number;
}

/**
 * The document without active actions, wherever they are: every object is read, so that no place is forgotten. The
 * file's bytes stay, and an update follows them.
 */
export function dropActiveContent(document: PdfDocument): Turns<Inactive> {
  return document.ofPages(() => dropFrom(document));
}

function* dropFrom(document: PdfDocument): Turns<Inactive> {
  const update = new Update(document);
  const dropping = new Dropping(document);
  for (let number = 1; number < document.size; number++) {
    yield;
    const object = document.get(number);
    const left = dropping.without(object);
    if (left === object) continue;
    const generation = document.bodyOf(number)?.generation ?? 0;
    const value = left instanceof PdfRef ? followedBy(left) : left;
    writeObject(update.begin(number, generation), value, update.seal(number, generation));
    update.end();
  }
  const { dropped } = dropping;
  return { rope: dropped > 0 ? update.finish() : undefined, dropped };
}

class Dropping {
  readonly #document: PdfDocument;
  dropped = 0;

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  /** The object without active actions within it: the same one when it has none, null when it is one. */
  without(object: PdfObject): PdfObject {
    this.#document.work.spend(COST.item);
    if (Array.isArray(object)) {
      const left = object.map((item) => this.without(item));
      return left.some((item, index) => item !== object[index]) ? left : object;
    }
    if (object instanceof PdfStream) {
      // Some readers take the dictionary of a stream for an action. What is left of such a stream is a dictionary.
      const left = this.without(object.dict);
      return left === object.dict ? object : left;
    }
    if (!(object instanceof Map)) return object;
    if (!isActive(this.#document, object)) return this.#withoutEntries(object);
    this.dropped++;
    return this.#nextOf(object);
  }

  #withoutEntries(dict: PdfDict): PdfDict {
    let changed: PdfDict | undefined;
    for (const [key, value] of this.#document.entries(dict)) {
      const left = this.#isActiveEntry(dict, key, value) ? null : this.without(value);
      if (left === value) continue;
      changed ??= new Map(dict);
      if (left === null) changed.delete(key);
      else changed.set(key, left);
    }
    return changed ?? dict;
  }

  #isActiveEntry(dict: PdfDict, key: string, value: PdfObject): boolean {
    // The tree of scripts that run when the document is opened (§7.7.4). Its actions are counted where they are.
    if (key === "JavaScript" && this.#isTree(value)) {
      this.without(value);
      return true;
    }
    const isOne =
      (key === "JS" && this.#document.resolve(dict.get("S")) === "Rendition") ||
      // What the addresses of the document begin with (§12.6.4.8).
      (key === "Base" && isActiveAddress(this.#document, value));
    if (isOne) this.dropped++;
    return isOne;
  }

  #isTree(value: PdfObject): boolean {
    const tree = this.#document.dict(value);
    return tree !== undefined && (tree.has("Names") || tree.has("Kids"));
  }

  /** What follows a dropped action takes its place (§12.6.2); what is an object of its own is judged there. */
  #nextOf(action: PdfDict): PdfObject {
    const next = action.get("Next") ?? null;
    if (next instanceof PdfRef) return Array.isArray(this.#document.resolve(next)) ? followedBy(next) : next;
    const left = this.without(next);
    if (!Array.isArray(left)) return left;
    const actions = left.filter((item) => item !== null);
    return actions.length > 0 ? followedBy(actions) : null;
  }
}

/** An action that does nothing by itself, where what follows cannot be alone. */
function followedBy(next: PdfObject): PdfDict {
  return pdfDict({ S: "Named", N: "None", Next: next });
}
