import { constants, deflateRawSync, deflateSync, inflateSync, type ZlibOptions } from "node:zlib";
import { describe, expect, it } from "vitest";
import { adler32, inflatePieces, inflating } from "../../src/codecs/inflate.ts";
import { atOnce } from "../../src/meter/turns.ts";
import { bytes } from "../fixtures/bytes.ts";
import { random } from "../fixtures/random.ts";

const next = random(2026);

/** Data of several kinds: noise of a few or many values, ramps, repetitions near and far. */
function made(length: number, kind: number): Uint8Array {
  const values = 1 + Math.floor(next() * 256);
  const reach = 1 + Math.floor(next() * (kind < 0.7 ? 30 : 32_000));
  const data = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    if (kind < 0.3) data[i] = next() * values;
    else if (kind < 0.5) data[i] = (i * values) >> 5;
    else data[i] = i >= reach && next() < 0.97 ? data[i - reach]! : next() * values;
  }
  return data;
}

const LONGEST = 900_000;
/** Made once: to make data takes longer than to inflate it. */
const originals = Array.from({ length: 12 }, (_, index) => made(LONGEST, index / 12));

/** Some of one of them. */
function data(length: number): Uint8Array {
  const original = originals[Math.floor(next() * originals.length)]!;
  const start = Math.floor(next() * (LONGEST - length));
  return original.subarray(start, start + length);
}

const STRATEGIES = [
  constants.Z_DEFAULT_STRATEGY,
  constants.Z_FILTERED,
  constants.Z_HUFFMAN_ONLY,
  constants.Z_RLE,
  constants.Z_FIXED,
];

function options(): ZlibOptions {
  return {
    level: Math.floor(next() * 10),
    strategy: STRATEGIES[Math.floor(next() * STRATEGIES.length)]!,
    memLevel: 1 + Math.floor(next() * 9),
    windowBits: 9 + Math.floor(next() * 7),
  };
}

function cut(stream: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const largest = next() < 0.3 ? 20 : 200_000;
  for (let at = 0; at < stream.length; ) {
    const size = 1 + Math.floor(next() * largest);
    pieces.push(stream.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

/** Made once, since to deflate takes longest. */
const STREAMS = Array.from({ length: 150 }, () => {
  const original = data(Math.floor(next() ** 3 * LONGEST));
  return { original, stream: new Uint8Array(deflateSync(original, options())) };
});
const BOMB = new Uint8Array(deflateSync(new Uint8Array(100_000_000)));

function inflated(pieces: Uint8Array[], limit = Number.POSITIVE_INFINITY) {
  const chunks: Uint8Array[] = [];
  const outcome = inflatePieces(pieces, limit, (chunk) => chunks.push(chunk.slice()));
  return { ...outcome, output: bytes(...chunks) };
}

const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

describe("inflating", () => {
  it("gives what zlib gives, for every level, strategy and window, however the stream is cut", () => {
    for (const { original, stream } of STREAMS) {
      const { output, end, bytesOut } = inflated(cut(stream));
      expect([end, bytesOut, same(output, original)]).toEqual(["finished", original.length, true]);
    }
  });

  it("agrees with zlib on what is damaged, and gives no byte that zlib would not", () => {
    const ends = new Set<string>();
    for (let round = 0; round < 600; round++) {
      let stream = new Uint8Array(deflateSync(data(Math.floor(next() * 3_000)), options()));
      const place = Math.floor(next() * Math.min(stream.length, next() < 0.5 ? 60 : stream.length));
      if (next() < 0.2) stream = stream.slice(0, place);
      else stream[place] = stream[place]! ^ (1 << Math.floor(next() * 8));
      const { output, end } = inflated(cut(stream));
      ends.add(end);
      const theirs = zlibOutcome(stream);
      expect(end).toBe(theirs.end);
      if (theirs.output) expect(same(output, theirs.output.subarray(0, output.length))).toBe(true);
    }
    expect([...ends]).toEqual(expect.arrayContaining(["cut off", "damaged", "wrong sum"]));
  });

  it("stops at the limit, even when hundreds of megabytes follow", () => {
    expect(inflated([BOMB], 1_000)).toMatchObject({ bytesOut: 1_000, end: "more" });
    expect(inflated([BOMB], 600_000)).toMatchObject({ bytesOut: 600_000, end: "more" });
  });

  it("takes blocks that are stored, empty or many", () => {
    const parts = [data(10), data(70_000), new Uint8Array(0), data(5)];
    const blocks = parts.map((part, i) =>
      deflateRawSync(part, {
        level: i & 1 ? 0 : 9,
        finishFlush: i === 3 ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
      }),
    );
    const { output, end } = inflated(cut(bytes([0x78, 0x01], ...blocks, [0, 0, 0, 0])));
    expect(end).toBe("wrong sum");
    expect(same(output, bytes(...parts))).toBe(true);
  });

  it("is cut off, not in error, when there is nothing at all", () => {
    expect(inflated([])).toMatchObject({ bytesOut: 0, end: "cut off" });
  });

  it("starts again after a stream that was damaged or not followed to its end", () => {
    inflated([Uint8Array.of(0x78, 0x9c, 0xff, 0xff, 0xff)]);
    inflated([new Uint8Array(deflateSync(data(9_000)))], 5);
    const original = data(9_000);
    expect(same(inflated([new Uint8Array(deflateSync(original))]).output, original)).toBe(true);
  });
});

describe("counting what a stream holds", () => {
  const count = (pieces: Uint8Array[], limit = Number.POSITIVE_INFINITY) =>
    atOnce(inflating(pieces, limit, () => undefined, true));

  it("gives the number of bytes for every level, strategy and window, however the stream is cut", () => {
    for (const { original, stream } of STREAMS) {
      expect(count(cut(stream))).toEqual({ bytesOut: original.length, end: "finished" });
    }
  });

  it("agrees with zlib on what is damaged or cut off, and says nothing of sums once it makes no output", () => {
    const ends = new Set<string>();
    const whole = STREAMS.filter(({ original }) => original.length > 20_000 && original.length < 200_000);
    expect(whole.length).toBeGreaterThan(30);
    for (let round = 0; round < 400; round++) {
      let stream = whole[round % whole.length]!.stream.slice();
      const place = Math.floor(next() * stream.length);
      if (next() < 0.3) stream = stream.slice(0, place);
      else stream[place] = stream[place]! ^ (1 << Math.floor(next() * 8));
      const { end } = count(cut(stream));
      ends.add(end);
      const theirs = zlibOutcome(stream).end;
      expect(theirs === "wrong sum" ? ["finished", "wrong sum"] : [theirs]).toContain(end);
    }
    expect([...ends]).toEqual(expect.arrayContaining(["cut off", "damaged", "finished"]));
  });

  it("never counts what a cut-off stream does not hold", () => {
    const stream = new Uint8Array(deflateSync(data(600_000), { level: 6 }));
    for (let round = 0; round < 60; round++) {
      const part = stream.subarray(0, Math.floor(next() * stream.length));
      const { bytesOut, end } = count(cut(part));
      expect(end).toBe("cut off");
      const there = inflateSync(part, { finishFlush: constants.Z_SYNC_FLUSH }).length;
      expect(bytesOut).toBeLessThanOrEqual(there);
      expect(bytesOut).toBeGreaterThan(there - 600);
    }
  });

  it("stops at the limit, even when hundreds of megabytes follow", () => {
    expect(count([BOMB], 1_000)).toEqual({ bytesOut: 1_000, end: "more" });
    expect(count([BOMB], 90_000_000)).toEqual({ bytesOut: 90_000_000, end: "more" });
  });
});

it("sums as RFC 1950 does, also when it goes on from an earlier sum", () => {
  expect(adler32(bytes("Wikipedia"))).toBe(0x11e60398);
  expect(adler32(bytes("pedia"), adler32(bytes("Wiki")))).toBe(0x11e60398);
  expect(adler32(new Uint8Array(100_000).fill(255))).toBe(
    adler32(new Uint8Array(50_000).fill(255), adler32(new Uint8Array(50_000).fill(255))),
  );
});

/** zlib's own words for the same ends. */
function zlibOutcome(stream: Uint8Array): { end: string; output: Uint8Array | undefined } {
  try {
    return { end: "finished", output: inflateSync(stream) };
  } catch (error) {
    const message = (error as Error).message;
    if (/unexpected end of file/.test(message)) {
      return { end: "cut off", output: inflateSync(stream, { finishFlush: constants.Z_SYNC_FLUSH }) };
    }
    return { end: /incorrect data check/.test(message) ? "wrong sum" : "damaged", output: undefined };
  }
}

describe("A caller that has enough", () => {
  const lines = Array.from({ length: 20_000 }, (_, i) => `${i} ${(i * 7919) % 10_007} l`).join("\n");
  const compressed = new Uint8Array(deflateSync(lines));

  it("gets no more, and little is inflated for it", () => {
    let text = "";
    const outcome = inflatePieces([compressed], lines.length, (chunk) => {
      text += new TextDecoder().decode(chunk);
      return text.length >= 2000 ? "enough" : "more";
    });
    expect(outcome).toEqual({ bytesOut: text.length, end: "enough" });
    expect(text.length).toBeLessThan(20_000);
    expect(lines.startsWith(text)).toBe(true);
  });

  it("may inflate another stream while it is given one", () => {
    const inner = new Uint8Array(deflateSync("inner"));
    let text = "";
    inflatePieces([compressed], lines.length, (chunk) => {
      text += new TextDecoder().decode(chunk);
      expect(inflatePieces([inner], 100, () => undefined)).toEqual({ bytesOut: 5, end: "finished" });
    });
    expect(text === lines).toBe(true);
  });
});
