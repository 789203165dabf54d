import { ImageProblem } from "../../src/codecs/image-problem.ts";
import { WorkProblem } from "../../src/meter/work.ts";
import { MisfitProblem, PdfProblem } from "../../src/pdf-file/pdf-problem.ts";
import type { PagesCoverage } from "../../src/redact/coverage.ts";

/** The code of an error that the engines throw on purpose; undefined for any other error, which is a defect. */
export function refusalCode(error: unknown): string | undefined {
  if (error instanceof MisfitProblem) return error.misfit.kind;
  if (error instanceof PdfProblem) return error.kind;
  if (error instanceof ImageProblem) return error.code;
  if (error instanceof WorkProblem) return `too much work (${error.kind})`;
  return undefined;
}

/** The message of an error. For a request that does not fit the document, what it is that does not fit. */
export function refusalText(error: unknown): string {
  if (!(error instanceof MisfitProblem)) return error instanceof Error ? error.message : String(error);
  const { misfit } = error;
  if (misfit.kind === "unremovable") return misfit.thing;
  if (misfit.kind === "unsearched") {
    const pages = (misfit.coverage as PagesCoverage).pages.filter(({ state }) =>
      ["partly", "pictures"].includes(state),
    );
    const kinds = new Set(pages.flatMap(({ why }) => why.map(({ kind }) => kind)).filter((kind) => kind !== "symbols"));
    return `${[...kinds].sort().join(", ")}, first on page ${pages[0]!.page}`;
  }
  return misfit.kind === "unverified" ? misfit.fault : misfit.kind;
}
