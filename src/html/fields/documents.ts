import * as z from "zod";
import { HTML_LIMITS } from "../html-limits.ts";
import { LENGTH } from "../paper.ts";

const RANGES = /^\s*(?:\d+\s*(?:-\s*(?:\d+\s*)?)?|-\s*\d+\s*)(?:,\s*(?:\d+\s*(?:-\s*(?:\d+\s*)?)?|-\s*\d+\s*))*$/;

const size = z.string().max(32).regex(LENGTH, { error: "expected a length such as 48pt or 2cm" });

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
    text: z.string().min(1).max(500).optional().describe("What is written; line breaks are kept."),
    image: z
      .string()
      .min(1)
      .max(5_000_000)
      .optional()
      .describe("What is shown: the name of one of `assets`, a public URL, or a data: URL. PNG, JPEG, SVG and others."),
    layer: z.enum(["over", "under"]).default("over").describe("Over what the page shows, or under it."),
    pages: z.string().max(1_000).regex(RANGES, { error: 'expected page ranges such as "1-3, 5, 8-"' }).optional(),
    opacity: z.number().min(0).max(1).optional().describe("0 to 1; without it 0.15 for text and 1 for an image."),
    rotation: z
      .number()
      .min(-360)
      .max(360)
      .optional()
      .describe("Degrees clockwise; without it -45 for text in the centre, else 0."),
    position: z.enum(POSITIONS).default("center"),
    margin: size.default("1cm").describe("Distance from the page's edges."),
    color: z
      .string()
      .max(64)
      .regex(/^(#[0-9a-f]{3,8}|[a-z]{3,30}|(rgb|hsl)a?\([\d\s.,%/]+\))$/i, { error: "expected a colour of CSS" })
      .default("black")
      .describe("Of text."),
    fontSize: size.optional().describe("Of text; without it, as large as the page allows."),
    fontFamily: z
      .string()
      .max(200)
      .regex(/^[\p{L}\d ,_-]+$/u, { error: "expected names of fonts such as Open Sans, sans-serif" })
      .default("sans-serif"),
    width: z
      .string()
      .max(32)
      .regex(/^(\d{1,5}(\.\d{1,5})?)(px|pt|pc|mm|cm|in|%)$/i, {
        error: "expected a length, or a part of the page such as 50%",
      })
      .optional()
      .describe("Of an image; without it, its own."),
  })
  .refine(({ text, image }) => (text === undefined) !== (image === undefined), {
    error: "expected exactly one of text and image",
  });

export type Mark = z.output<typeof mark>;

/** Fields of the whole PDF, whatever its documents are. */
export const documentFields = {
  urls: z
    .array(z.string().max(8_192))
    .min(1)
    .max(HTML_LIMITS.documents)
    .optional()
    .describe("Public URLs of several pages, which become one PDF in this order. In multipart a JSON string."),
  markdown: z
    .string()
    .optional()
    .describe(
      "Text in Markdown, as GitHub has it: tables, task lists, footnotes, alerts. A `.md` file may come as `file`.",
    ),
  markdownTemplate: z
    .string()
    .max(1_000_000)
    .optional()
    .describe("HTML around Markdown, in place of the service's own: `{{content}}` is the text, `{{title}}` its title."),
  watermark: z
    .union([mark, z.array(mark).min(1).max(10)])
    .optional()
    .describe(
      'A text or an image on the pages, or several: `{"text": "Draft"}`, `{"image": "stamp.png", "position": "top-right", "pages": "1"}`.',
    ),
  output: z.string().max(255).optional().describe("File name of the result; document.pdf by default."),
};
