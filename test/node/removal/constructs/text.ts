import { type Construct, construct, INSIDE, onePage, type Parts } from "../construct.ts";
import type { Secret } from "../secret.ts";

const spread = (word: string, by: string) => Array.from(word, (letter) => `(${letter})`).join(by);
const octal = (word: string) =>
  Array.from(word, (letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, "0")}`).join("");
const hex = (word: string) => Buffer.from(word, "latin1").toString("hex");

/** Text outside, by every operator that shows it. */
const shown: [string, (word: string) => string][] = [
  ["Tj", (word) => `BT /F1 12 Tf 10 20 Td (${word}) Tj ET`],
  ["Tj in hexadecimal", (word) => `BT /F1 12 Tf 10 20 Td <${hex(word)}> Tj ET`],
  ["Tj in hexadecimal with spaces", (word) => `BT /F1 12 Tf 10 20 Td <${hex(word).replace(/../g, "$& \n")}> Tj ET`],
  ["Tj in octal escapes", (word) => `BT /F1 12 Tf 10 20 Td (${octal(word)}) Tj ET`],
  ["Tj with broken lines", (word) => `BT /F1 12 Tf 10 20 Td (${word.slice(0, 4)}\\\n${word.slice(4)}) Tj ET`],
  ["TJ in single letters", (word) => `BT /F1 12 Tf 10 20 Td [${spread(word, " -20 ")}] TJ ET`],
  ["TJ with a wide gap", (word) => `BT /F1 12 Tf 10 20 Td [(${word.slice(0, 4)}) 400 (${word.slice(4)})] TJ ET`],
  ["a Tj for each letter", (word) => `BT /F1 12 Tf 10 20 Td ${spread(word, " Tj 8 0 Td ")} Tj ET`],
  [
    "a text object for each letter",
    (word) => Array.from(word, (l, i) => `BT /F1 9 Tf ${9 + i * 8} 20 Td (${l}) Tj ET`).join(" "),
  ],
  ["'", (word) => `BT /F1 12 Tf 14 TL 10 34 Td (${word}) ' ET`],
  ['"', (word) => `BT /F1 12 Tf 14 TL 10 34 Td 1 2 (${word}) " ET`],
  ["T* between letters", (word) => `BT /F1 12 Tf 11 TL 10 98 Td ${spread(word, " Tj T* ")} Tj ET`],
  ["TD", (word) => `BT /F1 12 Tf 10 34 TD 0 -14 TD (${word}) Tj ET`],
  ["a turned matrix", (word) => `BT /F1 12 Tf 0 1 -1 0 30 10 Tm (${word}) Tj ET`],
  ["a mirrored matrix", (word) => `BT /F1 12 Tf -1 0 0 1 90 20 Tm (${word}) Tj ET`],
  ["a negative size", (word) => `BT /F1 -12 Tf 1 0 0 1 90 90 Tm (${word}) Tj ET`],
  ["a size in the matrix", (word) => `BT /F1 1 Tf 12 0 0 12 10 20 Tm (${word}) Tj ET`],
  ["a tiny size", (word) => `BT /F1 0.01 Tf 10 20 Td (${word}) Tj ET`],
  ["a size of nothing", (word) => `BT /F1 0 Tf 10 20 Td (${word}) Tj ET`],
  ["no horizontal scale", (word) => `BT /F1 12 Tf 0 Tz 10 20 Td (${word}) Tj ET`],
  ["a rise out of the area", (word) => `BT /F1 12 Tf -150 Ts 150 200 Td (${word}) Tj ET`],
  ["character spacing", (word) => `BT /F1 12 Tf 3 Tc 10 20 Td (${word}) Tj ET`],
  ["word spacing that pushes out", (word) => `BT /F1 12 Tf 90 Tw 250 200 Td ( ${word}) Tj ET`],
  [
    "a shift inside a form of transformation",
    (word) => `q 1 0 0 1 0 -190 cm BT /F1 12 Tf 150 210 Td (${word}) Tj ET Q`,
  ],
  ["far beyond the page", (word) => `BT /F1 12 Tf 9000 9000 Td (${word}) Tj ET`],
  ["a font that is not there", (word) => `BT /Nowhere 12 Tf 10 20 Td (${word}) Tj ET`],
  ["no font at all", (word) => `BT 10 20 Td (${word}) Tj ET`],
  ["a clip of nothing", (word) => `q 0 0 0 0 re W n BT /F1 12 Tf 10 20 Td (${word}) Tj ET Q`],
  ["a clip inside the area", (word) => `q 120 120 50 50 re W n BT /F1 12 Tf 10 20 Td (${word}) Tj ET Q`],
  ["white paint", (word) => `1 g BT /F1 12 Tf 10 20 Td (${word}) Tj ET`],
  ["a rectangle over it", (word) => `BT /F1 12 Tf 10 20 Td (${word}) Tj ET 0 0 90 90 re f`],
];

/** Text that is half inside: the positions of Courier tell nothing of the letters. */
const cut: [string, (word: string) => string][] = [
  ["before the edge", (word) => `BT /F2 12 Tf 20 200 Td (${word}      inside) Tj ET`],
  ["behind the edge", (word) => `BT /F2 12 Tf 240 200 Td (inside      ${word}) Tj ET`],
  ["on both sides", (word) => `BT /F2 12 Tf 20 200 Td (${word}       inside                      ${word}) Tj ET`],
  ["by TJ over the edge", (word) => `BT /F2 12 Tf 20 200 Td [(${word}) -6000 (inside)] TJ ET`],
  ["by word spacing over the edge", (word) => `BT /F2 12 Tf 60 Tw 20 200 Td (${word} inside) Tj ET`],
  ["up a vertical line", (word) => `BT /F2 12 Tf 0 1 -1 0 200 20 Tm (${word}      inside) Tj ET`],
  ["in mode 3", (word) => `BT 3 Tr /F2 12 Tf 20 200 Td (${word}      inside) Tj ET`],
  ["in one array of many pieces", (word) => `BT /F2 12 Tf 20 200 Td [${spread(word, "0")}-5000(in)-50(side)] TJ ET`],
  ["after what is outside, moved by Td", (word) => `BT /F1 12 Tf 10 20 Td (${word}) Tj 140 180 Td (inside) Tj ET`],
  [
    "after what is outside, on a next line",
    (word) => `BT /F1 12 Tf 20 TL 150 310 Td (${word}) Tj T* T* T* T* (inside) ' ET`,
  ],
];

export const textConstructs: Construct[] = [
  ...shown.map(([name, content]) => construct(`text: ${name}`, ({ word }) => onePage(content(word)))),
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((mode) =>
    construct(`text: rendering mode ${mode}`, ({ word }) =>
      onePage(`q BT ${mode} Tr /F1 12 Tf 10 20 Td (${word}) Tj ET 0 0 400 90 re f Q`),
    ),
  ),
  ...cut.map(([name, content]) =>
    construct(`text across the edge: ${name}`, ({ word }) => onePage(content(word), { inside: "" })),
  ),
  construct("text: an advance that tells how wide what is outside was", ({ word }) =>
    onePage(`BT /F1 12 Tf 20 200 Td [(${word}) ${advance(word)} (inside)] TJ ET`, { inside: "" }),
  ),
  construct("text: spacing set from inside to outside and back", ({ word }) =>
    onePage(
      `BT /F1 12 Tf 2 Tc 150 230 Td (in) Tj 5 Tc 20 Ts 80 Tz -140 -210 Td (${word}) Tj 0 Tc 0 Ts 100 Tz 150` +
        ` 220 Td (side) Tj ET`,
      {
        inside: "",
      },
    ),
  ),
  construct("text: no text object", ({ word }) =>
    onePage(`q /F1 12 Tf 1 0 0 1 10 20 cm (${word}) Tj Q ${INSIDE}`, { inside: "" }),
  ),
  construct("text: a font chosen by a graphics state", ({ word }) =>
    onePage(`/G gs BT 10 20 Td (${word}) Tj ET`, { resources: "/ExtGState<</G<</Font[5 0 R 12]>>>>" }),
  ),
  construct("text: a line of many words, of which the middle stays", paragraph),
];

/** Helvetica's widths of both secrets' letters, in thousandths. */
const WIDTHS: Record<string, number> = {
  ...{ Z: 611, Q: 778, X: 667, J: 500, V: 667, K: 667, W: 944, Y: 667 },
  ...{ H: 722, B: 667, U: 722, G: 778, F: 611, P: 667, R: 722, T: 611 },
};

/** What brings the pen to the same place, whatever the word's width. */
function advance(word: string): number {
  return Array.from(word).reduce((sum, letter) => sum + WIDTHS[letter]!, 0) - 10_000;
}

function paragraph({ word }: Secret): Uint8Array {
  const parts: Parts = { inside: "" };
  const line = (y: number, text: string) => `BT /F2 8 Tf 4 ${y} Td (${text}) Tj ET\n`;
  const gap = " ".repeat(22 - word.length);
  const around = `${word}${gap}inside inside inside inside inside               ${word}`;
  const above = `${word} ${word} ${word} ${word} ${word}`;
  return onePage([350, 280, 260, 240, 50].map((y) => line(y, y > 100 && y < 300 ? around : above)).join(""), parts);
}
