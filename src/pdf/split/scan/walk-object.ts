import { type PdfObject, PdfRef, PdfStream } from "../../../pdf-objects/syntax/objects.ts";
import { FLAG, type ScannedObject, TAG, tagged } from "./object-facts.ts";
import { keyFlag, typeFlag } from "./object-keys.ts";

/** What `scanObject` finds, from an object that the parser has read. */
export function walkObject(object: PdfObject, out: ScannedObject): void {
  out.refCount = 0;
  out.flags = 0;
  const dict = object instanceof PdfStream ? object.dict : object;
  if (dict instanceof Map) {
    for (const [key, value] of dict) {
      out.flags |= keyFlag(key);
      if (key === "Type" && typeof value === "string") out.flags |= typeFlag(value);
      if (key === "K" && !(value instanceof PdfRef) && !allReferences(value)) out.flags |= FLAG.kMixed;
      collect(value, key === "P" ? TAG.p : key === "K" ? TAG.k : key === "Pg" ? TAG.pg : TAG.other, out);
    }
  } else collect(dict, TAG.other, out);
}

function allReferences(value: PdfObject): boolean {
  return Array.isArray(value) && value.every((item) => item instanceof PdfRef);
}

function collect(object: PdfObject, tag: number, out: ScannedObject): void {
  if (object instanceof PdfRef) {
    out.refs[out.refCount++] = tagged(object.number, tag);
    return;
  }
  if (!Array.isArray(object) && !(object instanceof Map)) return;
  // The parser bounds how deep values nest.
  for (const item of object.values()) collect(item, tag, out);
}
