import { expect, it } from "vitest";
import { cropPdf } from "../../../src/pdf/crop/crop.ts";
import { openPdf } from "../../../src/pdf/open.ts";
import { pageSet } from "../../../src/pdf/split/page-set.ts";
import { splitDocument } from "../../../src/pdf/split/split.ts";
import { pagesOf, pdf, text } from "../../fixtures/pdf.ts";

/** Readers take an object whose number is /Size or more for null (ISO 32000-2 §7.5.5), though most forgive it. */
function sizeAndHighest(file: Uint8Array): { size: number; highest: number } {
  const content = text(file);
  const numbers = [...content.matchAll(/(?:^|\s)(\d+) 0 obj/g)].map(([, number]) => Number(number));
  const sizes = [...content.matchAll(/\/Size (\d+)/g)].map(([, size]) => Number(size));
  return { size: sizes.at(-1) as number, highest: Math.max(...numbers) };
}

const area = { x: 1, y: 1, width: 9, height: 9 };

it.each(["table", "stream"] as const)("/Size is one more than the highest number, after an update by a %s", (style) => {
  const { rope } = cropPdf(openPdf(pdf(pagesOf(3), { style })), { definitions: [{ page: 1, area }] });
  const { size, highest } = sizeAndHighest(rope.toBytes());
  expect(size).toBe(highest + 1);
});

it.each(["table", "stream"] as const)(
  "/Size is one more than the highest number in a part of a file with a %s",
  (style) => {
    const sets = [pageSet([{ first: 1, last: 2 }])];
    const { parts } = splitDocument(openPdf(pdf(pagesOf(3), { style })), { parts: sets }, { outputBytes: 1e9 });
    const { size, highest } = sizeAndHighest(new Uint8Array(Buffer.concat([...parts[0]!.pieces])));
    expect(size).toBe(highest + 1);
  },
);
