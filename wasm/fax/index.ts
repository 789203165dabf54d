// Rows of one bit a pixel, 1 = black, of TIFF's fax compressions and PDF's CCITTFaxDecode (ITU-T T.4, T.6).

import { align, consumed, isEnded, openInput, seekEndOfLine, skipEndOfLine, take, window } from "./input";
import { paintRow } from "./paint";
import { changes, codedRow, copyRow, openRows, plainRow, turnRows } from "./rows";
import { openTables } from "./tables";

export { changes, consumed };

const MODIFIED_HUFFMAN: i32 = 0;
const GROUP_4: i32 = 2;

/** T.6 §2.4.1.1: the end of the facsimile block, two end-of-lines. */
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

/** Forgets the data before. `tagged`: rows of Group 3 say by a bit whether they are coded against the row above. */
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

/** Rows that were damaged, and are copies of the one above. */
export function badRows(): i32 {
  return bad;
}

/** Reads so many rows, or to the last one; tells how many. The last one's changes stand at `changes`. */
export function read(rows: i32): i32 {
  for (let row = 0; row < rows; row++) if (!nextRow()) return row;
  return rows;
}

/** The same, and their bits stand at `paintPlace`. */
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

/** A damaged row is a copy of the one above; the row after it begins at the next end-of-line, as in a fax machine. */
function group3Row(): bool {
  const isMarked = skipEndOfLine();
  if (isEnded()) return false;
  const isPlain = isTagged ? take() === 1 : true;
  // RTC: six end-of-lines in a row, which nothing else contains two of.
  if (isMarked && window() >> 52 === 1) return false;
  if (isPlain ? plainRow() : codedRow()) return true;
  bad++;
  copyRow();
  return seekEndOfLine();
}
