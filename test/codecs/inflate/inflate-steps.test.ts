import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { inflateSteps } from "../../../src/codecs/inflate/inflate-steps.ts";

const lines = Array.from({ length: 20_000 }, (_, i) => `${i} ${(i * 7919) % 10_007} l`).join("\n");
const compressed = new Uint8Array(deflateSync(lines));

function read(data: Uint8Array, most = Number.MAX_SAFE_INTEGER, enough = Number.MAX_SAFE_INTEGER) {
  const decoder = new TextDecoder();
  let text = "";
  const outcome = inflateSteps(data, most, (chunk) => {
    text += decoder.decode(chunk, { stream: true });
    return text.length >= enough ? "enough" : "more";
  });
  return { ...outcome, text };
}

describe("Inflating in steps", () => {
  it("gives all of a stream", () => {
    const { text, sound, bytesOut } = read(compressed);
    expect({ sound, bytesOut }).toEqual({ sound: true, bytesOut: lines.length });
    expect(text === lines).toBe(true);
  });

  it("stops soon after the taker has enough, with what came so far", () => {
    const { text, sound } = read(compressed, undefined, 2000);
    expect(sound).toBe(true);
    expect(text.length).toBeLessThan(20_000);
    expect(lines.startsWith(text)).toBe(true);
  });

  it("tells a stream that is cut off, damaged or larger than it may be", () => {
    expect(read(compressed.subarray(0, compressed.length / 2)).sound).toBe(false);
    expect(read(compressed, 1000).sound).toBe(false);
    const damaged = compressed.slice();
    damaged.fill(0xff, 5000, 5100);
    expect(read(damaged).sound).toBe(false);
    expect(read(new Uint8Array(0)).sound).toBe(false);
  });

  it("forgets the stream before", () => {
    read(compressed.subarray(0, 3000));
    expect(read(compressed).text === lines).toBe(true);
  });
});
