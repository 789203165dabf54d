import { Buffer } from "node:buffer";
import { letGo } from "../../platform/buffers.ts";

/** The end of a JSON message whose last member is an object whose last member is an empty string. */
const END = '"}}';
/** A multiple of three, so that base64 needs no filling between pieces. */
const PIECE_BYTES = 48 * 1024;

/**
 * The message with these bytes, as base64, in its last member, which is still empty. It is assembled outside the heap,
 * where the memory is freed at once. Only the finished text is left to be collected.
 */
export function withBase64(message: string, bytes: Uint8Array): string {
  const begin = ascii(message.slice(0, -END.length));
  const text = Buffer.allocUnsafeSlow(begin.length + Math.ceil(bytes.length / 3) * 4 + END.length);
  let at = text.write(begin, 0, "latin1");
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    const { buffer, byteOffset, byteLength } = bytes.subarray(from, from + PIECE_BYTES);
    at += text.write(Buffer.from(buffer, byteOffset, byteLength).toString("base64"), at, "latin1");
  }
  text.write(END, at, "latin1");
  const whole = text.toString("latin1");
  letGo(text);
  return whole;
}

/** A character beyond ASCII would make the whole text take two bytes for each character. */
function ascii(json: string): string {
  return json.replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
