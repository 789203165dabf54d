import { jpeg } from "../../fixtures/jpeg.ts";
import { tinyPdf } from "../../fixtures/pdf.ts";
import { png } from "../../fixtures/png.ts";
import { form } from "../../support/api.ts";

/**
 * What a developer sends who has nearly understood the interface: how docs/use/mistakes.md calls it, and the request.
 * The page has the answer.
 */
export type Mistake = readonly [name: string, path: string, init: RequestInit];

export const CROP = "/v1/pdf/crop";
export const SPLIT = "/v1/pdf/split";
export const REDACT = "/v1/pdf/redact";
export const IMAGES = "/v1/convert/image-to-pdf";
export const HTML = "/v1/convert/html-to-pdf";

export const PDF: [string, Uint8Array] = ["report.pdf", tinyPdf(3)];
export const PDF_BASE64 = Buffer.from(PDF[1]).toString("base64");
export const PNG: [string, Uint8Array] = [
  "a.png",
  png({ width: 4, height: 4, colourType: 0, depth: 8, pixel: () => [9] }),
];
export const JPEG: [string, Uint8Array] = ["photo.jpg", jpeg({ blocks: [[[128]]] })];
export const AREA = { x: 10, y: 10, width: 50, height: 50 };
export const CROP_DATA = JSON.stringify([{ pageNumber: 1, cropArea: AREA }]);

type Fields = Parameters<typeof form>[0];

/** As `curl -F` sends it. */
export function multipart(fields: Fields, repeated: [string, string][] = []): RequestInit {
  const body = form(fields);
  for (const [name, value] of repeated) body.append(name, value);
  return { method: "POST", body };
}

export function json(body: unknown): RequestInit {
  return typed("application/json", JSON.stringify(body));
}

/** As `curl -d` sends it. */
export function urlencoded(fields: Record<string, string> | [string, string][]): RequestInit {
  return { method: "POST", body: new URLSearchParams(fields) };
}

export function typed(type: string, body: BodyInit, method = "POST"): RequestInit {
  return { method, body, headers: { "Content-Type": type } };
}

export function withHeaders(init: RequestInit, headers: Record<string, string>): RequestInit {
  return { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } };
}
