import { type PdfObject, PdfRef, PdfStream } from "../../pdf-file/syntax/objects.ts";
import { FLAG, type ScannedObject, TAG, tagged } from "./object-facts.ts";
import { keyFlag, typeFlag } from "./object-keys.ts";

/** What `scanObject` finds, from an object that the parser has read. Gives the number of values that were looked at. */
export function walkObject(object: PdfObject, out: ScannedObject): number {
  out.refCount = 0;
  out.flags = 0;
  const dict = object instanceof PdfStream ? object.dict : object;
  let values = 0;
  if (dict instanceof Map) {
    for (const [key, value] of dict) {
      out.flags |= keyFlag(key);
      if (key === "Type" && typeof value === "string") out.flags |= typeFlag(value);
      if (key === "K" && !(value instanceof PdfRef) && !allReferences(value)) out.flags |= FLAG.kMixed;
      values += collect(value, key === "P" ? TAG.p : key === "K" ? TAG.k : key === "Pg" ? TAG.pg : TAG.other, out);
    }
  } else values += collect(dict, TAG.other, out);
  return values;
}

function allReferences(value: PdfObject): boolean {
  return Array.isArray(value) && value.every((item) => item instanceof PdfRef);
}

function collect(object: PdfObject, tag: number, out: ScannedObject): number {
  if (object instanceof PdfRef) out.refs[out.refCount++] = tagged(object.number, tag);
  let values = 1;
  // The parser bounds how deep values nest.
  if (Array.isArray(object) || object instanceof Map) {
    for (const item of object.values()) values += collect(item, tag, out);
  }
  return values;
}
