import * as z from "zod/mini";
import { explained, testedText, textUpTo } from "../../fields/schema-parts.ts";
import { choice } from "./choice.ts";

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
export const sendingFields = {
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
