import { PdfRef, PdfStream, PdfString } from "../../../src/pdf-file/syntax/objects.ts";
import { text } from "../../fixtures/pdf.ts";

/** An object of the engine as text. */
export function shown(object: unknown): string {
  if (object instanceof Map) {
    const entries = [...object].filter(([key]) => !/^(Length|O|U|OE|UE|Perms)$/.test(key));
    return `<<${entries.map(([key, value]) => `/${key} ${shown(value)}`).join("")}>>`;
  }
  if (Array.isArray(object)) return `[${object.map(shown).join(" ")}]`;
  if (object instanceof PdfRef) return `${object.number} ${object.generation} R`;
  if (object instanceof PdfStream) return `${shown(object.dict)}stream`;
  if (object instanceof PdfString) return `(${text(object.bytes)})`;
  return typeof object === "string" ? `/${object}` : String(object);
}
