import { formatNumber, type Misfit, MisfitProblem, type PageExtent, PdfProblem } from "../../engine.ts";
import { Refusal } from "../../errors/errors.ts";
import { pagesText } from "./page-ranges.ts";

/** The field that does not fit the document, where it is one, and why. */
type MisfitText = (misfit: Misfit) => [field: string | undefined, text: string] | undefined;

/** Refusals of the engine, in the codes of all operations but split. */
export function pdfRefusal(error: unknown, textOf: MisfitText = cropText): Refusal | undefined {
  if (error instanceof MisfitProblem) {
    const [field, text] = textOf(error.misfit) ?? [];
    if (text === undefined) return undefined;
    return new Refusal("INVALID_INPUT", field === undefined ? text : `${field}: ${text}`, { field, cause: error });
  }
  if (!(error instanceof PdfProblem)) return undefined;
  const field = error.kind === "password" ? "password" : undefined;
  return new Refusal(error.kind === "corrupt" ? "CORRUPTED_FILE" : "INVALID_INPUT", error.message, {
    field,
    cause: error,
  });
}

function cropText(misfit: Misfit): ReturnType<MisfitText> {
  switch (misfit.kind) {
    case "area outside page": {
      const text = `The crop area lies outside page ${misfit.page}: ${extentText(misfit.extent)}.`;
      return [`cropData[${misfit.item}].cropArea`, text];
    }
    case "no such page":
      return [misfit.item === undefined ? undefined : `cropData[${misfit.item}].pageNumber`, noSuchPage(misfit)];
    case "unremovable":
      return ["removeOutside", unremovable(misfit)];
    // "unverified" is a fault of ours, and no request mends it.
    default:
      return undefined;
  }
}

export function noSuchPage({ page, pageCount }: { page: number; pageCount: number }): string {
  return `The document has ${pagesText(pageCount)}; there is no page ${page}.`;
}

export function unremovable({ page, thing }: { page: number | undefined; thing: string }): string {
  const place = page === undefined ? "the document" : `page ${page}`;
  return `${place}: ${thing} cannot be cut or examined. Send onUnremovable "drop" to leave it out.`;
}

/** How large the page is, in the coordinates of the area that lies outside it. */
export function extentText(extent: PageExtent): string {
  if ("width" in extent) {
    return `it is ${formatNumber(extent.width)} by ${formatNumber(extent.height)} points as displayed`;
  }
  return `its visible box is [${extent.map(formatNumber).join(" ")}]`;
}
