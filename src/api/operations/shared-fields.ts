import * as z from "zod/mini";
import { type Area, round } from "../../engine.ts";
import { explained, textUpTo } from "../../fields/schema-parts.ts";
import { LIMITS } from "../limits.ts";

/** The address of the input. Operations that take a web page describe the field differently. */
export function urlField(description: string) {
  return explained(description, z.optional(textUpTo(8_192)));
}

export const pdfUrl = urlField("Public URL of the PDF.");
export const passwordField = explained("Password of a protected PDF.", z.optional(textUpTo(LIMITS.pdf.passwordChars)));

/** Limits of one PDF, and of the request that contains it. */
export const pdfLimits = {
  fileBytes: LIMITS.pdf.fileBytes,
  bodyBytes: LIMITS.pdf.fileBytes + LIMITS.request.envelopeBytes,
};

/** The members of an answer that lead to its file. */
export const downloadUrl = explained("Signed URL of the file, valid for one hour.", z.string());
export const links = { downloadUrl, expiresAt: explained("When the URL ends.", z.string()) };

/** The number of points in each unit. A pixel is CSS's: 96 to an inch. */
export const POINTS = { px: 72 / 96, pt: 1, mm: 72 / 25.4, in: 72 } as const;
export const UNITS = ["px", "pt", "mm", "in"] as const;

export function inPoints({ x, y, width, height, unit }: Area & { readonly unit: keyof typeof POINTS }): Area {
  const points = POINTS[unit];
  return { x: x * points, y: y * points, width: width * points, height: height * points };
}

/** An expression, and what is wrong with it. */
export function expressionFault(source: string, { message }: Error): string {
  return `${JSON.stringify(source.slice(0, 60))}: ${message}`;
}

/** In points, as an answer shows it: the noise of binary fractions is nobody's measure. */
export function roundedArea({ x, y, width, height }: Area) {
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
}
