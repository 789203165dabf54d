import * as z from "zod";
import { choice } from "./choice.ts";

const headerName = z
  .string()
  .max(256)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, { error: "expected the name of an HTTP header" });
const headerValue = z
  .string()
  .max(8_192)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, { error: "expected the value of an HTTP header, without line breaks" });
const headers = z.record(headerName, headerValue);
const origin = z.string().max(512).refine(isOrigin, { error: "expected an origin such as https://cdn.example.com" });

const cookie = z.object({
  name: z
    .string()
    .min(1)
    .max(256)
    .regex(/^[^\s;=\x00-\x1f]+$/, { error: "expected the name of a cookie" }),
  value: z
    .string()
    .max(4_096)
    .regex(/^[^;\x00-\x1f]*$/, { error: "expected the value of a cookie" }),
  origin: origin.optional().describe("The one origin that gets it; without it, the page's own."),
  url: z
    .url({ protocol: /^https?$/, error: "expected an address such as https://cdn.example.com/" })
    .max(2_048)
    .optional()
    .describe("As puppeteer has it: its origin counts."),
  domain: z
    .string()
    .max(253)
    .optional()
    .describe("As puppeteer has it: must be the page's own host, or one above it. Others are named by `origin`."),
  path: z.string().max(1_024).startsWith("/").optional(),
  httpOnly: z.boolean().optional(),
  secure: z.boolean().optional(),
  sameSite: choice(["Strict", "Lax", "None"]).optional(),
});

/** Headers and cookies to send along, and to which origins. */
export const sendingFields = {
  extraHeaders: headers.optional().describe("HTTP headers sent to the page's own origin only."),
  originHeaders: z
    .record(origin, headers)
    .optional()
    .describe(
      'HTTP headers for other origins, each by its name: `{"https://api.example.com": {"Authorization": "Bearer …"}}`.',
    ),
  cookies: z
    .array(cookie)
    .max(100)
    .optional()
    .describe("Cookies sent to the page's own origin only, or to the `origin` that one names."),
};

/** Scheme, host and port, and nothing after them. */
function isOrigin(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return `${url.origin}/` === url.href && !url.hostname.includes("*");
}
