import { deflateSync } from "node:zlib";
import { chunk } from "../../../test/fixtures/png.ts";
import { seeded } from "../../../test/fixtures/random.ts";
import { sentence, vocabulary } from "./prose.ts";

const style =
  "<style>body{font:11pt sans-serif;margin:2em}table{width:100%;border-collapse:collapse}td,th{border:1px solid #999;padding:4px}</style>";

/** One page: a letterhead, a table, totals. */
export function invoice(): string {
  const random = seeded(31);
  const words = vocabulary(random, 300);
  const rows = Array.from({ length: 18 }, (_, index) => {
    const price = (random.below(90000) / 100).toFixed(2);
    return `<tr><td>${index + 1}</td><td>${sentence(random, words, 40)}</td><td>${1 + random.below(9)}</td><td>${price}</td></tr>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Invoice 2026-0042</title>${style}<h1>Invoice 2026-0042</h1><table><tr><th>#</th><th>Item</th><th>Number</th><th>Price</th></tr>${rows.join("")}</table><p>Payable within 30 days.</p>`;
}

/** About thirty pages of text and tables, with a chart that a script draws after load. */
export function report(): string {
  const random = seeded(32);
  const words = vocabulary(random, 1500);
  const sections = Array.from({ length: 30 }, (_, index) => {
    const paragraphs = Array.from({ length: 9 }, () => `<p>${sentence(random, words, 560)}</p>`).join("");
    return `<section style="break-before:page"><h2>Section ${index + 1}</h2>${paragraphs}</section>`;
  });
  const script = `<script>addEventListener("load",()=>{const c=document.querySelector("canvas").getContext("2d");c.strokeStyle="#226";c.beginPath();for(let x=0;x<600;x++)c.lineTo(x,150+100*Math.sin(x/30));c.stroke();document.body.dataset.drawn="yes"})</script>`;
  return `<!doctype html><meta charset="utf-8"><title>Report</title>${style}<h1>Report</h1><canvas width="600" height="300"></canvas>${script}${sections.join("")}`;
}

/** An article with twenty images, each from the server. */
export function article(): string {
  const random = seeded(33);
  const words = vocabulary(random, 800);
  const figures = Array.from(
    { length: 20 },
    (_, index) =>
      `<figure><img src="/image-${index}.png" width="300" height="200" alt=""><figcaption>${sentence(random, words, 50)}</figcaption></figure><p>${sentence(random, words, 700)}</p>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Article</title>${style}<h1>Article</h1>${figures.join("")}`;
}

/** A gradient of 300 × 200 pixels, another for each index. */
export function articleImage(index: number): Uint8Array {
  const width = 300;
  const height = 200;
  const raw = new Uint8Array((width * 3 + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      raw.set([x & 255, (y + index * 12) & 255, (x * y) & 255], y * (width * 3 + 1) + 1 + x * 3);
  }
  const header = Uint8Array.of(0, 0, width >> 8, width & 255, 0, 0, height >> 8, height & 255, 8, 2, 0, 0, 0);
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(raw)),
    chunk("IEND", new Uint8Array(0)),
  ]);
}
