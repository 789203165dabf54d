import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as mupdf from "mupdf";
import type { Service } from "../../scripts/lib/service.ts";

const DOCS = path.resolve(import.meta.dirname, "../../docs/use");
const GUIDE = "books-contracts-forms.md";
const SCALE = 0.9;
const GAP = 8;
const PAGES = 3;

/** Draws the first pages of each example of the guide, one picture for each heading that shows one. */
export async function drawGuide(service: Service): Promise<void> {
  const guide = readFileSync(path.join(DOCS, GUIDE), "utf8");
  for (const [, heading = "", below = ""] of guide.matchAll(/^## (.+)\n([\s\S]*?)(?=^## |(?![\s\S]))/gm)) {
    const [, html] = /```html\n([\s\S]*?)```/.exec(below) ?? [];
    const [, name] = /\]\(images\/([-\w]+\.png)\)/.exec(below) ?? [];
    if (html === undefined || name === undefined) continue;
    const answer = await fetch(`${service.api}/v1/convert/html-to-pdf?format=binary`, {
      method: "POST",
      headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json" },
      body: JSON.stringify({
        html,
        format: "A6",
        margin: "12mm",
        ...(heading.startsWith("Fields") && { forms: "fields" }),
      }),
    });
    if (!answer.ok) throw new Error(`${heading}: ${await answer.text()}`);
    writeFileSync(path.join(DOCS, "images", name), picture(new Uint8Array(await answer.arrayBuffer())));
    console.log(`${heading}: docs/use/images/${name}`);
  }
}

/** Pages beside each other on grey. */
function picture(pdf: Uint8Array): Uint8Array {
  const document = mupdf.Document.openDocument(pdf, "application/pdf");
  const pages = Array.from({ length: Math.min(PAGES, document.countPages()) }, (_, at) =>
    document.loadPage(at).toPixmap(mupdf.Matrix.scale(SCALE, SCALE), mupdf.ColorSpace.DeviceRGB, false, true),
  );
  const width = pages.reduce((sum, page) => sum + page.getWidth() + GAP, GAP);
  const height = Math.max(...pages.map((page) => page.getHeight())) + 2 * GAP;
  const whole = new mupdf.Pixmap(mupdf.ColorSpace.DeviceRGB, [0, 0, width, height], false);
  const pixels = whole.getPixels().fill(0xd0);
  let left = GAP;
  for (const page of pages) {
    const stride = page.getStride();
    for (let row = 0; row < page.getHeight(); row++) {
      const line = page.getPixels().subarray(row * stride, row * stride + page.getWidth() * 3);
      pixels.set(line, (row + GAP) * whole.getStride() + left * 3);
    }
    left += page.getWidth() + GAP;
  }
  return whole.asPNG();
}
