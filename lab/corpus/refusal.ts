import { ImageProblem } from "../../src/images/image.ts";
import { PdfProblem } from "../../src/pdf/problem.ts";

/** The code of an error that the engines throw on purpose; undefined for any other, which is a defect. */
export function refusalCode(error: unknown): string | undefined {
  if (error instanceof PdfProblem) return error.kind;
  if (error instanceof ImageProblem) return error.code;
  return undefined;
}
