import { type PdfDict, type PdfObject, PdfRef, PdfStream } from "../../pdf-file/syntax/objects.ts";
import { unsound, type WrittenDocument } from "./written-document.ts";

/** Entries that no object of the finished file may have: each holds something that belongs to no place of a page. */
const FORBIDDEN = new Set([
  ...["PieceInfo", "Thumb", "JS", "JavaScript", "EmbeddedFiles", "EF", "XFA", "AA", "AF", "Alternates", "OPI"],
  ...["B", "Threads", "Collection", "PresSteps", "DPartRoot", "CharSet", "CIDSet", "Popup", "IRT", "Prev"],
]);
/** Dictionaries whose keys are names that may be chosen freely, by the entry that has them. */
const FREE = new Set([
  ...["Font", "XObject", "ExtGState", "ColorSpace", "Pattern", "Shading", "Properties", "CharProcs"],
  ...["Colorants", "RoleMap", "ClassMap"],
]);

/** So are the states of an appearance, and the attributes of an element, whose owner /O says what they are. */
function isFreelyNamed(object: PdfDict, key: string, above: string): boolean {
  return FREE.has(key) || (key === "N" && above === "AP") || ((key === "A" || above === "ClassMap") && object.has("O"));
}

/** No object has this number. */
const TRAILER = 0;

/** Which metadata may be in the file: all, none, or the stream of one object, which the request's texts are in. */
export type AllowedMetadata = "all" | "none" | number;

/** How attachments are reached that stay. */
const ATTACHING = new Set(["EmbeddedFiles", "AF"]);

/**
 * Checks that every object of the file is reached from its trailer, and that none has an entry that should be gone.
 * `attachments` are the objects with data of attached files that stay.
 */
export function judgeObjects(
  document: WrittenDocument,
  metadata: AllowedMetadata,
  attachments: ReadonlySet<number> = new Set(),
): void {
  const isAttached = (file: PdfObject): boolean => file instanceof PdfRef && attachments.has(file.number);
  const mayStay = (name: string, value: PdfObject): boolean =>
    name === "EF" ? value instanceof Map && [...value.values()].every(isAttached) : ATTACHING.has(name);
  const graph = new References();
  const look = (object: PdfObject, key: string, above = ""): void => {
    if (object instanceof PdfRef) graph.add(object.number);
    else if (Array.isArray(object)) for (const item of object) look(item, key, above);
    else if (object instanceof PdfStream) look(object.dict, key, above);
    else if (object instanceof Map) {
      const isFree = isFreelyNamed(object, key, above);
      const isOutline = object.has("Title");
      for (const [name, value] of object) {
        const isSeen = (isOutline && name === "Prev") || (attachments.size > 0 && mayStay(name, value));
        const isForbidden = FORBIDDEN.has(name) && !isSeen;
        if (!isFree && (isForbidden || (name === "Metadata" && !isAllowed(value, metadata))))
          throw unsound(`an entry /${name}`);
        look(value, isFree ? "" : name, key);
      }
    }
  };
  const wanted: number[] = [];
  for (const { number, object, isContainer } of document.objects()) {
    graph.begin(number);
    look(object, "");
    if (!isContainer) wanted.push(number);
  }
  graph.begin(TRAILER);
  for (const [key, value] of document.trailer) look(value, key);
  const reached = graph.reachedFrom(TRAILER, (number) => {
    throw unsound(`object ${number} is missing`);
  });
  for (const number of wanted) if (reached[number] !== 1) throw unsound(`object ${number}, which nothing refers to,`);
}

function isAllowed(value: PdfObject, metadata: AllowedMetadata): boolean {
  return metadata === "all" || (value instanceof PdfRef && value.number === metadata);
}

/** Which objects refer to which, by number. It uses arrays of numbers, since a file may have a million objects. */
export class References {
  /** For each object, where its references are in the pool: first their number, then the references; 0 for none. */
  #starts: Uint32Array = new Uint32Array(1024);
  #pool: Uint32Array = new Uint32Array(4096);
  #used = 1;
  #current = 0;

  /** The references that are added next belong to this object. */
  begin(number: number): void {
    this.#starts = withRoom(this.#starts, number);
    this.#current = this.#used;
    this.#starts[number] = this.#current;
    this.#push(0);
  }

  add(number: number): void {
    this.#push(number);
    this.#pool[this.#current]!++;
  }

  #push(value: number): void {
    this.#pool = withRoom(this.#pool, this.#used);
    this.#pool[this.#used++] = value;
  }

  /** For each number whether its object is reached. `missing` is called with a number that has no object. */
  reachedFrom(first: number, missing: (number: number) => void): Uint8Array {
    const reached = new Uint8Array(this.#starts.length);
    const open = [first];
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      const start = this.#starts[number] ?? 0;
      if (start === 0) missing(number);
      if (reached[number] !== 0) continue;
      reached[number] = 1;
      for (let at = start + this.#pool[start]!; at > start; at--) {
        const next = this.#pool[at]!;
        if (reached[next] !== 1) open.push(next);
      }
    }
    return reached;
  }
}

function withRoom(array: Uint32Array, index: number): Uint32Array {
  if (index < array.length) return array;
  const grown = new Uint32Array(Math.max(index + 1, array.length * 2));
  grown.set(array);
  return grown;
}
