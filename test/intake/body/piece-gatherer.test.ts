import { describe, expect, it } from "vitest";
import { PieceGatherer } from "../../../src/intake/body/piece-gatherer.ts";
import { MIB, patterned } from "../support.ts";

/** Memory that notes what is asked of it. */
function memory() {
  const asked: number[] = [];
  const frees: (() => void)[] = [];
  const room = {
    grow: async (bytes: number) => void asked.push(bytes),
    shrink: (bytes: number) => void asked.push(-bytes),
    onRelease: (free: () => void) => void frees.push(free),
  };
  const release = () => {
    for (const free of frees) free();
  };
  return { asked, room, release };
}

describe("bytes whose number is known only at the end", () => {
  it.each([
    ["are not copied where a tenth of their piece stays unused", 900, 1000, [1000]],
    ["are copied where more stays unused, which is given back", 899, 899, [1000, -101]],
  ])("%s", async (_, length, held, asked) => {
    const { room, asked: noted } = memory();
    const gatherer = new PieceGatherer(room, 1000);
    await gatherer.add(patterned(500).subarray(0, 500));
    await gatherer.add(patterned(length).subarray(500));
    expect([gatherer.length, gatherer.held]).toEqual([length, 1000]);
    const whole = gatherer.finish();
    expect(Buffer.compare(whole, patterned(length))).toBe(0);
    expect([whole.buffer.byteLength, gatherer.held]).toEqual([held, held]);
    expect(noted).toEqual(asked);
  });

  it("take pieces that grow with what has come, from 4 KiB to 1 MiB", async () => {
    const { room, asked } = memory();
    const gatherer = new PieceGatherer(room);
    const bytes = patterned(3 * MIB);
    let at = 0;
    for (const length of [1, 4095, 1, 10_000, 2 * MIB]) {
      await gatherer.add(bytes.subarray(at, at + length));
      at += length;
    }
    expect(asked).toEqual([4096, 4096, 8192, MIB, MIB]);
    expect(Buffer.compare(gatherer.finish(), bytes.subarray(0, at))).toBe(0);
    expect(asked.reduce((sum, change) => sum + change, 0)).toBe(at);
  });

  it.each([
    ["in the piece that they came in", 1000],
    ["copied", 10],
  ])("leave memory when the request ends, %s", async (_, length) => {
    const { room, release } = memory();
    const gatherer = new PieceGatherer(room, 1000);
    await gatherer.add(patterned(length));
    const whole = gatherer.finish();
    expect(whole.length).toBe(length);
    release();
    expect(whole.length).toBe(0);
  });
});
