import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";

/** The address of the input. Operations that take a web page describe the field differently. */
export function urlField(description: string) {
  return z.optional(z.string().check(z.maxLength(8_192))).check(z.describe(description));
}

export const pdfUrl = urlField("Public URL of the PDF.");
export const passwordField = z
  .optional(z.string().check(z.maxLength(LIMITS.pdf.passwordChars)))
  .check(z.describe("Password of a protected PDF."));

/** Limits of one PDF, and of the request that contains it. */
export const pdfLimits = {
  fileBytes: LIMITS.pdf.fileBytes,
  bodyBytes: LIMITS.pdf.fileBytes + LIMITS.request.envelopeBytes,
};

/** The members of an answer that lead to its file. */
export const downloadUrl = z.string().check(z.describe("Signed URL of the file, valid for one hour."));
export const links = { downloadUrl, expiresAt: z.string().check(z.describe("When the URL ends.")) };

/** The number of points in each unit. A pixel is CSS's: 96 to an inch. */
export const POINTS = { px: 72 / 96, pt: 1, mm: 72 / 25.4, in: 72 } as const;
export const UNITS = ["px", "pt", "mm", "in"] as const;
