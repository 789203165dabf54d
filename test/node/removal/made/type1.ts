import { bytes, shapeOf, widthOf } from "./shapes.ts";

/** A Type 1 program with these letters, and how long its three parts are. */
export function type1(letters: string): { program: Uint8Array; lengths: [number, number, number] } {
  const encoding = Array.from(letters, (letter) => `dup ${letter.charCodeAt(0)} /${letter} put\n`).join("");
  const head = `%!PS-AdobeFont-1.0: Made
/FontName /Made def /FontType 1 def /PaintType 0 def /FontMatrix [0.001 0 0 0.001 0 0] readonly def
/FontBBox {0 0 600 800} readonly def
/Encoding 256 array 0 1 255 {1 index exch /.notdef put} for
${encoding}readonly def
currentfile eexec
`;
  const glyph = (name: string, data: number[]) => {
    const sealed = encrypted([0, 0, 0, 0, ...data], 4330);
    return bytes(`/${name} ${sealed.length} RD `, sealed, " ND\n");
  };
  const secret = bytes(
    "dup /Private 8 dict dup begin /RD {string currentfile exch readstring pop} executeonly def\n",
    "/ND {noaccess def} executeonly def /NP {noaccess put} executeonly def\n",
    "/BlueValues [] def /MinFeature {16 16} def /password 5839 def /lenIV 4 def\n",
    `2 index /CharStrings ${letters.length + 1} dict dup begin\n`,
    glyph(".notdef", bytes(number(0), number(500), 13, 14)),
    ...Array.from(letters, (letter) => glyph(letter, charstring(letter))),
    "end end readonly put noaccess put dup /FontName get exch definefont pop mark currentfile closefile\n",
  );
  const sealed = encrypted([0x51, 0x52, 0x53, 0x54, ...secret], 55665);
  const tail = `${`${"0".repeat(64)}\n`.repeat(8)}cleartomark\n`;
  return {
    program: Uint8Array.from(bytes(head, sealed, tail)),
    lengths: [head.length, sealed.length, tail.length],
  };
}

function charstring(letter: string): number[] {
  const [first, ...others] = shapeOf(letter);
  let [x, y] = first!;
  const lines = others.flatMap(([toX, toY]) => {
    const step = bytes(number(toX - x), number(toY - y), 5);
    [x, y] = [toX, toY];
    return step;
  });
  return bytes(number(0), number(widthOf(letter)), 13, number(first![0]), number(first![1]), 21, lines, 9, 14);
}

function number(value: number): number[] {
  if (value >= -107 && value <= 107) return [value + 139];
  return [255, (value >>> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Adobe's encryption of font programs (Adobe Type 1 Font Format, 7.1). */
function encrypted(plain: readonly number[], key: number): number[] {
  let state = key;
  return plain.map((byte) => {
    const cipher = byte ^ (state >> 8);
    state = ((cipher + state) * 52845 + 22719) & 0xffff;
    return cipher;
  });
}
