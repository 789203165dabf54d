import { brotliCompressSync, deflateSync, inflateRawSync, inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import * as nativeBrotli from "../../../src/platform/native/brotli.ts";
import * as nativeBytes from "../../../src/platform/native/bytes.ts";
import * as nativeCrypto from "../../../src/platform/native/crypto.ts";
import * as nativeZlib from "../../../src/platform/native/zlib.ts";
import * as portableBrotli from "../../../src/platform/portable/brotli.ts";
import * as portableBytes from "../../../src/platform/portable/bytes.ts";
import * as portableCrypto from "../../../src/platform/portable/crypto.ts";
import * as portableZlib from "../../../src/platform/portable/zlib.ts";
import { random } from "../../fixtures/random.ts";

/** Each side has to have the other's types. */
const BYTES: (typeof nativeBytes & typeof portableBytes)[] = [nativeBytes, portableBytes];
const CRYPTO: (typeof nativeCrypto & typeof portableCrypto)[] = [nativeCrypto, portableCrypto];
const ZLIB: (typeof nativeZlib & typeof portableZlib)[] = [nativeZlib, portableZlib];
const BROTLI: (typeof nativeBrotli & typeof portableBrotli)[] = [nativeBrotli, portableBrotli];

const text = new TextEncoder().encode("All pages of a part keep their links. ".repeat(3000));
const next = random(11);
const noise = Uint8Array.from({ length: 100_000 }, () => next() * 256);
const SAMPLES = [new Uint8Array(0), Uint8Array.of(7), text, noise];

/** Comparing large arrays by `toEqual` takes seconds. */
function isSame(a: Uint8Array | "too long" | undefined, b: Uint8Array): boolean {
  return a instanceof Uint8Array && Buffer.compare(a, b) === 0;
}

describe.each([
  ["native", 0],
  ["portable", 1],
] as const)("the %s side of the platform", (_, side) => {
  const bytes = BYTES[side]!;
  const crypto = CRYPTO[side]!;
  const zlib = ZLIB[side]!;
  const brotli = BROTLI[side]!;

  it("deflates what inflates to the same again, at each level", () => {
    for (const sample of SAMPLES) {
      for (const level of [1, 2, 4, 6, 9]) {
        expect(isSame(inflateSync(zlib.deflate(sample, { level })), sample)).toBe(true);
      }
    }
    expect(zlib.deflate(text).length).toBeLessThan(text.length / 20);
  });

  it("deflates segments that follow one another and end at a byte boundary", () => {
    const parts = [text, noise, new Uint8Array(0), text];
    const raw = parts.map((part, index) => zlib.deflateRaw(part, 1, index === parts.length - 1));
    expect(isSame(inflateRawSync(Buffer.concat(raw)), Buffer.concat(parts))).toBe(true);
  });

  it("deflates what is mostly zeros as the host's zlib does, to the byte", () => {
    const draw = random(260);
    for (let size = 1; size < 4000; size += 37) {
      const sparse = Uint8Array.from({ length: size }, () => (draw() < 0.7 ? 0 : draw() * 24));
      for (const isLast of [true, false]) {
        const made = zlib.deflateRaw(sparse, 1, isLast);
        expect(isSame(made, nativeZlib.deflateRaw(sparse, 1, isLast)), `${size} bytes`).toBe(true);
      }
      expect(zlib.lengthOfRuns(sparse, 1)).toBe(nativeZlib.lengthOfRuns(sparse, 1));
    }
  });

  it("distinguishes data of runs from data of repeats", () => {
    const runs = Uint8Array.from({ length: 16_384 }, (_, at) => (at >> 5) * 37);
    expect(zlib.lengthOfRuns(runs, 1)).toBeLessThan(runs.length / 8);
    expect(zlib.lengthOfRuns(text.subarray(0, 16_384), 1)).toBeGreaterThan(4 * zlib.deflateRaw(text, 1, true).length);
    expect(zlib.lengthOfRuns(noise, 1)).toBeGreaterThan(noise.length * 0.98);
  });

  it("undoes Brotli up to the size that is allowed, and refuses damage", () => {
    const data = brotliCompressSync(text);
    expect(isSame(brotli.unbrotli(data, text.length), text)).toBe(true);
    expect(brotli.unbrotli(data, text.length - 1)).toBe("too long");
    expect(brotli.unbrotli(noise, 1 << 20)).toBeUndefined();
  });

  it("sums what follows a sum", () => {
    expect(zlib.crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
    const half = zlib.crc32(noise.subarray(0, 50_001));
    expect(zlib.crc32(noise.subarray(50_001), half)).toBe(nativeZlib.crc32(noise));
  });

  it("makes digests of parts", () => {
    for (const name of ["md5", "sha256", "sha384", "sha512"] as const) {
      expect(crypto.digest(name, text, noise)).toEqual(nativeCrypto.digest(name, Buffer.concat([text, noise])));
    }
  });

  it("encrypts blocks with keys of both lengths, and decrypts them", () => {
    const blocks = text.subarray(0, 16 * 99);
    for (const length of [16, 32]) {
      const [key, iv] = [noise.slice(0, length), noise.slice(50, 66)];
      const sealed = crypto.aesCbcEncryptBlocks(key, iv, blocks);
      expect(sealed).toEqual(nativeCrypto.aesCbcEncryptBlocks(key, iv, blocks));
      expect(crypto.aesCbcDecryptBlocks(key, iv, sealed)).toEqual(blocks);
    }
  });

  it("finds words, and compares bytes", () => {
    const file = new TextEncoder().encode("endobj obj endobj");
    expect([0, 4, 8, 15].map((from) => bytes.indexOf(file, "obj", from))).toEqual([3, 7, 14, -1]);
    expect(bytes.indexOf(file, Uint8Array.of(0x6a, 0x20), 0)).toBe(5);
    expect([99, 14, 13, 7, 6, 2].map((from) => bytes.lastIndexOf(file, "obj", from))).toEqual([14, 14, 7, 7, 3, -1]);
    const sorted = ["", "a", "ab", "b", "ba"].map((word) => new TextEncoder().encode(word));
    expect(sorted.toReversed().sort(bytes.compare)).toEqual(sorted);
    expect(bytes.compare(noise, noise.slice())).toBe(0);
    expect(bytes.longLatin1(noise)).toBe(Buffer.from(noise).toString("latin1"));
  });
});

it("Node inflates data that is whole or cut off, and leaves damage and other hosts to the engine's own kernel", () => {
  const data = deflateSync(text);
  expect(isSame(nativeZlib.inflate(data, text.length), text)).toBe(true);
  expect(nativeZlib.inflate(data, text.length - 1)).toBe("too long");
  expect(nativeZlib.inflate(noise, 1 << 20)).toBeUndefined();
  expect(portableZlib.inflate(data, text.length)).toBeUndefined();
});
