import { expect, it } from "vitest";
import { mergeInTurns, mergeWork } from "../../../src/merge/merge.ts";
import { inTurns } from "../../../src/meter/turns.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { tinyPdf } from "../../fixtures/pdf.ts";

it("others get the thread while documents of many pages are joined", async () => {
  const parts = ["A", "B"].map((title) => ({ document: openPdf(tinyPdf(8000)), title }));
  const work = mergeWork(parts);
  let [others, isOver] = [0, false];
  const again = (): void => {
    others++;
    if (!isOver) setTimeout(again, 0);
  };
  setTimeout(again, 0);
  const { rope } = await inTurns(mergeInTurns(parts, { tagged: false, outline: "keep" }, work), work);
  isOver = true;
  expect(openPdf(rope.toBytes()).pageCount).toBe(16_000);
  expect(work.used.steps).toBeGreaterThan(40_000);
  expect(others).toBeGreaterThanOrEqual(work.used.steps / 40_000);
});
