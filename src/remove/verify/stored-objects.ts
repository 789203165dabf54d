import { CLASS, isDigit, startsWith } from "../../pdf-file/syntax/chars.ts";
import { nameEnd, readName } from "../../pdf-file/syntax/names.ts";
import { readUnsigned } from "../../pdf-file/syntax/numbers.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream } from "../../pdf-file/syntax/objects.ts";
import { Parser } from "../../pdf-file/syntax/parser.ts";
import { References } from "./references.ts";
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

/** Checks that every object of the file is reached from its trailer, and that none has an entry that should be gone. */
export function judgeObjects(document: WrittenDocument, keepsMetadata: boolean): void {
  const graph = new References();
  const look = (object: PdfObject, key: string, above = ""): void => {
    if (object instanceof PdfRef) graph.add(object.number);
    else if (Array.isArray(object)) for (const item of object) look(item, key, above);
    else if (object instanceof PdfStream) look(object.dict, key, above);
    else if (object instanceof Map) {
      const isFree = isFreelyNamed(object, key, above);
      const isOutline = object.has("Title");
      for (const [name, value] of object) {
        const isForbidden = FORBIDDEN.has(name) && !(isOutline && name === "Prev");
        if (!isFree && (isForbidden || (name === "Metadata" && !keepsMetadata))) throw unsound(`an entry /${name}`);
        look(value, isFree ? "" : name, key);
      }
    }
  };
  const wanted: number[] = [];
  for (const { number, object, isContainer } of document.objects(readHeld)) {
    graph.begin(number);
    look(object, "");
    if (!isContainer) wanted.push(number);
  }
  graph.begin(TRAILER);
  for (const [key, value] of document.trailer) look(value, key);
  const reached = graph.reachedFrom(TRAILER, (number) => {
    throw unsound(`object ${number} is missing`);
  });
  for (const number of wanted) {
    if (reached[number] !== 1) throw unsound(`object ${number}, which nothing refers to,`);
  }
}

/** An object of an object stream; only the references in it when it has no entry that needs a look. */
function readHeld(bytes: Uint8Array, from: number, to: number): PdfObject {
  const parser = new Parser(bytes, from);
  const found: PdfRef[] = [];
  let isPlain = to > from;
  for (let at = from; at < to && isPlain; at++) {
    const c = bytes[at]!;
    if (c === 0x2f) {
      // '/'
      const end = nameEnd(bytes, at + 1, to);
      const name = readName(bytes, at + 1, end);
      isPlain = name !== "Metadata" && !FORBIDDEN.has(name);
      at = end - 1;
    } else if (c === 0x28 || isDigit(c) || (c === 0x3c && bytes[at + 1] !== 0x3c && bytes[at - 1] !== 0x3c)) {
      // '(', and '<' but not '<<'
      const { value: number, end } = readUnsigned(bytes, at, to);
      const isPlainRef = startsWith(bytes, end, " 0 R") && CLASS[bytes[end + 4]!] !== 0;
      parser.pos = isPlainRef ? end + 4 : at;
      const value = isPlainRef ? new PdfRef(number, 0) : parser.value();
      if (value instanceof PdfRef) found.push(value);
      at = parser.pos - 1;
    }
  }
  return isPlain ? found : new Parser(bytes, from).value();
}
