import { describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS, ImageDocument } from "../../../src/images/image-document.ts";
import { Work } from "../../../src/meter/work.ts";
import { hostileImages } from "../../fixtures/hostile/images.ts";

/** Converts a hostile image as a request does; counts how often others got the thread. */
async function converted(name: string): Promise<{ steps: number; turns: number }> {
  const bytes = hostileImages.find((image) => image.name === name)!.make();
  const work = new Work(bytes.length);
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  work.beginTurn();
  await new ImageDocument(work).add({ name: "x", bytes }, DEFAULT_OPTIONS);
  clearInterval(timer);
  return { steps: work.used.steps, turns };
}

describe("an image whose bytes say little of its cost", () => {
  it("is charged for rows that have next to no pixels", async () => {
    expect((await converted("a BMP of one column")).steps).toBeGreaterThan(100_000);
    expect((await converted("a GIF of one column")).steps).toBeGreaterThan(25_000);
  });

  it("is charged for what lies outside of its canvas", async () => {
    expect((await converted("a GIF whose frame is far larger than its canvas")).steps).toBeGreaterThan(500_000);
  });

  it("lets others on the thread while its packets and rows are read", async () => {
    expect((await converted("a JPEG 2000 of 800,000 precincts")).turns).toBeGreaterThan(5);
    expect((await converted("a BMP of one column")).turns).toBeGreaterThan(5);
  });
});
