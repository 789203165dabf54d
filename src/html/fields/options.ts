import * as z from "zod/mini";
import { metadataField } from "../../fields/metadata.ts";
import { explained, intBetween, numberBetween, testedText, textUpTo } from "../../fields/schema-parts.ts";
import { HTML_LIMITS } from "../html-limits.ts";
import { choice } from "./choice.ts";
import { faultFields } from "./fail-on.ts";
import { LENGTH, MARGINS, PAPER, type PaperName } from "./paper.ts";
import { placeFields } from "./place.ts";
import { rangesText } from "./printed-ranges.ts";

const headerName = z
  .string()
  .check(z.maxLength(256), z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, { error: "expected the name of an HTTP header" }));
const headerValue = z
  .string()
  .check(
    z.maxLength(8_192),
    z.regex(/^[\t\x20-\x7e\x80-\xff]*$/, { error: "expected the value of an HTTP header, without line breaks" }),
  );
const headers = z.record(headerName, headerValue);
const origin = testedText(512, isOrigin, "expected an origin such as https://cdn.example.com");

const cookie = z.object({
  name: z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(256),
      z.regex(/^[^\s;=\x00-\x1f]+$/, { error: "expected the name of a cookie" }),
    ),
  value: textUpTo(4_096).check(z.regex(/^[^;\x00-\x1f]*$/, { error: "expected the value of a cookie" })),
  origin: explained("The one origin that gets it; without it, the page's own.", z.optional(origin)),
  url: explained(
    "As puppeteer has it: its origin counts.",
    z.optional(
      z
        .url({ protocol: /^https?$/, error: "expected an address such as https://cdn.example.com/" })
        .check(z.maxLength(2_048)),
    ),
  ),
  domain: explained(
    "As puppeteer has it: must be the page's own host, or one above it. Others are named by `origin`.",
    z.optional(textUpTo(253)),
  ),
  path: z.optional(textUpTo(1_024).check(z.startsWith("/", { error: "expected a path such as /shop" }))),
  httpOnly: z.optional(z.boolean()),
  secure: z.optional(z.boolean()),
  sameSite: z.optional(choice(["Strict", "Lax", "None"])),
});

/** Headers and cookies to send along, and to which origins. */
const sendingFields = {
  extraHeaders: explained("HTTP headers sent to the page's own origin only.", z.optional(headers)),
  originHeaders: explained(
    'HTTP headers for other origins, each by its name: `{"https://api.example.com": {"Authorization": "Bearer …"}}`.',
    z.optional(z.record(origin, headers)),
  ),
  cookies: explained(
    "Cookies sent to the page's own origin only, or to the `origin` that one names.",
    z.optional(z.array(cookie).check(z.maxLength(100))),
  ),
};

/** Scheme, host and port, and nothing after them. */
function isOrigin(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return `${url.origin}/` === url.href && !url.hostname.includes("*");
}

const UNITS = "a number with one of the units px, pt, pc, mm, cm, in (no unit: px)";

const length = z.union([
  z.number().check(z.positive(), z.maximum(20_000)),
  textUpTo(32).check(z.regex(LENGTH, { error: `expected ${UNITS}` })),
]);
const side = z.union([
  z.number().check(z.nonnegative(), z.maximum(20_000)),
  textUpTo(32).check(z.regex(LENGTH, { error: `expected ${UNITS}` })),
]);
/** Puppeteer's name for it. */
const WAITS = { networkidle0: "networkidle", networkidle2: "networkidle" } as const;

const selector = z.string().check(z.minLength(1), z.maxLength(2_000));

/** Every option of a conversion, beside its input. All are optional. */
export const htmlOptions = z.object({
  format: explained(
    "Paper size, in any case. `width` and `height`, where given, go before it.",
    z.prefault(choice(Object.keys(PAPER) as [PaperName, ...PaperName[]]), "A4"),
  ),
  width: explained(`Paper width: ${UNITS}.`, z.optional(length)),
  height: explained(`Paper height: ${UNITS}.`, z.optional(length)),
  landscape: explained("Turn the paper to landscape.", z._default(z.boolean(), false)),
  margin: explained(
    "Page margins, 0.4in by default, 20mm for Markdown: one length for all sides, two to four as in CSS, or an object. @page margins of the document go before it.",
    z.optional(
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
    ),
  ),
  scale: explained("Scale of the content.", z._default(numberBetween(0.1, 2), 1)),
  printBackground: explained("Print background colours and images.", z._default(z.boolean(), true)),
  pageRanges: explained(
    'Only these pages of the result, such as "1-3, 5, 8-". Also `r2` (second to last), `z` (last), `odd`, `even`, `!4` (not page 4).',
    z.optional(rangesText),
  ),
  preferCSSPageSize: explained(
    "The document's own @page size overrides format, width and height. Without it its pages are fitted to the paper.",
    z._default(z.boolean(), false),
  ),
  singlePage: explained("One page, as tall as the content; nothing begins a new one.", z._default(z.boolean(), false)),
  headerTemplate: explained(
    "HTML of the header, printed in the margin. Elements of the classes date, title, url, pageNumber, totalPages and section (the heading) are filled in.",
    z.optional(textUpTo(100_000)),
  ),
  footerTemplate: explained("HTML of the footer; as headerTemplate.", z.optional(textUpTo(100_000))),
  media: explained("CSS media type.", z.prefault(choice(["print", "screen"]), "print")),
  colorScheme: explained("prefers-color-scheme.", z.prefault(choice(["light", "dark", "no-preference"]), "light")),
  reducedMotion: explained("prefers-reduced-motion.", z.prefault(choice(["no-preference", "reduce"]), "no-preference")),
  mediaFeatures: explained(
    'What other media queries of the page find: `{"prefers-contrast": "more"}`.',
    z.optional(
      z.object({
        "prefers-contrast": z.optional(choice(["no-preference", "more", "less", "custom"])),
        "prefers-reduced-transparency": z.optional(choice(["no-preference", "reduce"])),
        "forced-colors": z.optional(choice(["none", "active"])),
        "color-gamut": z.optional(choice(["srgb", "p3", "rec2020"])),
      }),
    ),
  ),
  openDetails: explained("Print closed `<details>` as if they were open.", z._default(z.boolean(), false)),
  omitBackground: explained(
    "Transparent background: leaves out the one that the browser gives to pages of a dark colour scheme.",
    z._default(z.boolean(), false),
  ),
  viewport: explained(
    "Size of the window while the page loads, in CSS pixels (default 1280 × 720).",
    z.optional(
      z.object({
        width: z._default(intBetween(1, 10_000), 1280),
        height: z._default(intBetween(1, 10_000), 720),
        deviceScaleFactor: z._default(numberBetween(0.1, 4), 1),
      }),
    ),
  ),
  javascript: explained("Run the page's scripts.", z._default(z.boolean(), true)),
  waitUntil: explained(
    "When the page is ready: settled (loaded, fonts, lazy images too, network and content quiet), load, domcontentloaded, or networkidle (no request for 500 ms).",
    z.prefault(choice(["settled", "load", "domcontentloaded", "networkidle"], WAITS), "settled"),
  ),
  waitForSelector: explained(
    'Also wait until this CSS selector matches: as text, or with a state: `{"selector": "#spinner", "state": "hidden"}`.',
    z.optional(
      z.union([
        selector,
        z.object({ selector, state: z.prefault(choice(["attached", "detached", "visible", "hidden"]), "attached") }),
      ]),
    ),
  ),
  waitForExpression: explained(
    "Also wait until this JavaScript expression, or the promise that it gives, is truthy in the page.",
    z.optional(z.string().check(z.minLength(1), z.maxLength(10_000))),
  ),
  delay: explained("Further milliseconds to wait at the end.", z._default(numberBetween(0, HTML_LIMITS.delayMs), 0)),
  timeout: explained(
    "Milliseconds after which the conversion is given up.",
    z._default(numberBetween(100, HTML_LIMITS.timeoutMs), HTML_LIMITS.defaultTimeoutMs),
  ),
  ...placeFields,
  ...sendingFields,
  ...faultFields,
  tagged: explained("Make a tagged (accessible) PDF.", z._default(z.boolean(), true)),
  outline: explained("Make an outline of the headings, with tags or without.", z._default(z.boolean(), true)),
  contents: explained(
    "A table of contents of the headings, in `<nav data-contents>` or else in front: `levels` of them (3), `from` the first (1).",
    z.optional(
      z.union([
        z.boolean(),
        z.strictObject({
          title: z.optional(textUpTo(1_000)),
          levels: z.optional(intBetween(1, 6)),
          from: z.optional(intBetween(1, 6)),
        }),
      ]),
    ),
  ),
  forms: explained("Form fields as they look, or to be filled in.", z.prefault(choice(["print", "fields"]), "print")),
  metadata: metadataField,
  css: explained("CSS added to the page.", z.optional(textUpTo(1_000_000))),
  baseUrl: explained(
    "For `file` and `html`: the address against which relative links and resources are resolved.",
    z.optional(textUpTo(2_048)),
  ),
  network: explained(
    "What the page may load: public addresses, or nothing but its assets and data: URLs.",
    z._default(z.enum(["public", "none"]), "public"),
  ),
  fallback: explained(
    "When no browser can be had: try the platform's one-shot render (named in the result), or refuse.",
    z._default(z.enum(["auto", "none"]), "auto"),
  ),
});

export type HtmlOptions = z.output<typeof htmlOptions>;
