import * as z from "zod/mini";
import { dropActiveContent, openPdf, type PdfDocument } from "../../engine.ts";
import { explained } from "../../fields/schema-parts.ts";
import { inOneTurn } from "../../meter/turns.ts";
import { counted } from "../../platform/counted.ts";
import type { Call } from "../operation.ts";

export const activeContentField = explained(
  "`keep`: what the PDF does stays. `drop`: without scripts, actions that start programs or import data, and addresses that begin with `javascript:`, `vbscript:`, `data:` or `file:`. `notes` say how many were dropped.",
  z._default(z.enum(["keep", "drop"]), "keep"),
);

interface Fields {
  readonly activeContent: "keep" | "drop";
  readonly password?: string | undefined;
}

/** The document as the request wants it, and what to say about it. */
export async function withActiveContent(
  { fields, reservation, work, signal }: Call<Fields>,
  document: PdfDocument,
): Promise<{ document: PdfDocument; activeNotes: string[] }> {
  if (fields.activeContent === "keep") return { document, activeNotes: [] };
  // The file is joined with the update, to be read again.
  await reservation.grow(document.bytes.length + (document.bytes.length >> 3));
  const { file, dropped } = await dropActiveContent(document, { signal });
  if (file === undefined) return { document, activeNotes: ["No active content was found."] };
  const { password } = fields;
  return {
    document: inOneTurn(work, () => openPdf(file.bytes(), { password, work })),
    activeNotes: [`${counted(dropped, "active action was", "active actions were")} dropped.`],
  };
}
