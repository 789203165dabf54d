import type { Reservation } from "../reservation.ts";
import { type BodyReader, type BodyRules, openBody, tooLong, wrongLength } from "./body.ts";
import { GrowingBuffer } from "./growing-buffer.ts";

export interface WholeRules extends BodyRules {
  reservation: Reservation;
  /** The Content-Length, if it is the length of these bytes. */
  declared: number | undefined;
  /**
   * Called after each piece with all bytes so far, so that it can refuse early. Views of them are invalid after the
   * next piece.
   */
  onBytes?: (bytes: Uint8Array) => void;
}

/**
 * The most bytes that are read at once. More would make the runtime's own buffers grow; fewer would leave more garbage.
 */
const PIECE = 256 << 10;

/** A whole body in a single buffer: of exactly the declared length, or growing up to the limit. */
export async function readWhole(stream: ReadableStream | null, rules: WholeRules): Promise<Uint8Array<ArrayBuffer>> {
  const { declared, reservation } = rules;
  if (declared !== undefined && declared > rules.maxBytes) throw tooLong(rules);
  if (stream === null) return new Uint8Array(0);
  const buffer =
    declared === undefined
      ? GrowingBuffer.ofUnknownSize(rules.maxBytes, reservation)
      : await GrowingBuffer.ofKnownSize(declared, reservation);
  const body = openBody(stream, rules);
  try {
    while (!(await fillFrom(body, buffer, rules))) rules.onBytes?.(buffer.view());
    if (declared !== undefined && buffer.length !== declared) throw wrongLength(rules, buffer.length);
    return buffer.settled();
  } finally {
    await body.close();
  }
}

/** Reads one piece; true at the end. A full buffer grows only when there is more. */
async function fillFrom(body: BodyReader, buffer: GrowingBuffer, rules: WholeRules): Promise<boolean> {
  if (buffer.free === 0) {
    const { bytes, done } = await body.read(new Uint8Array(1));
    if (done) return true;
    if (!(await buffer.makeRoom(1))) throw wrongLength(rules, body.total);
    buffer.bytes.set(bytes, buffer.length);
    buffer.length += bytes.length;
    return false;
  }
  const { bytes, done } = await body.read(buffer.bytes.subarray(buffer.length, buffer.length + PIECE));
  // The read moved the memory to a new ArrayBuffer.
  buffer.moved(bytes.buffer);
  buffer.length += bytes.length;
  return done;
}
