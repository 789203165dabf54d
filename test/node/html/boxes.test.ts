import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textWithoutFont } from "../../../src/engine.ts";
import { chromiumBinding, type TestBinding } from "./chromium.ts";
import { renderer } from "./renderer.ts";

let binding: TestBinding;
beforeAll(async () => {
  binding = await chromiumBinding();
});
afterAll(() => binding.close());

const lacking = async (html: string, options = {}) =>
  textWithoutFont((await renderer(binding).html(html, options)).pdf);

describe("what a page's fonts lack", () => {
  it("is found in the PDF, where a browser shows boxes", async () => {
    expect(await lacking("<p>Icons \u{f8a1}\u{f8a2} and \u0378\u0379 none")).toEqual([
      "icons (characters of private use)",
      "U+0378",
      "U+0379",
    ]);
    expect(await lacking("<p style='opacity: .5'>Text \u{f8a1}\u{f8a2}")).toEqual([
      "icons (characters of private use)",
    ]);
  });

  it("is some text, where the browser does not say which", async () => {
    expect(await lacking("<p>Text \u{f8a1}")).toEqual(["some of the text"]);
  });

  it("is nothing where all is shown, invisible characters among it", async () => {
    const invisible = "a\u200bb\u00adc\u200d\ufeff\u2060\u061c\u200e\u2028\tx\u00a0\u3000\ufe0f";
    expect(await lacking(`<h1>Größe</h1><pre>a\tb\r\n\fc</pre><p>${invisible}<p>✓ → “…” € ½ fi ﬁ`)).toEqual([]);
  });
});
