import { expect, it } from "vitest";
import { readPng } from "../../../src/images/png/png.ts";
import { apng } from "../../fixtures/apng.ts";
import type { PngFixture } from "../../fixtures/png.ts";
import { readAll, samples } from "../sink.ts";

it("an animated PNG gives its still picture, passed through as it is", async () => {
  const still: PngFixture = { width: 3, height: 2, colourType: 2, depth: 8, pixel: () => [255, 0, 0] };
  for (const first of [{}, undefined]) {
    const written = await readAll(readPng, apng(still, first, [{ stream: Uint8Array.of(1, 2, 3) }]));
    expect(written).toHaveLength(1);
    expect(written[0]!.frame.method).toBe("passthrough");
    expect(samples(written[0]!.image)[1]).toEqual([255, 0, 0, 255, 0, 0, 255, 0, 0]);
    expect(written[0]!.warnings).toEqual([]);
  }
});
