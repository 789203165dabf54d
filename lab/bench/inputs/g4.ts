/** Run-length codes of ITU-T T.4, tables 2 and 3: terminating codes for 0 to 63, then make-up codes by 64. */
const white = (
  "00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101 101010 101011 " +
  "0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100 0011000 00000010 00000011 00011010 " +
  "00011011 00010010 00010011 00010100 00010101 00010110 00010111 00101000 00101001 00101010 00101011 00101100 00101101 " +
  "00000100 00000101 00001010 00001011 01010010 01010011 01010100 01010101 00100100 00100101 01011000 01011001 01011010 " +
  "01011011 01001010 01001011 00110010 00110011 00110100 " +
  "11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000 01100111 011001100 011001101 011010010 " +
  "011010011 011010100 011010101 011010110 011010111 011011000 011011001 011011010 011011011 010011000 010011001 " +
  "010011010 011000 010011011"
).split(" ");

const black = (
  "0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 000011000 0000010111 " +
  "0000011000 0000001000 00001100111 00001101000 00001101100 00000110111 00000101000 00000010111 00000011000 " +
  "000011001010 000011001011 000011001100 000011001101 000001101000 000001101001 000001101010 000001101011 000011010010 " +
  "000011010011 000011010100 000011010101 000011010110 000011010111 000001101100 000001101101 000011011010 000011011011 " +
  "000001010100 000001010101 000001010110 000001010111 000001100100 000001100101 000001010010 000001010011 000000100100 " +
  "000000110111 000000111000 000000100111 000000101000 000001011000 000001011001 000000101011 000000101100 000001011010 " +
  "000001100110 000001100111 " +
  "0000001111 000011001000 000011001001 000001011011 000000110011 000000110100 000000110101 0000001101100 0000001101101 " +
  "0000001001010 0000001001011 0000001001100 0000001001101 0000001110010 0000001110011 0000001110100 0000001110101 " +
  "0000001110110 0000001110111 0000001010010 0000001010011 0000001010100 0000001010101 0000001011010 0000001011011 " +
  "0000001100100 0000001100101"
).split(" ");

/** Make-up codes from 1792 on, the same for both colours. */
const long = (
  "00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110 000000010111 " +
  "000000011100 000000011101 000000011110 000000011111"
).split(" ");

/** Vertical modes from -3 to 3 (ITU-T T.6, table 1). */
const vertical = ["0000010", "000010", "010", "1", "011", "000011", "0000011"];

/** Encodes rows (1 is black, padded to bytes) as Group 4, with the end-of-block code. */
export function encodeG4(rows: Uint8Array, width: number, height: number): Uint8Array {
  const bits = bitWriter();
  const stride = (width + 7) >> 3;
  let reference: number[] = [];
  for (let y = 0; y < height; y++) {
    const coding = changes(rows, y * stride, width);
    encodeRow(bits.write, coding, reference, width);
    reference = coding;
  }
  bits.write("000000000001000000000001");
  return bits.finish();
}

/** The columns where the colour changes, beginning from white. */
export function changes(rows: Uint8Array, from: number, width: number): number[] {
  const found: number[] = [];
  let colour = 0;
  for (let x = 0; x < width; x++) {
    const byte = rows[from + (x >> 3)]!;
    if ((x & 7) === 0 && byte === (colour ? 0xff : 0) && x + 8 <= width) {
      x += 7;
      continue;
    }
    if (((byte >> (7 - (x & 7))) & 1) !== colour) {
      found.push(x);
      colour ^= 1;
    }
  }
  return found;
}

/** A row against the one above (T.6 §2.2). */
export function encodeRow(write: (code: string) => void, coding: number[], reference: number[], width: number): void {
  let a0 = -1;
  let colour = 0;
  let next = 0;
  let behind = 0;
  while (a0 < width) {
    const a1 = coding[next] ?? width;
    const a2 = coding[next + 1] ?? width;
    // b1: the first change on the reference row right of a0 and of the colour opposite to a0's.
    while (behind > 0 && reference[behind - 1]! > a0) behind--;
    while (behind < reference.length && (reference[behind]! <= a0 || (behind & 1) !== colour)) behind++;
    const b1 = reference[behind] ?? width;
    const b2 = reference[behind + 1] ?? width;
    if (b2 < a1) {
      write("0001");
      a0 = b2;
    } else if (Math.abs(a1 - b1) <= 3) {
      write(vertical[a1 - b1 + 3]!);
      a0 = a1;
      colour ^= 1;
      next++;
    } else {
      write("001");
      writeRun(write, a1 - Math.max(a0, 0), colour);
      writeRun(write, a2 - a1, colour ^ 1);
      a0 = a2;
      next += 2;
    }
  }
}

export function writeRun(write: (code: string) => void, length: number, colour: number): void {
  const table = colour === 0 ? white : black;
  let left = length;
  while (left >= 2560) {
    write(long[12]!);
    left -= 2560;
  }
  if (left >= 1792) write(long[(left - 1792) >> 6]!);
  else if (left >= 64) write(table[63 + (left >> 6)]!);
  write(table[left & 63]!);
}

export function bitWriter(): { write: (code: string) => void; finish: () => Uint8Array } {
  const bytes: number[] = [];
  let current = 0;
  let count = 0;
  return {
    write: (code) => {
      for (let i = 0; i < code.length; i++) {
        current = (current << 1) | (code.charCodeAt(i) & 1);
        if (++count === 8) {
          bytes.push(current);
          current = 0;
          count = 0;
        }
      }
    },
    finish: () => {
      if (count > 0) bytes.push(current << (8 - count));
      return Uint8Array.from(bytes);
    },
  };
}
