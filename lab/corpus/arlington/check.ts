import { isReference, type Json, type JsonDict, type Listing, resolved } from "../qpdf-json.ts";
import type { Entry, Model } from "./model.ts";
import { holds, isDict, type Setting } from "./predicate.ts";

/** What breaks the model, each kind with the first place where it was met. */
export interface Judged {
  readonly breaches: ReadonlyMap<string, string>;
  /** Objects that were looked at, each as each table that refers to it. */
  readonly objects: number;
  /** Predicates that this does not judge. */
  readonly unjudged: number;
}

const MAX_OBJECTS = 300_000;
const DATE = /^D?:?\d{4}/;

/** The table of each kind of field. */
const KINDS: Readonly<Record<string, string>> = {
  "/Tx": "FieldTx",
  "/Btn": "FieldBtnCheckbox",
  "/Ch": "FieldChoice",
  "/Sig": "FieldSig",
};

interface Visit {
  readonly value: Json;
  readonly table: string;
  readonly path: string;
}

/** Checks every entry of a document that is reached from its trailer. */
export function check(listing: Listing, model: Model): Judged {
  return new Check(listing, model).all();
}

class Check {
  readonly #listing: Listing;
  readonly #model: Model;
  readonly #breaches = new Map<string, string>();
  readonly #seen = new Set<string>();
  readonly #version: number;
  readonly #trailer: JsonDict;
  #queue: Visit[] = [];
  #objects = 0;
  #unjudged = 0;

  constructor(listing: Listing, model: Model) {
    this.#listing = listing;
    this.#model = model;
    const trailer = listing.objects.get("trailer");
    this.#trailer = isDict(trailer) ? trailer : {};
    const catalog = this.#dict(this.#trailer["/Root"]);
    const said = typeof catalog?.["/Version"] === "string" ? Number(catalog["/Version"].slice(1)) : 0;
    this.#version = Math.max(1.7, said || 0);
  }

  all(): Judged {
    const table = this.#trailer["/Type"] === "/XRef" ? "XRefStream" : "FileTrailer";
    this.#queue.push({ value: this.#trailer, table, path: "trailer" });
    for (let visit = this.#queue.pop(); visit && this.#objects < MAX_OBJECTS; visit = this.#queue.pop()) {
      this.#objects++;
      this.#visit(visit);
    }
    return { breaches: this.#breaches, objects: this.#objects, unjudged: this.#unjudged };
  }

  #visit({ value, table, path }: Visit): void {
    const object = resolved(this.#listing, value);
    const tell = (kind: string, own = "") => {
      const name = `${table}${own === "" ? "" : `/${own}`}: ${kind}`;
      if (!this.#breaches.has(name)) this.#breaches.set(name, `${path}${own === "" ? "" : `/${own}`}`);
    };
    const entries = this.#entries(table, object);
    const follow = (entry: Entry, own: string, item: Json) => this.#entry(entry, own, item, object, tell, path);
    if (Array.isArray(object)) eachItem(entries, object, follow);
    else if (isDict(object)) {
      for (const entry of entries) {
        // qpdf leaves out the lengths of streams, which it knows by then.
        if (entry.key === "*" || entry.key === "Length" || object[`/${entry.key}`] !== undefined) continue;
        if (this.#isLacking(entry, object)) tell("is missing", entry.key);
      }
      for (const [name, item] of Object.entries(object)) {
        const own = name.slice(1);
        const entry = entries.find(({ key }) => key === own) ?? entries.find(({ key }) => key === "*");
        if (resolved(this.#listing, item) === null) continue;
        if (entry) follow(entry, own, item);
        else tell("is not in the standard", own);
      }
    }
  }

  /** A field with one widget may be one object with it (ISO 32000-2 §12.5.6.19). One above others may have a kind. */
  #entries(table: string, object: Json): readonly Entry[] {
    const own = this.#model.get(table) ?? [];
    if (!isDict(object)) return own;
    if (table === "AnnotWidget" || table === "Field") {
      const kind = KINDS[String(this.#inherited(object, "/FT"))] ?? "";
      return [...own, ...(this.#model.get(kind) ?? []).map((entry) => ({ ...entry, required: "FALSE" }))];
    }
    const isBoth = table.startsWith("Field") && object["/Subtype"] === "/Widget";
    return isBoth ? [...own, ...(this.#model.get("AnnotWidget") ?? [])] : own;
  }

  #entry(
    entry: Entry,
    own: string,
    item: Json,
    object: Json,
    tell: (kind: string, own: string) => void,
    path: string,
  ): void {
    const value = resolved(this.#listing, item);
    const at = entry.types.findIndex((type) => this.#isOf(type, value, item));
    if (at < 0) {
      if (entry.types.length > 0) tell(`is ${kindOf(value)}, not ${entry.types.join(" or ")}`, own);
      return;
    }
    const indirect = entry.indirect.length > 1 ? entry.indirect[at] : entry.indirect[0];
    if (indirect === "TRUE" && !isReference(item)) tell("must be indirect", own);
    if (indirect === "fn:MustBeDirect()" && isReference(item)) tell("must be direct", own);
    const allowed = entry.values[at] ?? [];
    if (allowed.length > 0 && this.#isAllowed(allowed, value, object) === false) {
      tell(`is ${JSON.stringify(value)?.slice(0, 40)}`, own);
    }
    // Any object at all.
    const links = (entry.links[at] ?? []).filter((link) => !link.startsWith("_Universal"));
    if (links.length === 0) return;
    const type = entry.types[at] as string;
    for (const [name, child] of this.#children(type, item)) {
      const table = links.length === 1 ? (links[0] as string) : this.#fitting(links, child);
      if (table === undefined) continue;
      const key = isReference(child) ? `${child} ${table}` : "";
      if (key !== "" && this.#seen.has(key)) continue;
      if (key !== "") this.#seen.add(key);
      this.#queue.push({ value: child, table, path: `${path.slice(-200)}/${own}${name}` });
    }
  }

  /** An entry's own object, or the values of a name tree or number tree. */
  *#children(type: string, item: Json, depth = 0): Generator<[string, Json]> {
    if (type !== "name-tree" && type !== "number-tree") {
      yield ["", item];
      return;
    }
    const tree = this.#dict(item);
    if (!tree || depth > 30) return;
    const leaves = resolved(this.#listing, tree[type === "name-tree" ? "/Names" : "/Nums"]);
    if (Array.isArray(leaves)) for (let at = 1; at < leaves.length; at += 2) yield [`[${at >> 1}]`, leaves[at] as Json];
    const kids = resolved(this.#listing, tree["/Kids"]);
    if (Array.isArray(kids)) for (const kid of kids) yield* this.#children(type, kid, depth + 1);
  }

  /** Of several tables the one that the object breaks least; its own name for itself counts most. */
  #fitting(tables: readonly string[], item: Json): string | undefined {
    const object = resolved(this.#listing, item);
    let [best, least]: [string | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
    for (const table of tables) {
      const faults = this.#faults(table, object);
      if (faults < least) [best, least] = [table, faults];
    }
    return best;
  }

  #faults(table: string, object: Json): number {
    const entries = this.#entries(table, object);
    if (Array.isArray(object) !== isForArrays(table, entries)) return 1000;
    let faults = 0;
    const judge = (entry: Entry, own: string, value: Json) => {
      const seen = resolved(this.#listing, value);
      const at = entry.types.findIndex((type) => this.#isOf(type, seen, value));
      const isName = /^(Type|Subtype|S|FT|FunctionType|ShadingType|PatternType|0)$/.test(own);
      if (at < 0) faults += isName ? 100 : 3;
      else if (this.#isAllowed(entry.values[at] ?? [], seen, object) === false) faults += isName ? 100 : 1;
    };
    if (Array.isArray(object)) {
      eachItem(entries, object, judge);
      const needed = entries.filter(({ key, required }) => /^\d+$/.test(key) && required === "TRUE").length;
      return faults + 20 * Math.max(0, needed - object.length) + (entries.some(({ key }) => key.includes("*")) ? 1 : 0);
    }
    if (!isDict(object)) return 1000;
    for (const entry of entries) {
      const value = object[`/${entry.key}`];
      if (value !== undefined) judge(entry, entry.key, value);
      else if (this.#isLacking(entry, object)) faults += /^(Type|Subtype|S)$/.test(entry.key) ? 50 : 10;
    }
    if (!entries.some(({ key }) => key === "*"))
      faults += Object.keys(object).filter((name) => !entries.some(({ key }) => `/${key}` === name)).length * 2;
    return faults;
  }

  #isLacking({ key, required, inheritable }: Entry, object: JsonDict): boolean {
    const needed = required === "TRUE" ? true : required === "FALSE" ? false : this.#holds(required, object);
    if (!needed) return false;
    return !inheritable || this.#inherited(object, `/${key}`) === undefined;
  }

  #inherited(object: JsonDict, key: string): Json | undefined {
    let holder: JsonDict | undefined = object;
    for (let depth = 0; holder && depth < 60; depth++) {
      if (holder[key] !== undefined) return holder[key];
      holder = this.#dict(holder["/Parent"]);
    }
    return undefined;
  }

  /** Undefined where it is not judged. */
  #isAllowed(allowed: readonly string[], value: Json, object: Json): boolean | undefined {
    if (allowed.length === 0) return true;
    const said = typeof value === "string" ? value.replace(/^\/|^u:/, "") : value;
    let isKnown = true;
    for (const one of allowed) {
      if (one === "*" || one === String(said) || Number(one) === said) return true;
      if (!one.startsWith("fn:")) continue;
      const inner = /^fn:(?:SinceVersion|Deprecated|Extension|IsPDFVersion|BeforeVersion)\([^,]*,?([\w.-]*)\)$/.exec(
        one,
      )?.[1];
      if (inner !== undefined) {
        if (inner === "" || inner === String(said) || Number(inner) === said) return true;
        continue;
      }
      const judged = isDict(object) ? this.#holds(one, object) : undefined;
      if (judged === true) return true;
      if (judged === undefined) isKnown = false;
    }
    return isKnown ? false : undefined;
  }

  #holds(predicate: string, object: JsonDict): boolean | undefined {
    const setting: Setting = {
      version: this.#version,
      entry: (key) => resolved(this.#listing, object[`/${key}`]),
      at: (path) => this.#at(path, object),
    };
    const judged = holds(predicate, setting);
    if (judged === undefined) this.#unjudged++;
    return judged;
  }

  #at([first, ...rest]: readonly string[], object: JsonDict): Json | undefined {
    let value: Json = first === "trailer" ? this.#trailer : resolved(this.#listing, object[`/${first}`]);
    for (const step of rest) {
      const name = first === "trailer" && step === "Catalog" ? "Root" : step;
      value = isDict(value) ? resolved(this.#listing, value[`/${name}`]) : null;
    }
    return value;
  }

  #isOf(type: string, value: Json, item: Json): boolean {
    const isStream = isReference(item) && this.#listing.streams.has(item);
    const numbers = (count: number) =>
      Array.isArray(value) &&
      value.length === count &&
      value.every((number) => typeof resolved(this.#listing, number) === "number");
    switch (type) {
      case "name":
        return typeof value === "string" && value.startsWith("/");
      case "array":
        return Array.isArray(value);
      case "dictionary":
      case "name-tree":
      case "number-tree":
        return isDict(value) && !isStream;
      case "stream":
        return isStream;
      case "integer":
      case "bitmask":
        return Number.isInteger(value);
      case "number":
        return typeof value === "number";
      case "boolean":
        return typeof value === "boolean";
      case "null":
        return value === null;
      case "rectangle":
        return numbers(4);
      case "matrix":
        return numbers(6);
      case "date":
        return typeof value === "string" && value.startsWith("u:") && DATE.test(value.slice(2));
      default:
        return type.startsWith("string") && typeof value === "string" && /^[ub]:/.test(value);
    }
  }

  #dict(value: Json | undefined): JsonDict | undefined {
    const found = resolved(this.#listing, value);
    return isDict(found) ? found : undefined;
  }
}

/** Tables of arrays have numbers for keys; of those with one entry for all, the name tells. */
function isForArrays(table: string, entries: readonly Entry[]): boolean {
  return entries.every(({ key }) => /^(\d+\*?|\*)$/.test(key)) && (/Array/.test(table) || entries[0]?.key !== "*");
}

/** The entries of an array: by number, the rest in groups that repeat (`0*`, `1*`), or all alike (`*`). */
function eachItem(
  entries: readonly Entry[],
  items: readonly Json[],
  tell: (entry: Entry, own: string, item: Json) => void,
) {
  const group = entries.filter(({ key }) => /^\d+\*$/.test(key));
  for (const [at, item] of items.entries()) {
    const entry =
      entries.find(({ key }) => key === String(at)) ??
      group[at % Math.max(1, group.length)] ??
      entries.find(({ key }) => key === "*");
    if (entry) tell(entry, String(at), item);
  }
}

function kindOf(value: Json): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (isDict(value)) return "a dictionary or stream";
  if (typeof value !== "string") return `${value}`;
  return value.startsWith("/") ? `the name ${value.slice(0, 30)}` : "a string";
}
