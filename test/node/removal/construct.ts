import { type Bodies, type FileOptions, pdf, stream } from "../../fixtures/pdf.ts";
import type { Box, Kind, Secret } from "./secret.ts";

/** A document that hides a secret outside of the area in one way. */
export interface Construct {
  readonly name: string;
  make(secret: Secret): Uint8Array | Promise<Uint8Array>;
  /** As what the finder must find the secret in the document as it was. */
  readonly holds: readonly Kind[];
  /** The areas of the pages; on page 1 the middle of the usual page where there is none. */
  readonly areas?: readonly Area[];
  readonly password?: string;
  /** Bytes that spell the secret word in the font's own codes. */
  readonly codes?: (secret: Secret) => string;
  /** The colour that tells, if it is not the secret's own. */
  readonly rgb?: Secret["rgb"];
  /** How far a point may lie from what is kept. */
  readonly margin?: number;
  /** Why the result for another secret may have other bytes. */
  readonly varies?: string;
  /** It cannot be removed: the refusal names this, and what is asked to be dropped instead goes. */
  readonly refused?: RegExp;
  /** The text that stays; "inside" where nothing is said. */
  readonly inside?: string;
  /** The document is too damaged for its picture to be compared. */
  readonly picture?: "damaged" | "resampled";
}

/** An area as the request says it, and as the page's own coordinates have it. */
export interface Area {
  readonly page: number;
  readonly shown: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly box: Box;
}

export const MIDDLE: Area = { page: 1, shown: { x: 100, y: 100, width: 200, height: 200 }, box: [100, 100, 300, 300] };

export interface Parts {
  /** Entries of the resource dictionary besides the fonts F1 and F2 (Helvetica and Courier). */
  readonly resources?: string;
  readonly fonts?: string;
  readonly page?: string;
  readonly catalog?: string;
  /** Further objects, from number 10 on. */
  readonly objects?: Bodies;
  readonly box?: string;
  /** What the page shows inside, before the content. */
  readonly inside?: string;
  readonly options?: FileOptions;
}

export const INSIDE = "BT /F1 12 Tf 150 200 Td (inside) Tj ET\n";

/** A page of 400 by 400 points: `inside` in its middle, and the content. */
export function bodiesOf(content: string, parts: Parts = {}): Bodies {
  const { resources = "", fonts = "", page = "", catalog = "", objects = {}, inside = INSIDE } = parts;
  const { box = "/MediaBox[0 0 400 400]" } = parts;
  return {
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    3:
      `<</Type/Page/Parent 2 0 R${box}/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0` +
      ` R${fonts}>>${resources}>>${page}>>`,
    4: stream(inside + content),
    5: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    6: "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>",
    ...objects,
  };
}

export function onePage(content: string, parts: Parts = {}): Uint8Array {
  return pdf(bodiesOf(content, parts), parts.options);
}

/** The word, outside. */
export function hidden(secret: Secret): string {
  return `BT /F1 12 Tf 10 20 Td (${secret.word}) Tj ET\n`;
}

export function construct(
  name: string,
  make: Construct["make"],
  more: Partial<Omit<Construct, "name" | "make">> = {},
): Construct {
  return { name, make, holds: ["word"], ...more };
}
