import { type PdfObject, PdfRef, PdfStream } from "../../../pdf-objects/syntax/objects.ts";
import { unsound, type WrittenDocument } from "./written-document.ts";

/** Entries that no object of the finished file may have: each holds something that belongs to no place of a page. */
const FORBIDDEN = new Set([
  ...["PieceInfo", "Thumb", "JS", "JavaScript", "EmbeddedFiles", "EF", "XFA", "AA", "AF", "Alternates", "OPI"],
  ...["B", "Threads", "Collection", "PresSteps", "DPartRoot", "CharSet", "CIDSet", "Popup", "IRT", "Prev"],
]);
/** Dictionaries whose keys are free names, or in which /Prev and /B mean something else. */
const FREE = new Set(["Font", "XObject", "ExtGState", "ColorSpace", "Pattern", "Shading", "Properties", "CharProcs"]);

/** Checks that every object of the file is reached from its trailer, and that none has an entry that should be gone. */
export function judgeObjects(document: WrittenDocument, keepsMetadata: boolean): void {
  const reached = new Set<number>();
  const open: PdfObject[] = [];
  const look = (object: PdfObject, key: string): void => {
    if (object instanceof PdfRef) {
      if (!reached.has(object.number)) {
        reached.add(object.number);
        open.push(object);
      }
    } else if (Array.isArray(object)) for (const item of object) look(item, key);
    else if (object instanceof PdfStream) look(object.dict, key);
    else if (object instanceof Map) {
      const isOutline = object.has("Title");
      for (const [name, value] of object) {
        const isFree = FREE.has(key) || (isOutline && name === "Prev");
        if (!isFree && (FORBIDDEN.has(name) || (name === "Metadata" && !keepsMetadata))) {
          throw unsound(`an entry /${name}`);
        }
        look(value, name);
      }
    }
  };
  for (const [key, value] of document.trailer) look(value, key);
  for (let object = open.pop(); object !== undefined; object = open.pop()) look(document.resolve(object), "");
  for (const { number, isContainer } of document.places()) {
    if (!reached.has(number) && !isContainer) throw unsound(`object ${number}, which nothing refers to,`);
  }
}
