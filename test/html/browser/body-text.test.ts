import { expect, it } from "vitest";
import { withBase64 } from "../../../src/html/browser/cdp.ts";

const message = (value: string) => JSON.stringify({ id: 7, params: { name: "Grüße \u{1f600} \u2028", body: value } });

it.each([0, 1, 2, 3, 48 * 1024, 48 * 1024 + 1, 200_000])("a message holds a body of %i bytes as base64", (length) => {
  const bytes = Uint8Array.from({ length }, (_, index) => (index * 31) % 251);
  const text = withBase64(message(""), bytes);
  expect(/^[ -~]*$/.test(text)).toBe(true);
  expect(JSON.parse(text)).toEqual(JSON.parse(message(Buffer.from(bytes).toString("base64"))));
});

it("the body may be a part of a larger buffer", () => {
  const whole = new TextEncoder().encode("before<p>inside</p>after");
  const text = withBase64(message(""), whole.subarray(6, 19));
  expect(JSON.parse(text).params.body).toBe(Buffer.from("<p>inside</p>").toString("base64"));
});
