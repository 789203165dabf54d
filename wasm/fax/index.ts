// Rows of one bit a pixel, 1 = black, as in TIFF's fax compressions and PDF's CCITTFaxDecode (ITU-T T.4, T.6).

import { align, consumed, isEnded, openInput, seekEndOfLine, skipEndOfLine, take, window } from "./input";
import { paintRow } from "./paint";
import { changes, codedRow, copyRow, openRows, plainRow, turnRows } from "./rows";
import { openTables } from "./tables";
import { closeWriter, openWriter, pixelsPlace, writePart, writePixels } from "./write";

export { changes, closeWriter, consumed, pixelsPlace, writePixels };

const MODIFIED_HUFFMAN: i32 = 0;
const GROUP_4: i32 = 2;

/** T.6 §2.4.1.1: the end of the facsimile block is two end-of-lines. */
const END_OF_BLOCK: u64 = 0x001001;

/** Rows are painted in portions of about this size. */
const PAINTED_BYTES: usize = 64 * 1024;

let kind: i32 = GROUP_4;
let isTagged: bool = false;
let columns: i32 = 0;
let painted: usize = 0;
let bad: i32 = 0;
let isOver: bool = false;

export function start(): void {
  openTables();
}

/**
 * Forgets the previous data. `tagged`: in Group 3, a bit before each row tells whether it is coded relative to the row
 * above.
 */
export function begin(newKind: i32, width: i32, tagged: bool): void {
  kind = newKind;
  isTagged = tagged;
  columns = width;
  bad = 0;
  isOver = false;
  openInput();
  painted = openRows(width, <usize>paintRoom() * rowBytes());
}

function rowBytes(): usize {
  return <usize>(columns + 7) >> 3;
}

/** How many rows may be painted at once. */
export function paintRoom(): i32 {
  return <i32>max(PAINTED_BYTES / rowBytes(), 1);
}

export function paintPlace(): usize {
  return painted;
}

/** The number of rows that were damaged. Each of them is a copy of the row above. */
export function badRows(): i32 {
  return bad;
}

/**
 * Reads that many rows, or up to the last row, and returns how many. The changes of the last of them are at `changes`.
 */
export function read(rows: i32): i32 {
  for (let row = 0; row < rows; row++) if (!nextRow()) return row;
  return rows;
}

/** The same, with the rows' bits at `paintPlace`. */
export function paint(rows: i32): i32 {
  let to = painted;
  memory.fill(to, 0, <usize>rows * rowBytes());
  for (let row = 0; row < rows; row++) {
    if (!nextRow()) return row;
    paintRow(to, changes(), columns);
    to += rowBytes();
  }
  return rows;
}

/** Begins to write rows of that width. From then on no rows are painted. */
export function write(width: i32): void {
  openWriter(painted, width);
}

/** Reads that many rows and writes a part of each, as `writePart` says. Missing rows are white. */
export function copyPart(rows: i32, left: i32, first: i32, end: i32): void {
  for (let row = 0; row < rows; row++) {
    if (nextRow()) writePart(changes(), left, first, end);
    else writePart(changes(), left, 0, 0);
  }
}

function nextRow(): bool {
  if (isOver) return false;
  isOver = !(kind === GROUP_4 ? group4Row() : kind === MODIFIED_HUFFMAN ? huffmanRow() : group3Row());
  if (isOver) return false;
  turnRows();
  return true;
}

function group4Row(): bool {
  if (window() >> 40 === END_OF_BLOCK || isEnded()) return false;
  return codedRow();
}

function huffmanRow(): bool {
  align();
  return !isEnded() && plainRow();
}

/** A damaged row becomes a copy of the row above. Reading continues at the next end-of-line, as in a fax machine. */
function group3Row(): bool {
  const isMarked = skipEndOfLine();
  if (isEnded()) return false;
  const isPlain = isTagged ? take() === 1 : true;
  // RTC: six end-of-lines in a row. Nothing else contains two of them in a row.
  if (isMarked && window() >> 52 === 1) return false;
  if (isPlain ? plainRow() : codedRow()) return true;
  bad++;
  copyRow();
  return seekEndOfLine();
}
