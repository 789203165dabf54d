import { type PdfDict, type PdfObject, PdfString } from "../../../src/pdf-file/syntax/objects.ts";
import type { Vector } from "./vectors.ts";

const hex = (text: string) => new Uint8Array(Buffer.from(text, "hex"));

export function encryptDictionary(vector: Vector): PdfDict {
  const dict: PdfDict = new Map<string, PdfObject>([["Filter", "Standard"]]);
  for (const key of ["V", "R", "Length", "P"] as const) dict.set(key, vector[key]);
  for (const key of ["O", "U", "OE", "UE"] as const) {
    const value = vector[key];
    if (value !== undefined) dict.set(key, new PdfString(hex(value), true));
  }
  if (vector.method !== undefined) {
    dict.set("CF", new Map([["StdCF", new Map([["CFM", vector.method]])]]));
    dict.set("StmF", "StdCF");
    dict.set("StrF", "StdCF");
  }
  if (vector.cleartextMetadata) dict.set("EncryptMetadata", false);
  return dict;
}
