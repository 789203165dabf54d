import { expect, it } from "vitest";
import { checkLink, type LinkTarget, signLink } from "../../src/deliver/links.ts";

const ORIGIN = "https://files.example.com";
const SECRETS = { current: "a secret of tests" };
const TARGET: LinkTarget = {
  key: "f/abc_DEF-123",
  start: 0,
  end: 1000,
  fileName: "Übersicht (1).pdf",
  expires: 1_800_000_000,
};
const BEFORE = TARGET.expires * 1000 - 1;

it("a link gives back what was signed", async () => {
  const url = new URL(await signLink(ORIGIN, TARGET, SECRETS.current));
  expect(url.origin).toBe(ORIGIN);
  expect(await checkLink(url, SECRETS, BEFORE)).toEqual({ ok: true, isInline: false, target: TARGET });
});

it("a link is valid up to its last millisecond, and expired at the next", async () => {
  const url = new URL(await signLink(ORIGIN, TARGET, SECRETS.current));
  expect(await checkLink(url, SECRETS, BEFORE)).toMatchObject({ ok: true });
  expect(await checkLink(url, SECRETS, BEFORE + 1)).toEqual({ ok: false, reason: "expired" });
});

it.each<[string, (url: URL) => void]>([
  [
    "the key",
    (url) => {
      url.pathname = url.pathname.replace("abc_", "abd_");
    },
  ],
  [
    "the file name",
    (url) => {
      url.pathname = url.pathname.replace("(1)", "(2)");
    },
  ],
  [
    "an encoded file name",
    (url) => {
      url.pathname = url.pathname.replace(/[^/]*$/, "%ff");
    },
  ],
  [
    "the folder between key and name",
    (url) => {
      url.pathname = url.pathname.replace("/f/", "/f%2F");
    },
  ],
  ["the range's start", (url) => url.searchParams.set("range", "1-1000")],
  ["the range's end", (url) => url.searchParams.set("range", "0-1001")],
  ["the range's spelling", (url) => url.searchParams.set("range", "00-1000")],
  ["the expiry", (url) => url.searchParams.set("expires", "1900000000")],
  [
    "the signature",
    (url) =>
      url.searchParams.set(
        "signature",
        url.searchParams.get("signature")!.replace(/./, (c) => (c === "A" ? "B" : "A")),
      ),
  ],
  [
    "the signature's unused bits",
    (url) => url.searchParams.set("signature", respelled(url.searchParams.get("signature")!)),
  ],
  ["the signature's length", (url) => url.searchParams.set("signature", url.searchParams.get("signature")!.slice(1))],
  ["a missing signature", (url) => url.searchParams.delete("signature")],
  ["a missing range", (url) => url.searchParams.delete("range")],
  ["a second expiry", (url) => url.searchParams.append("expires", "1900000000")],
  ["a further parameter", (url) => url.searchParams.append("type", "text/html")],
])("a link is refused when it is altered in %s", async (_, alter) => {
  const url = new URL(await signLink(ORIGIN, TARGET, SECRETS.current));
  alter(url);
  expect(await checkLink(url, SECRETS, BEFORE)).toEqual({ ok: false, reason: "invalid" });
});

it("accepts links of the secret before, while secrets are rotated, and of no other", async () => {
  const url = new URL(await signLink(ORIGIN, TARGET, "old"));
  expect(await checkLink(url, { current: "new", previous: "old" }, BEFORE)).toMatchObject({ ok: true });
  expect(await checkLink(url, { current: "new", previous: "older" }, BEFORE)).toEqual({ ok: false, reason: "invalid" });
});

/** Another spelling of the same 32 bytes: the last of 43 characters has two bits that carry nothing. */
function respelled(signature: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const last = alphabet.indexOf(signature[42] as string);
  return signature.slice(0, 42) + alphabet[last ^ 1];
}
