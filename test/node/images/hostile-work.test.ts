import { describe, expect, it, vi } from "vitest";
import { DEFAULT_OPTIONS, ImageDocument } from "../../../src/images/image-document.ts";
import { Work } from "../../../src/meter/work.ts";
import { WORK_LIMITS } from "../../../src/meter/work-limits.ts";
import { hostileImages } from "../../fixtures/hostile/images.ts";
import { unseen } from "../../support/score.ts";

vi.setConfig({ testTimeout: 120_000 });

const STEPS = 60_000;
describe("a small image that asks for much", () => {
  it.each(hostileImages)("becomes pages or fails by the meter, and by nothing else: $name", async ({ make }) => {
    const bytes = make();
    expect(bytes.length).toBeLessThan(1 << 20);
    const work = new Work(bytes.length, { steps: STEPS, stepsPerMebibyte: 0 });
    const document = new ImageDocument(work);
    await document.add({ name: "x", bytes }, DEFAULT_OPTIONS);
    const { failures, pageCount } = document.finish(DEFAULT_OPTIONS);
    const run = (own: Work) => new ImageDocument(own).add({ name: "x", bytes }, DEFAULT_OPTIONS);
    expect(await unseen({ size: bytes.length, run })).toBe("");
    for (const { code } of failures)
      expect(["IMAGE_TOO_LARGE", "UNSUPPORTED_IMAGE", "CORRUPTED_IMAGE"]).toContain(code);
    expect(failures.length + pageCount).toBeGreaterThan(0);
    expect(work.used.bytes).toBeLessThanOrEqual(2 * WORK_LIMITS.heldBytes);
  });
});
