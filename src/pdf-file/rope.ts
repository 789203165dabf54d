import { joined } from "../platform/bytes.ts";

/** A file as an ordered list of views and small new pieces. Its length is known, and nothing is ever joined. */
export class Rope {
  readonly pieces: Uint8Array[] = [];
  length = 0;

  static of(...pieces: (Uint8Array | string)[]): Rope {
    const rope = new Rope();
    for (const piece of pieces) rope.push(piece);
    return rope;
  }

  /** Adds bytes (kept as a view) or ASCII/Latin-1 text. Returns the offset at which they begin. */
  push(piece: Uint8Array | string): number {
    const offset = this.length;
    const bytes = typeof piece === "string" ? latin1(piece) : piece;
    if (bytes.length > 0) {
      this.pieces.push(bytes);
      this.length += bytes.length;
    }
    return offset;
  }

  /** Joins everything. Only for tests and small ropes. */
  toBytes(): Uint8Array {
    return joined(this.pieces);
  }
}

export function latin1(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
