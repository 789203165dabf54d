import { describe, expect, it } from "vitest";
import { Base64Decoder } from "../../../src/intake/base64/base64.ts";
import { utf8 } from "../support.ts";

const BYTES = Uint8Array.from({ length: 64 }, (_, i) => (i * 89 + 13) & 0xff);

function decode(pieces: readonly Uint8Array[]): Uint8Array | undefined {
  const decoder = new Base64Decoder(new Uint8Array(200), 0);
  for (const piece of pieces) if (decoder.decode(piece, 0, piece.length) < piece.length) return undefined;
  return decoder.finish() ? decoder.out.subarray(0, decoder.at) : undefined;
}

describe("base64", () => {
  it("decodes every length the same when split at every two places", () => {
    for (let length = 0; length <= 20; length += 1) {
      const bytes = BYTES.subarray(0, length);
      const text = utf8(Buffer.from(bytes).toString("base64"));
      for (let a = 0; a <= text.length; a += 1) {
        for (let b = a; b <= text.length; b += 1) {
          expect(decode([text.subarray(0, a), text.subarray(a, b), text.subarray(b)])).toEqual(bytes);
        }
      }
    }
  });

  it("passes over white space wherever it is, also among letters that mean nothing but zeros", () => {
    for (const letters of ["AAAAAAAA", "////////"]) {
      for (let at = 0; at <= letters.length; at += 1) {
        const spaced = `${letters.slice(0, at)}\n${letters.slice(at)}`;
        expect(decode([utf8(spaced)]), spaced).toEqual(decode([utf8(letters)]));
      }
    }
  });

  it("decodes in place", () => {
    const buffer = utf8(Buffer.from(BYTES).toString("base64"));
    const decoder = new Base64Decoder(buffer, 0);
    expect(decoder.decode(buffer, 0, buffer.length)).toBe(buffer.length);
    expect(decoder.finish()).toBe(true);
    expect(buffer.subarray(0, decoder.at)).toEqual(BYTES);
  });

  it("stops at exactly the bytes that neither alphabet, padding nor white space has", () => {
    const known = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_ \t\n\f\r";
    for (let byte = 0; byte < 256; byte += 1) {
      const taken = new Base64Decoder(new Uint8Array(8), 0).decode(Uint8Array.of(byte), 0, 1) === 1;
      expect(taken, `byte ${byte}`).toBe(known.includes(String.fromCharCode(byte)));
    }
  });

  it.each(["A", "AA=", "A=", "=", "AAAA=", "AA==A", "AAA==", "AAAAA"])("refuses %s", (text) => {
    expect(decode([utf8(text)])).toBeUndefined();
  });
});
