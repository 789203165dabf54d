import type { PdfDocument } from "../../../src/pdf-file/document.ts";
import { PdfRef, PdfStream, PdfString } from "../../../src/pdf-file/syntax/objects.ts";
import { text } from "../../fixtures/pdf.ts";

/** Entries that say where an object is, or that others tell. */
const ELSEWHERE = new Set(["Parent", "Prev", "P", "Pg", "Length", "Pages", "Contents", "Resources", "MediaBox"]);

/**
 * What a document has beside its pages' contents, as one object: its catalog, information and pages, with each
 * reference replaced by what it leads to. Pages are named by their number, and what was shown before is `…`.
 */
export function tree(document: PdfDocument): string {
  const pages = new Map<number, string>();
  for (let index = 0; index < document.pageCount; index++) {
    const { ref } = document.pages.leaf(index);
    if (ref) pages.set(ref.number, `page ${index + 1}`);
  }
  const seen = new Set<number>();
  const shown = (object: unknown): string => {
    if (object instanceof PdfRef) {
      const page = pages.get(object.number);
      if (page !== undefined) return page;
      if (seen.has(object.number)) return "…";
      seen.add(object.number);
      return shown(document.resolve(object));
    }
    if (object instanceof PdfStream) return `${shown(object.dict)}stream`;
    if (object instanceof PdfString) return `(${readable(object.bytes)})`;
    if (object instanceof Map) return `<<${entries(object)}>>`;
    if (Array.isArray(object)) return `[${object.map(shown).join(" ")}]`;
    return typeof object === "string" ? `/${object}` : String(object);
  };
  const entries = (dict: Map<string, unknown>) =>
    [...dict]
      .filter(([key, value]) => !ELSEWHERE.has(key) && !(key === "Type" && typeof value === "string"))
      .map(([key, value]) => `/${key} ${shown(value)}`)
      .join(" ");
  const lines = [`catalog ${shown(document.trailer.get("Root"))}`];
  const information = document.trailer.get("Info");
  if (information !== undefined) lines.push(`information ${shown(information)}`);
  for (let index = 0; index < document.pageCount; index++) {
    const own = entries(document.page(index).dict as Map<string, unknown>);
    if (own !== "") lines.push(`page ${index + 1} ${own}`);
  }
  return lines.join("; ");
}

/** A string as a reader sees it. */
function readable(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xfe && bytes[1] === 0xff;
  const shown = isUtf16 ? new TextDecoder("utf-16be").decode(bytes.subarray(2)) : text(bytes);
  return shown.replace(/[^ -~\u00a0-\uffff]/g, (char) => `\\${char.charCodeAt(0).toString(8)}`).slice(0, 60);
}
