import { formatNumber, type Misfit, MisfitProblem, type PageExtent, PdfProblem } from "../../engine.ts";
import { Refusal } from "../../errors/errors.ts";
import { pagesText } from "./page-ranges.ts";

/** Refusals of the engine, in the codes of crop and inspection. */
export function pdfRefusal(error: unknown): Refusal | undefined {
  if (error instanceof MisfitProblem) return misfitRefusal(error);
  if (!(error instanceof PdfProblem)) return undefined;
  const field = error.kind === "password" ? "password" : undefined;
  return new Refusal(error.kind === "corrupt" ? "CORRUPTED_FILE" : "INVALID_INPUT", error.message, {
    field,
    cause: error,
  });
}

function misfitRefusal(cause: MisfitProblem): Refusal | undefined {
  const misfit = misfitText(cause.misfit);
  if (misfit === undefined) return undefined;
  const [field, text] = misfit;
  return new Refusal("INVALID_INPUT", field === undefined ? text : `${field}: ${text}`, { field, cause });
}

/** The field of a crop that does not fit the document, and the reason. */
function misfitText(misfit: Misfit): [field: string | undefined, text: string] | undefined {
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
