import * as z from "zod/mini";
import { explained, intBetween, textUpTo } from "../../fields/schema-parts.ts";
import { LIMITS } from "../limits.ts";

const { pages, languages, leastResolution, mostResolution } = LIMITS.ocr;

export const ocrField = explained(
  `Reads pages without text (OCR), at most ${pages}, and lays what they say over them: \`true\`, or how.`,
  z.optional(
    z.union([
      z.boolean(),
      z.strictObject({
        languages: explained(
          'What the pages are written in, such as `["en", "de"]`; `en` by default.',
          z.optional(z.array(textUpTo(12)).check(z.minLength(1), z.maxLength(languages))),
        ),
        pages: explained('Only these pages, such as "1-3,7".', z.optional(textUpTo(10_000))),
        existing: explained("As beside `textLayer`.", z.optional(z.enum(["skip", "redo", "add"]))),
        resolution: explained(
          "Pixels to the inch with which pages are drawn to be read; by default those of their pictures.",
          z.optional(intBetween(leastResolution, mostResolution)),
        ),
        orientation: explained(
          "`turn`: pages whose words lie on their side or head are turned upright. `keep`: they stay.",
          z._default(z.enum(["keep", "turn"]), "keep"),
        ),
        deskew: explained("Straightens lines to read them; the page stays as it is.", z._default(z.boolean(), true)),
      }),
    ]),
  ),
);

export const ocrResult = {
  recognised: explained(
    "With `ocr`: the pages that were read, the mean confidence of their characters (of 100), the words that were left out for having too little of it, and the degrees clockwise by which a page would stand upright.",
    z.optional(
      z.array(z.object({ page: z.int(), confidence: z.number(), words: z.int(), leftOut: z.int(), turn: z.int() })),
    ),
  ),
  unread: explained(
    "With `ocr`: the pages that could not be read, and why.",
    z.optional(z.array(z.object({ page: z.int(), reason: z.string() }))),
  ),
};

/** How pages are read. */
export interface OcrAsked {
  readonly languages?: readonly string[] | undefined;
  readonly pages?: string | undefined;
  readonly existing?: "skip" | "redo" | "add" | undefined;
  readonly resolution?: number | undefined;
  readonly orientation?: "keep" | "turn" | undefined;
  readonly deskew?: boolean | undefined;
}
