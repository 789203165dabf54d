import { corrupt } from "../image.ts";

export interface PnmHeader {
  width: number;
  height: number;
  /** Samples of a pixel, alpha counted. */
  samples: number;
  hasAlpha: boolean;
  /** The sample value of white; 1 in bit files. */
  top: number;
  /** ascii: decimal numbers · bits: eight pixels a byte, 1 is black · binary: a byte or two a sample. */
  coding: "ascii" | "ascii bits" | "bits" | "binary";
  /** Where the pixels begin. */
  at: number;
}

/** Netpbm's header is text; no real one is longer. */
const MOST_HEADER_BYTES = 4096;

export function pnmHeader(bytes: Uint8Array, start: number): PnmHeader {
  return bytes[start + 1] === 0x37 /* 7 */ ? pamHeader(bytes, start) : classicHeader(bytes, start);
}

/** P1 to P6: width, height and the highest value, between white space and comments. */
function classicHeader(bytes: Uint8Array, start: number): PnmHeader {
  const kind = bytes[start + 1]! - 0x30;
  let at = start + 2;
  const number = (): number => {
    at = skipSpace(bytes, at);
    let value = 0;
    const from = at;
    for (; isDigit(bytes[at]); at++) value = value * 10 + bytes[at]! - 0x30;
    if (at === from || value > 0x7fffffff) throw corrupt("The header of the Netpbm image is damaged.");
    return value;
  };
  const width = number();
  const height = number();
  const isBits = kind === 1 || kind === 4;
  const top = isBits ? 1 : number();
  if (top < 1 || top > 65535)
    throw corrupt(`The Netpbm image declares ${top} as its highest value; 65535 is the most.`);
  const samples = kind === 3 || kind === 6 ? 3 : 1;
  const coding = kind <= 3 ? (isBits ? "ascii bits" : "ascii") : isBits ? "bits" : "binary";
  // One white-space character separates the header from binary pixels.
  return { width, height, samples, hasAlpha: false, top, coding, at: at + 1 };
}

/** P7 (PAM): a line for each field, up to ENDHDR. */
function pamHeader(bytes: Uint8Array, start: number): PnmHeader {
  const text = new TextDecoder("latin1").decode(bytes.subarray(start, start + MOST_HEADER_BYTES));
  const end = /\nENDHDR[^\n]*\n/.exec(text);
  if (!end) throw corrupt("The header of the PAM image is damaged.");
  const lines = text.slice(0, end.index).split("\n");
  const field = (name: string): string | undefined =>
    lines
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1)
      .trim();
  const samples = Number(field("DEPTH"));
  const top = Number(field("MAXVAL"));
  if (!(samples >= 1 && samples <= 4 && top >= 1 && top <= 65535)) {
    throw corrupt("The PAM image declares a depth or a highest value that does not exist.");
  }
  return {
    width: Number(field("WIDTH")) || 0,
    height: Number(field("HEIGHT")) || 0,
    samples,
    hasAlpha: samples === 2 || samples === 4,
    top,
    coding: "binary",
    at: start + end.index + end[0].length,
  };
}

/** The first byte that is neither white space nor part of a comment. */
export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const byte = bytes[at];
    if (byte === 0x23 /* # */) {
      while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at++;
    } else if (byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d)) {
      at++;
    } else {
      return at;
    }
  }
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39; // '0' to '9'
}
