import * as mupdf from "mupdf";
import { describe, expect, inject, it } from "vitest";
import { embeddedFonts } from "../support/embedded-fonts.ts";

const { api, key } = inject("service");

async function print(html: string): Promise<mupdf.PDFDocument> {
  const response = await fetch(`${api}/v1/convert/html-to-pdf?format=binary`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ html, margin: 0, fallback: "none" }),
  });
  expect(response.status).toBe(200);
  return mupdf.PDFDocument.openDocument(await response.arrayBuffer(), "application/pdf") as mupdf.PDFDocument;
}

function textOf(document: mupdf.PDFDocument): string {
  return document.loadPage(0).toStructuredText("").asText().trim();
}

/** What stands in each of the squares of 40 points, one below the other. */
function squares(document: mupdf.PDFDocument, count: number): string[] {
  const pixmap = document.loadPage(0).toPixmap(mupdf.Matrix.identity, mupdf.ColorSpace.DeviceRGB, false);
  const pixels = pixmap.getPixels();
  const stride = pixmap.getStride();
  return Array.from({ length: count }, (_, index) => {
    const rows = Array.from({ length: 40 }, (_, row) => (index * 40 + row) * stride);
    return rows.map((at) => Buffer.from(pixels.subarray(at, at + 40 * 3)).toString("latin1")).join("");
  });
}

describe("text in every script is shown", () => {
  // Two characters each: where no font has them, both are the same empty box.
  it.each([
    ["Korean", "한국", /Noto|CJK|Nanum|Gothic|Batang|Droid|Hei|Myungjo/],
    ["Hindi", "कह", /Noto|Deva|Lohit|Mangal|Gargi|Nakula|Free|Sahadeva|Kalimati|Kohinoor/],
    ["Thai", "กม", /Noto|Thai|TLWG|Loma|Garuda|Norasi|Waree|Thonburi|Free|Tlwg/],
    ["Arabic", "عم", /Noto|Arab|DejaVu|Kacst|Free|Geeza|Amiri/],
    ["Japanese", "あ語", /Noto|CJK|Gothic|Mincho|Droid|Hei|Hiragino|IPA|Takao|VL/],
    ["emoji", "🎉🚀", /Emoji|Symbola/],
  ])("%s", async (_, characters, fonts) => {
    const box = "display: block; height: 40pt; width: 40pt; font-size: 24pt; line-height: 40pt; overflow: hidden";
    // U+0378 is no character: it shows what stands for one that no font has.
    const shown = ["\u0378", ...characters, " "].map((character) => `<span style="${box}">${character}</span>`);
    const document = await print(`<!doctype html><style>body { margin: 0 }</style>${shown.join("")}`);
    expect(new Set(squares(document, 4)).size).toBe(4);
    expect(embeddedFonts(document).some((name) => fonts.test(name))).toBe(true);
  });
});

it("a page may write to its console as much as it likes: the next one is printed all the same", async () => {
  const loud = "<p>Loud<script>for (let i = 0; i < 3000; i++) console.log('x'.repeat(200), i)</script>";
  expect(textOf(await print(loud))).toBe("Loud");
  for (let i = 0; i < 3; i++) expect(textOf(await print(`<p>Next ${i}`))).toBe(`Next ${i}`);
});

it("a page's language is one that Intl knows", async () => {
  const page = `<p id="out"></p><script>out.textContent = [navigator.language, ...navigator.languages,
    new Date(0).toLocaleDateString(navigator.language, { timeZone: "UTC" })].join(" ")</script>`;
  expect(textOf(await print(page))).toBe("en-US en-US en 1/1/1970");
});
