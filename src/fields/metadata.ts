import * as z from "zod/mini";
import { explained, textUpTo } from "./schema-parts.ts";

const text = z.optional(z.nullable(textUpTo(2_000)));

/** What a PDF says of itself, in every operation that makes one. */
export const metadataField = explained(
  "What the PDF says of itself, in its document information and in XMP. `null` or an empty text removes an entry.",
  z.optional(
    z.object({
      title: text,
      author: text,
      subject: text,
      keywords: text,
      creator: text,
      producer: text,
      language: explained(
        "A tag such as `en-GB`.",
        z.optional(
          z.nullable(
            textUpTo(64).check(
              z.regex(/^([A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*)?$/, { error: 'expected a language tag such as "en-GB"' }),
            ),
          ),
        ),
      ),
    }),
  ),
);
