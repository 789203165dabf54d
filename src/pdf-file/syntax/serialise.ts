import * as CHAR from "../../platform/char.ts";
import { withoutMark } from "../../platform/map-key.ts";
import { MAX_NESTING } from "../pdf-limits.ts";
import { PdfProblem } from "../pdf-problem.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { CLASS } from "./chars.ts";
import { formatNumber } from "./numbers.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from "./objects.ts";

/** Changes a string's bytes before they are written: encryption, for a document that has it. */
export type SealString = (bytes: Uint8Array) => Uint8Array;

/** Writes an object that may be inside another. Streams may not (7.3.8), and are refused. */
export function writeObject(out: ByteWriter, object: PdfObject, seal?: SealString, depth = 0): void {
  if (depth > MAX_NESTING) throw new PdfProblem("budget", `Objects are nested more than ${MAX_NESTING} deep.`);
  if (object === null) out.text("null");
  else if (typeof object === "boolean") out.text(object ? "true" : "false");
  else if (typeof object === "number") out.text(formatNumber(object));
  else if (typeof object === "string") writeName(out, object);
  else if (object instanceof PdfRef) out.text(`${object.number} ${object.generation} R`);
  else if (object instanceof PdfString) writeString(out, object, seal);
  else if (object instanceof PdfStream) throw new PdfProblem("corrupt", "A stream is where only a value may be.");
  else if (Array.isArray(object)) {
    out.byte(CHAR.BRACKET_OPEN);
    object.forEach((item, index) => {
      if (index > 0) out.byte(CHAR.SPACE);
      writeObject(out, item, seal, depth + 1);
    });
    out.byte(CHAR.BRACKET_CLOSE);
  } else writeDict(out, object, seal, depth);
}

export function writeDict(out: ByteWriter, dict: PdfDict, seal?: SealString, depth = 0): void {
  out.text("<<");
  for (const [key, value] of dict) {
    writeName(out, key);
    // A value that begins with a delimiter needs no space before it.
    if (value === null || typeof value === "boolean" || typeof value === "number" || value instanceof PdfRef)
      out.byte(CHAR.SPACE);
    writeObject(out, value, seal, depth + 1);
  }
  out.text(">>");
}

function writeName(out: ByteWriter, key: string): void {
  const name = withoutMark(key);
  out.byte(CHAR.SLASH);
  for (let i = 0; i < name.length; i++) {
    const c = name.charCodeAt(i) & 0xff;
    if (c > CHAR.SPACE && c < 0x7f && c !== CHAR.HASH && CLASS[c] === 0) out.byte(c);
    else out.text("#" + c.toString(16).padStart(2, "0"));
  }
}

function writeString(out: ByteWriter, string: PdfString, seal: SealString | undefined): void {
  const bytes = seal ? seal(string.bytes) : string.bytes;
  if (string.hex) {
    out.byte(CHAR.LESS);
    for (const byte of bytes) out.text(HEX[byte]!);
    out.byte(CHAR.GREATER);
    return;
  }
  out.byte(CHAR.PAREN_OPEN);
  for (const byte of bytes) {
    // Parentheses and backslashes are escaped. So is a carriage return, which readers would turn into a line feed.
    if (byte === CHAR.PAREN_OPEN || byte === CHAR.PAREN_CLOSE || byte === CHAR.BACKSLASH) out.byte(CHAR.BACKSLASH);
    if (byte === CHAR.CARRIAGE_RETURN)
      out.text("\\r"); // carriage return
    else out.byte(byte);
  }
  out.byte(CHAR.PAREN_CLOSE);
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
