import * as z from "zod/mini";
import { type Area, round } from "../../engine.ts";
import { type ErrorCode, refuseField } from "../../errors/errors.ts";
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

type Unit = keyof typeof POINTS;

/** Where something is, in an answer. */
export const placeFields = { x: z.number(), y: z.number(), width: z.number(), height: z.number() };

export function areaOf({ x, y, width, height }: Area, of: (length: number) => number): Area {
  return { x: of(x), y: of(y), width: of(width), height: of(height) };
}

export function inPoints({ unit, ...area }: Area & { readonly unit: Unit }): Area {
  return areaOf(area, (length) => length * POINTS[unit]);
}

export function inUnit(length: number, unit: Unit): number {
  return Math.round((length / POINTS[unit]) * 1e4) / 1e4;
}

/** An expression, and what is wrong with it. */
export function expressionFault(source: string, { message }: Error): string {
  return `${JSON.stringify(source.slice(0, 60))}: ${message}`;
}

/** In points, as an answer shows it: the noise of binary fractions is nobody's measure. */
export function roundedArea(area: Area): Area {
  return areaOf(area, round);
}

/** The one of these fields that was sent. */
export function onlyOne<Key extends string>(
  given: { readonly [Name in Key]?: unknown },
  keys: readonly Key[],
  { field, code }: { field: string; code: ErrorCode },
): Key {
  const sent = keys.filter((key) => given[key] !== undefined);
  const [one] = sent;
  if (one && sent.length === 1) return one;
  const what = one ? `${sent.join(" and ")} were sent` : "none was sent";
  throw refuseField(code, field, `exactly one of ${keys.join(", ")} is needed; ${what}.`);
}
