import * as z from "zod";
import { choice } from "./fields/choice.ts";
import { faultFields } from "./fields/fail-on.ts";
import { placeFields } from "./fields/place.ts";
import { sendingFields } from "./fields/sending.ts";
import { HTML_LIMITS } from "./html-limits.ts";
import { LENGTH, MARGINS, PAPER, type PaperName } from "./paper.ts";

const UNITS = "a number with one of the units px, pt, pc, mm, cm, in (no unit: px)";

const length = z.union([
  z.number().positive().max(20_000),
  z
    .string()
    .max(32)
    .regex(LENGTH, { error: `expected ${UNITS}` }),
]);
const side = z.union([
  z.number().nonnegative().max(20_000),
  z
    .string()
    .max(32)
    .regex(LENGTH, { error: `expected ${UNITS}` }),
]);
/** Puppeteer's name for it. */
const WAITS = { networkidle0: "networkidle", networkidle2: "networkidle" } as const;

const metadataText = z.string().max(2_000).optional();

/** Every option of a conversion, beside its input. All are optional. */
export const htmlOptions = z.object({
  format: choice(Object.keys(PAPER) as [PaperName, ...PaperName[]])
    .prefault("A4")
    .describe("Paper size, in any case. `width` and `height`, where given, go before it."),
  width: length.optional().describe(`Paper width: ${UNITS}.`),
  height: length.optional().describe(`Paper height: ${UNITS}.`),
  landscape: z.boolean().default(false).describe("Turn the paper to landscape."),
  margin: z
    .union([
      z.number().nonnegative().max(20_000),
      z.string().max(128).regex(MARGINS, { error: 'expected one to four lengths such as "1cm" or "10mm 2cm"' }),
      z.object({ top: side.optional(), right: side.optional(), bottom: side.optional(), left: side.optional() }),
    ])
    .optional()
    .describe(
      "Page margins, 0.4in by default, 20mm for Markdown: one length for all sides, two to four in the order of CSS (top, right, bottom, left), or an object. @page margins of the document go before it.",
    ),
  scale: z.number().min(0.1).max(2).default(1).describe("Scale of the content."),
  printBackground: z.boolean().default(true).describe("Print background colours and images."),
  pageRanges: z
    .string()
    .max(1_000)
    .regex(/^\s*(?:\d+\s*(?:-\s*(?:\d+\s*)?)?|-\s*\d+\s*)(?:,\s*(?:\d+\s*(?:-\s*(?:\d+\s*)?)?|-\s*\d+\s*))*$/, {
      error: 'expected page ranges such as "1-3, 5, 8-"',
    })
    .optional()
    .describe('Only these pages of the result, such as "1-3, 5, 8-".'),
  preferCSSPageSize: z
    .boolean()
    .default(false)
    .describe(
      "Let @page size of the document go before the paper's. Without it the document's pages are fitted to the paper, turned as the document turns them.",
    ),
  singlePage: z.boolean().default(false).describe("One page, as tall as the content; nothing begins a new one."),
  headerTemplate: z
    .string()
    .max(100_000)
    .optional()
    .describe(
      "HTML of the header. Elements of the classes date, title, url, pageNumber and totalPages are filled in. Needs a margin to stand in.",
    ),
  footerTemplate: z.string().max(100_000).optional().describe("HTML of the footer; as headerTemplate."),
  media: choice(["print", "screen"]).prefault("print").describe("CSS media type."),
  colorScheme: choice(["light", "dark", "no-preference"]).prefault("light").describe("prefers-color-scheme."),
  reducedMotion: choice(["no-preference", "reduce"]).prefault("no-preference").describe("prefers-reduced-motion."),
  forcedColors: choice(["none", "active"])
    .prefault("none")
    .describe("forced-colors, as media queries see it; printing forces no colours itself."),
  contrast: choice(["no-preference", "more", "less", "custom"]).prefault("no-preference").describe("prefers-contrast."),
  omitBackground: z
    .boolean()
    .default(false)
    .describe(
      "Leave out the ground that the browser lays under pages of a dark colour scheme; without one there is none.",
    ),
  viewport: z
    .object({
      width: z.int().min(1).max(10_000).default(1280),
      height: z.int().min(1).max(10_000).default(720),
      deviceScaleFactor: z.number().min(0.1).max(4).default(1),
    })
    .optional()
    .describe("Size of the window while the page loads, in CSS pixels (default 1280 × 720)."),
  javascript: z.boolean().default(true).describe("Run the page's scripts."),
  waitUntil: choice(["settled", "load", "domcontentloaded", "networkidle"], WAITS)
    .prefault("settled")
    .describe(
      "When the page is ready: settled (loaded, fonts, all images including lazy ones, network and content quiet for a moment), load, domcontentloaded, or networkidle (no request for 500 ms; also as networkidle0 and networkidle2).",
    ),
  waitForSelector: z.string().min(1).max(2_000).optional().describe("Also wait until this CSS selector matches."),
  waitForExpression: z
    .string()
    .min(1)
    .max(10_000)
    .optional()
    .describe("Also wait until this JavaScript expression, or the promise that it gives, is truthy in the page."),
  delay: z.number().min(0).max(HTML_LIMITS.delayMs).default(0).describe("Further milliseconds to wait at the end."),
  timeout: z
    .number()
    .min(100)
    .max(HTML_LIMITS.timeoutMs)
    .default(HTML_LIMITS.defaultTimeoutMs)
    .describe("Milliseconds after which the conversion is given up."),
  ...placeFields,
  ...sendingFields,
  ...faultFields,
  tagged: z.boolean().default(true).describe("Make a tagged (accessible) PDF."),
  outline: z.boolean().default(true).describe("Make an outline of the headings, with tags or without."),
  metadata: z
    .object({
      title: metadataText,
      author: metadataText,
      subject: metadataText,
      keywords: metadataText,
      creator: metadataText,
      producer: metadataText,
    })
    .optional()
    .describe("Entries of the PDF's document information."),
  css: z.string().max(1_000_000).optional().describe("CSS added to the page."),
  baseUrl: z
    .string()
    .max(2_048)
    .optional()
    .describe("For `file` and `html`: the address against which relative links and resources are resolved."),
  network: z
    .enum(["public", "none"])
    .default("public")
    .describe("What the page may load: public addresses, or nothing but its assets and data: URLs."),
  fallback: z
    .enum(["auto", "none"])
    .default("auto")
    .describe("When no browser can be had: try the platform's one-shot render (named in the result), or refuse."),
});

export type HtmlOptions = z.output<typeof htmlOptions>;
