import * as z from "zod/mini";
import { POSITIONS } from "../../engine.ts";
import { explained, numberBetween, textUpTo } from "../../fields/schema-parts.ts";
import { HTML_LIMITS } from "../html-limits.ts";
import { choice } from "./choice.ts";
import { MARKDOWN_EXTRAS } from "./markdown-extras.ts";
import { LENGTH } from "./paper.ts";
import { rangesText } from "./printed-ranges.ts";

const size = textUpTo(32).check(z.regex(LENGTH, { error: "expected a length such as 48pt or 2cm" }));

const mark = z
  .object({
    text: explained(
      "What is written; line breaks are kept.",
      z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
    ),
    image: explained(
      "What is shown: the name of one of `assets`, a public URL, or a data: URL. PNG, JPEG, SVG and others.",
      z.optional(z.string().check(z.minLength(1), z.maxLength(5_000_000))),
    ),
    layer: explained("Over what the page shows, or under it.", z._default(z.enum(["over", "under"]), "over")),
    pages: z.optional(rangesText),
    opacity: explained("0 to 1; without it 0.15 for text and 1 for an image.", z.optional(numberBetween(0, 1))),
    rotation: explained(
      "Degrees clockwise; without it -45 for text in the centre, else 0.",
      z.optional(numberBetween(-360, 360)),
    ),
    position: z._default(z.enum(POSITIONS), "center"),
    margin: explained("Distance from the page's edges.", z._default(size, "1cm")),
    color: explained(
      "Of text.",
      z._default(
        textUpTo(64).check(
          z.regex(/^(#[0-9a-f]{3,8}|[a-z]{3,30}|(rgb|hsl)a?\([\d\s.,%/]+\))$/i, { error: "expected a colour of CSS" }),
        ),
        "black",
      ),
    ),
    fontSize: explained("Of text; without it, as large as the page allows.", z.optional(size)),
    fontFamily: z._default(
      z
        .string()
        .check(
          z.maxLength(200),
          z.regex(/^[\p{L}\d ,_-]+$/u, { error: "expected names of fonts such as Open Sans, sans-serif" }),
        ),
      "sans-serif",
    ),
    width: explained(
      "Of an image; without it, its own.",
      z.optional(
        textUpTo(32).check(
          z.regex(/^(\d{1,5}(\.\d{1,5})?)(px|pt|pc|mm|cm|in|%)$/i, {
            error: "expected a length, or a part of the page such as 50%",
          }),
        ),
      ),
    ),
  })
  .check(
    z.refine(({ text, image }) => (text === undefined) !== (image === undefined), {
      error: "expected exactly one of text and image",
    }),
  );

export type Mark = z.output<typeof mark>;

/** Fields of the whole PDF, whatever its documents are. */
export const documentFields = {
  urls: explained(
    "Public URLs of several pages, which become one PDF in this order; PDFs among them are joined as they are. In multipart a JSON string.",
    z.optional(z.array(textUpTo(8_192)).check(z.minLength(1), z.maxLength(HTML_LIMITS.documents))),
  ),
  markdown: explained(
    "Text in Markdown, as GitHub has it: tables, task lists, footnotes, alerts. A `.md` file may come as `file`.",
    z.optional(z.string()),
  ),
  markdownTemplate: explained(
    "HTML around Markdown, in place of the service's own: `{{content}}` is the text, `{{title}}` its title.",
    z.optional(textUpTo(1_000_000)),
  ),
  markdownExtras: explained(
    "More than Markdown's own: `emoji` by name (`:tada:`), `math` in TeX (`$x^2$`, `$$…$$`), diagrams by `mermaid`. A list.",
    z.optional(z.array(choice(MARKDOWN_EXTRAS)).check(z.maxLength(MARKDOWN_EXTRAS.length))),
  ),
  watermark: explained(
    'A text or an image on the pages, or several: `{"text": "Draft"}`, `{"image": "stamp.png", "position": "top-right", "pages": "1"}`.',
    z.optional(z.union([mark, z.array(mark).check(z.minLength(1), z.maxLength(10))])),
  ),
  output: explained(
    "File name of the result; document.pdf by default. `png`, `jpeg` or `webp`, alone or as its ending, asks for an image of the page as a screen shows it.",
    z.optional(textUpTo(255)),
  ),
};
