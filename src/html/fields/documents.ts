import * as z from "zod/mini";
import { HTML_LIMITS } from "../html-limits.ts";
import { LENGTH } from "./paper.ts";

const RANGES = /^\s*(?:\d+\s*(?:-\s*(?:\d+\s*)?)?|-\s*\d+\s*)(?:,\s*(?:\d+\s*(?:-\s*(?:\d+\s*)?)?|-\s*\d+\s*))*$/;

const size = z.string().check(z.maxLength(32), z.regex(LENGTH, { error: "expected a length such as 48pt or 2cm" }));

const POSITIONS = [
  "center",
  "top",
  "bottom",
  "left",
  "right",
  "top-left",
  "top-right",
  "bottom-left",
  "bottom-right",
] as const;

const mark = z
  .object({
    text: z
      .optional(z.string().check(z.minLength(1), z.maxLength(500)))
      .check(z.describe("What is written; line breaks are kept.")),
    image: z
      .optional(z.string().check(z.minLength(1), z.maxLength(5_000_000)))
      .check(
        z.describe(
          "What is shown: the name of one of `assets`, a public URL, or a data: URL. PNG, JPEG, SVG and others.",
        ),
      ),
    layer: z._default(z.enum(["over", "under"]), "over").check(z.describe("Over what the page shows, or under it.")),
    pages: z.optional(
      z.string().check(z.maxLength(1_000), z.regex(RANGES, { error: 'expected page ranges such as "1-3, 5, 8-"' })),
    ),
    opacity: z
      .optional(z.number().check(z.minimum(0), z.maximum(1)))
      .check(z.describe("0 to 1; without it 0.15 for text and 1 for an image.")),
    rotation: z
      .optional(z.number().check(z.minimum(-360), z.maximum(360)))
      .check(z.describe("Degrees clockwise; without it -45 for text in the centre, else 0.")),
    position: z._default(z.enum(POSITIONS), "center"),
    margin: z._default(size, "1cm").check(z.describe("Distance from the page's edges.")),
    color: z
      ._default(
        z.string().check(
          z.maxLength(64),
          z.regex(/^(#[0-9a-f]{3,8}|[a-z]{3,30}|(rgb|hsl)a?\([\d\s.,%/]+\))$/i, {
            error: "expected a colour of CSS",
          }),
        ),
        "black",
      )
      .check(z.describe("Of text.")),
    fontSize: z.optional(size).check(z.describe("Of text; without it, as large as the page allows.")),
    fontFamily: z._default(
      z
        .string()
        .check(
          z.maxLength(200),
          z.regex(/^[\p{L}\d ,_-]+$/u, { error: "expected names of fonts such as Open Sans, sans-serif" }),
        ),
      "sans-serif",
    ),
    width: z
      .optional(
        z.string().check(
          z.maxLength(32),
          z.regex(/^(\d{1,5}(\.\d{1,5})?)(px|pt|pc|mm|cm|in|%)$/i, {
            error: "expected a length, or a part of the page such as 50%",
          }),
        ),
      )
      .check(z.describe("Of an image; without it, its own.")),
  })
  .check(
    z.refine(({ text, image }) => (text === undefined) !== (image === undefined), {
      error: "expected exactly one of text and image",
    }),
  );

export type Mark = z.output<typeof mark>;

/** Fields of the whole PDF, whatever its documents are. */
export const documentFields = {
  urls: z
    .optional(z.array(z.string().check(z.maxLength(8_192))).check(z.minLength(1), z.maxLength(HTML_LIMITS.documents)))
    .check(z.describe("Public URLs of several pages, which become one PDF in this order. In multipart a JSON string.")),
  markdown: z
    .optional(z.string())
    .check(
      z.describe(
        "Text in Markdown, as GitHub has it: tables, task lists, footnotes, alerts. A `.md` file may come as `file`.",
      ),
    ),
  markdownTemplate: z
    .optional(z.string().check(z.maxLength(1_000_000)))
    .check(
      z.describe(
        "HTML around Markdown, in place of the service's own: `{{content}}` is the text, `{{title}}` its title.",
      ),
    ),
  watermark: z
    .optional(z.union([mark, z.array(mark).check(z.minLength(1), z.maxLength(10))]))
    .check(
      z.describe(
        'A text or an image on the pages, or several: `{"text": "Draft"}`, `{"image": "stamp.png", "position": "top-right", "pages": "1"}`.',
      ),
    ),
  output: z
    .optional(z.string().check(z.maxLength(255)))
    .check(z.describe("File name of the result; document.pdf by default.")),
};
