import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { Holding, Work } from "../src/meter/work.ts";
import { type CMapToken, cmapTokens, codeOf } from "../src/pdf-content/cmaps/lexer.ts";
import { readToUnicode } from "../src/pdf-content/cmaps/to-unicode.ts";

/**
 * Writes packed/: of each of Adobe's collections of characters the text of its CIDs, and the
 * CMaps of ISO 32000-2, table 116, with older ones of the same standards. They are read from the package poppler-data
 * of Debian and others, which has Adobe's mapping resources as they are (`apt-get install poppler-data`).
 */
const SOURCES = "/usr/share/poppler/cMap";
const OUTPUT = path.join(import.meta.dirname, "..", "packed");

const COLLECTIONS: Readonly<Record<string, string>> = {
  Japan1:
    "83pv-RKSJ 90ms-RKSJ 90msp-RKSJ 90pv-RKSJ 78 78-EUC 78-RKSJ 78ms-RKSJ Add Add-RKSJ EUC Ext Ext-RKSJ RKSJ " +
    "UniJIS-UCS2 UniJIS-UCS2-HW UniJIS-UTF16 UniJIS2004-UTF16",
  GB1: "GB GB-EUC GBT GBT-EUC GBTpc-EUC GBpc-EUC GBK-EUC GBKp-EUC GBK2K UniGB-UCS2 UniGB-UTF16",
  CNS1: "B5 B5pc CNS-EUC CNS1 CNS2 ETen-B5 ETenms-B5 ETHK-B5 HKdla-B5 HKdlb-B5 HKgccs-B5 HKm314-B5 HKm471-B5 HKscs-B5 UniCNS-UCS2 UniCNS-UTF16",
  Korea1: "KSC KSC-EUC KSC-Johab KSCms-UHC KSCms-UHC-HW KSCpc-EUC UniKS-UCS2 UniKS-UTF16",
  KR: "UniAKR-UTF16",
};

type Range = readonly [low: number, high: number, value: number];

const holding = new Holding(new Work(1 << 30));

/** Seven bits a byte, the lowest first. */
function number(value: number): number[] {
  return value < 128 ? [value] : [128 + (value % 128), ...number(Math.floor(value / 128))];
}

function list(values: readonly number[]): number[] {
  return [...number(values.length), ...values.flatMap(number)];
}

function name(text: string): number[] {
  return [...number(text.length), ...Buffer.from(text)];
}

/** As `Numbers.ranges` of src/collections/collection.ts reads them. */
function packed(ranges: Range[]): number[] {
  const [gaps, lengths, steps] = [[], [], []] as [number[], number[], number[]];
  let [code, value] = [0, 0];
  for (const [low, high, first] of ranges.sort((one, other) => one[0] - other[0])) {
    if (low === code && first === value && gaps.length > 0) lengths[lengths.length - 1]! += high - low + 1;
    else {
      gaps.push(low - code);
      lengths.push(high - low);
      steps.push(first < value ? (value - first) * 2 - 1 : (first - value) * 2);
    }
    [code, value] = [high + 1, first + high - low + 1];
  }
  return [...list(gaps), ...list(lengths), ...list(steps)];
}

function packedTexts(file: string): number[] {
  // The variant of a character is no part of what it says.
  const texts = [...readToUnicode(readFileSync(file), holding)]
    .map(([cid, text]) => [cid, text.replace(/\p{Variation_Selector}/gu, "")] as const)
    .sort(([one], [other]) => one - other);
  const isOne = ([, text]: readonly [number, string]) => [...text].length === 1;
  const longer = texts.filter((entry) => !isOne(entry));
  return [
    ...packed(texts.filter(isOne).map(([cid, text]) => [cid, cid, text.codePointAt(0)!])),
    ...number(longer.length),
    ...longer.flatMap(([cid, text], at) => [
      ...number(cid - (longer[at - 1]?.[0] ?? 0)),
      ...list(Array.from({ length: text.length }, (_, unit) => text.charCodeAt(unit))),
    ]),
  ];
}

/** A CMap: the one that it builds on, its code spaces, and its ranges. */
function packedCMap(file: string): number[] {
  const [spaces, ranges] = [[] as number[][], [] as Range[]];
  let base = "";
  let section = "";
  let operands: CMapToken[] = [];
  const numberOf = (token: CMapToken) =>
    token.kind === "string" ? codeOf(token.bytes) : Number("value" in token && token.value);
  for (const token of cmapTokens(readFileSync(file), holding.work)) {
    const last = operands.at(-1);
    if (token.kind === "word") {
      if (token.word === "usecmap" && last?.kind === "name") base = last.name;
      section = token.word;
      operands = [];
      continue;
    }
    operands.push(token);
    const [first, second, third] = operands;
    if (section === "begincodespacerange" && first?.kind === "string" && second) {
      spaces.push([first.bytes.length, numberOf(first), numberOf(second)]);
    } else if (section === "begincidchar" && first && second) {
      ranges.push([numberOf(first), numberOf(first), numberOf(second)]);
    } else if (section === "begincidrange" && first && second && third) {
      ranges.push([numberOf(first), numberOf(second), numberOf(third)]);
    } else continue;
    operands = [];
  }
  // What it builds on has these, too.
  if (base !== "") spaces.length = 0;
  return [
    ...name(base),
    ...number(spaces.length),
    ...spaces.flatMap((space) => space.flatMap(number)),
    ...packed(ranges),
  ];
}

/** The notice of the source, which goes with what is made of it. */
function noticeOf(file: string): string {
  const lines = readFileSync(file, "latin1")
    .split("\n")
    .filter((line) => line.startsWith("%%Copyright:"));
  return lines
    .map((line) => ` * ${line.slice("%%Copyright:".length).trim()}`.trimEnd())
    .slice(1, -1)
    .join("\n");
}

for (const [ordering, names] of Object.entries(COLLECTIONS)) {
  const folder = path.join(SOURCES, `Adobe-${ordering}`);
  const texts = path.join(folder, `Adobe-${ordering}-UCS2`);
  const files = [
    ...names.split(" ").flatMap((one) => [`${one}-H`, `${one}-V`]),
    ...(ordering === "Japan1" ? ["H", "V"] : []),
  ];
  const cmaps = files
    .filter((file) => existsSync(path.join(folder, file)))
    .flatMap((file) => {
      const cmap = packedCMap(path.join(folder, file));
      return [...name(file), ...number(cmap.length), ...cmap];
    });
  const text = Buffer.from(brotliCompressSync(Uint8Array.from([...packedTexts(texts), ...cmaps]))).toString("base64");
  const source = `// Written by scripts/character-collections.ts, of Adobe's mapping resources (BSD-3-Clause):

/*!
${noticeOf(texts)}
 */

/** Packed by Brotli. */
const text = \`
${text.replace(/.{116}/g, "$&\n")}\`;

export const packed = async (): Promise<string> => text;
`;
  writeFileSync(path.join(OUTPUT, `${ordering.toLowerCase()}.ts`), source);
}
