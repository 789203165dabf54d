import * as z from "zod/mini";
import { HTML_LIMITS } from "../html-limits.ts";
import { choice } from "./choice.ts";
import { faultFields } from "./fail-on.ts";
import { LENGTH, MARGINS, PAPER, type PaperName } from "./paper.ts";
import { placeFields } from "./place.ts";
import { sendingFields } from "./sending.ts";

const UNITS = "a number with one of the units px, pt, pc, mm, cm, in (no unit: px)";

const length = z.union([
  z.number().check(z.positive(), z.maximum(20_000)),
  z.string().check(z.maxLength(32), z.regex(LENGTH, { error: `expected ${UNITS}` })),
]);
const side = z.union([
  z.number().check(z.nonnegative(), z.maximum(20_000)),
  z.string().check(z.maxLength(32), z.regex(LENGTH, { error: `expected ${UNITS}` })),
]);
/** Puppeteer's name for it. */
const WAITS = { networkidle0: "networkidle", networkidle2: "networkidle" } as const;

const metadataText = z.optional(z.string().check(z.maxLength(2_000)));

/** Every option of a conversion, beside its input. All are optional. */
export const htmlOptions = z.object({
  format: z
    .prefault(choice(Object.keys(PAPER) as [PaperName, ...PaperName[]]), "A4")
    .check(z.describe("Paper size, in any case. `width` and `height`, where given, go before it.")),
  width: z.optional(length).check(z.describe(`Paper width: ${UNITS}.`)),
  height: z.optional(length).check(z.describe(`Paper height: ${UNITS}.`)),
  landscape: z._default(z.boolean(), false).check(z.describe("Turn the paper to landscape.")),
  margin: z
    .optional(
      z.union([
        z.number().check(z.nonnegative(), z.maximum(20_000)),
        z
          .string()
          .check(
            z.maxLength(128),
            z.regex(MARGINS, { error: 'expected one to four lengths such as "1cm" or "10mm 2cm"' }),
          ),
        z.object({ top: z.optional(side), right: z.optional(side), bottom: z.optional(side), left: z.optional(side) }),
      ]),
    )
    .check(
      z.describe(
        "Page margins, 0.4in by default, 20mm for Markdown: one length for all sides, two to four in the order of CSS (top, right, bottom, left), or an object. @page margins of the document go before it.",
      ),
    ),
  scale: z._default(z.number().check(z.minimum(0.1), z.maximum(2)), 1).check(z.describe("Scale of the content.")),
  printBackground: z._default(z.boolean(), true).check(z.describe("Print background colours and images.")),
  pageRanges: z
    .optional(
      z.string().check(
        z.maxLength(1_000),
        z.regex(/^\s*(?:\d+\s*(?:-\s*(?:\d+\s*)?)?|-\s*\d+\s*)(?:,\s*(?:\d+\s*(?:-\s*(?:\d+\s*)?)?|-\s*\d+\s*))*$/, {
          error: 'expected page ranges such as "1-3, 5, 8-"',
        }),
      ),
    )
    .check(z.describe('Only these pages of the result, such as "1-3, 5, 8-".')),
  preferCSSPageSize: z
    ._default(z.boolean(), false)
    .check(
      z.describe(
        "Let @page size of the document go before the paper's. Without it the document's pages are fitted to the paper, turned as the document turns them.",
      ),
    ),
  singlePage: z
    ._default(z.boolean(), false)
    .check(z.describe("One page, as tall as the content; nothing begins a new one.")),
  headerTemplate: z
    .optional(z.string().check(z.maxLength(100_000)))
    .check(
      z.describe(
        "HTML of the header. Elements of the classes date, title, url, pageNumber and totalPages are filled in. Needs a margin to stand in.",
      ),
    ),
  footerTemplate: z
    .optional(z.string().check(z.maxLength(100_000)))
    .check(z.describe("HTML of the footer; as headerTemplate.")),
  media: z.prefault(choice(["print", "screen"]), "print").check(z.describe("CSS media type.")),
  colorScheme: z
    .prefault(choice(["light", "dark", "no-preference"]), "light")
    .check(z.describe("prefers-color-scheme.")),
  reducedMotion: z
    .prefault(choice(["no-preference", "reduce"]), "no-preference")
    .check(z.describe("prefers-reduced-motion.")),
  forcedColors: z
    .prefault(choice(["none", "active"]), "none")
    .check(z.describe("forced-colors, as media queries see it; printing forces no colours itself.")),
  contrast: z
    .prefault(choice(["no-preference", "more", "less", "custom"]), "no-preference")
    .check(z.describe("prefers-contrast.")),
  omitBackground: z
    ._default(z.boolean(), false)
    .check(
      z.describe(
        "Leave out the ground that the browser lays under pages of a dark colour scheme; without one there is none.",
      ),
    ),
  viewport: z
    .optional(
      z.object({
        width: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 1280),
        height: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 720),
        deviceScaleFactor: z._default(z.number().check(z.minimum(0.1), z.maximum(4)), 1),
      }),
    )
    .check(z.describe("Size of the window while the page loads, in CSS pixels (default 1280 × 720).")),
  javascript: z._default(z.boolean(), true).check(z.describe("Run the page's scripts.")),
  waitUntil: z
    .prefault(choice(["settled", "load", "domcontentloaded", "networkidle"], WAITS), "settled")
    .check(
      z.describe(
        "When the page is ready: settled (loaded, fonts, all images including lazy ones, network and content quiet for a moment), load, domcontentloaded, or networkidle (no request for 500 ms; also as networkidle0 and networkidle2).",
      ),
    ),
  waitForSelector: z
    .optional(z.string().check(z.minLength(1), z.maxLength(2_000)))
    .check(z.describe("Also wait until this CSS selector matches.")),
  waitForExpression: z
    .optional(z.string().check(z.minLength(1), z.maxLength(10_000)))
    .check(
      z.describe("Also wait until this JavaScript expression, or the promise that it gives, is truthy in the page."),
    ),
  delay: z
    ._default(z.number().check(z.minimum(0), z.maximum(HTML_LIMITS.delayMs)), 0)
    .check(z.describe("Further milliseconds to wait at the end.")),
  timeout: z
    ._default(z.number().check(z.minimum(100), z.maximum(HTML_LIMITS.timeoutMs)), HTML_LIMITS.defaultTimeoutMs)
    .check(z.describe("Milliseconds after which the conversion is given up.")),
  ...placeFields,
  ...sendingFields,
  ...faultFields,
  tagged: z._default(z.boolean(), true).check(z.describe("Make a tagged (accessible) PDF.")),
  outline: z._default(z.boolean(), true).check(z.describe("Make an outline of the headings, with tags or without.")),
  metadata: z
    .optional(
      z.object({
        title: metadataText,
        author: metadataText,
        subject: metadataText,
        keywords: metadataText,
        creator: metadataText,
        producer: metadataText,
      }),
    )
    .check(z.describe("Entries of the PDF's document information.")),
  css: z.optional(z.string().check(z.maxLength(1_000_000))).check(z.describe("CSS added to the page.")),
  baseUrl: z
    .optional(z.string().check(z.maxLength(2_048)))
    .check(z.describe("For `file` and `html`: the address against which relative links and resources are resolved.")),
  network: z
    ._default(z.enum(["public", "none"]), "public")
    .check(z.describe("What the page may load: public addresses, or nothing but its assets and data: URLs.")),
  fallback: z
    ._default(z.enum(["auto", "none"]), "auto")
    .check(
      z.describe("When no browser can be had: try the platform's one-shot render (named in the result), or refuse."),
    ),
});

export type HtmlOptions = z.output<typeof htmlOptions>;
