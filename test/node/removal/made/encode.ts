/** Encoders of what PDF's filters decode; text has a character for each byte. */

export function asciiHex(data: string): string {
  return `${Buffer.from(data, "latin1").toString("hex")}>`;
}

export function ascii85(data: string): string {
  let out = "";
  for (let at = 0; at < data.length; at += 4) {
    const group = data.slice(at, at + 4);
    let value = Array.from(group.padEnd(4, "\0")).reduce((sum, c) => sum * 256 + c.charCodeAt(0), 0);
    let digits = "";
    for (let i = 0; i < 5; i++) {
      digits = String.fromCharCode(33 + (value % 85)) + digits;
      value = Math.floor(value / 85);
    }
    out += digits === "!!!!!" && group.length === 4 ? "z" : digits.slice(0, group.length + 1);
  }
  return `${out}~>`;
}

export function runLength(data: string): string {
  let out = "";
  for (let at = 0; at < data.length; at += 128) {
    const run = data.slice(at, at + 128);
    out += String.fromCharCode(run.length - 1) + run;
  }
  return `${out}\x80`;
}

/** LZW that never fills its table: every code has nine bits, and the table is cleared in time. */
export function lzw(data: string): string {
  let bits = "";
  const put = (code: number) => {
    bits += code.toString(2).padStart(9, "0");
  };
  for (let at = 0; at < data.length; at++) {
    if (at % 200 === 0) put(256);
    put(data.charCodeAt(at));
  }
  put(257);
  return fromBits(bits);
}

/** Rows with PNG's filters "sub" and "up" in turns. */
export function pngRows(data: string, width: number): string {
  let out = "";
  for (let at = 0; at < data.length; at += width) {
    const isUp = (at / width) % 2 === 1;
    out += isUp ? "\x02" : "\x01";
    for (let x = 0; x < width; x++) {
      const before = isUp ? at + x - width : x === 0 ? -1 : at + x - 1;
      out += String.fromCharCode((data.charCodeAt(at + x) - (before < 0 ? 0 : data.charCodeAt(before))) & 255);
    }
  }
  return out;
}

/** Rows of differences (predictor 2). */
export function tiffRows(data: string, width: number): string {
  return Array.from(data, (character, at) => {
    const before = at % width === 0 ? 0 : data.charCodeAt(at - 1);
    return String.fromCharCode((character.charCodeAt(0) - before) & 255);
  }).join("");
}

/** Group 3 in one dimension, 40 samples a row: white, and black runs on both sides as long as the letters say. */
export function fax(word: string): string {
  const white: Record<number, string> = {
    1: "000111",
    2: "0111",
    3: "1000",
    4: "1011",
    5: "1100",
    6: "1110",
    7: "1111",
    8: "10011",
  };
  const black: Record<number, string> = {
    1: "010",
    2: "11",
    3: "10",
    4: "011",
    5: "0011",
    6: "0010",
    7: "00011",
    8: "000101",
  };
  const others: Record<number, string> = { 20: "0001000", 40: "00101001" };
  let bits = "";
  for (let y = 0; y < 40; y++) {
    const run = 1 + (word.charCodeAt(y % 8) & 7);
    const rest = 10 - run;
    if (rest === 0 || rest > 8) {
      bits += others[40];
      continue;
    }
    const isInside = y >= 10 && y < 30;
    bits += white[rest]! + black[run]! + others[20]!;
    bits += isInside || run > 8 ? black[run]! + white[rest]! : black[run]! + white[rest]!;
  }
  return fromBits(bits);
}

function fromBits(bits: string): string {
  return Array.from(bits.matchAll(/.{1,8}/g), ([byte]) =>
    String.fromCharCode(Number.parseInt(byte.padEnd(8, "0"), 2)),
  ).join("");
}
