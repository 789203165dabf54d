import type { Tokeniser } from "../../pdf-content/syntax/tokeniser.ts";
import type { ByteWriter } from "../../pdf-file/syntax/byte-writer.ts";

/**
 * A stretch of the old content in which nothing is lost and nothing changes: it is copied as it stands. It begins where
 * the new content is in the state of the old one, and grows with everything that is painted. What only changes the
 * state after that is not copied, unless something follows that is painted as it stands: what was set for something
 * that is lost leaves no trace.
 */
export class CopiedStretch {
  readonly #out: ByteWriter;
  #source: Uint8Array | undefined;
  #from = 0;
  /** What is painted ends here, with this text. */
  #to = 0;
  #ending = "";
  /** What was closed after that. */
  #closed = "";
  /** The next percent sign: a comment may begin there. */
  #percent = 0;
  /** Whether the next line and the next string are where the old content has them. */
  #isLinePlaced = false;
  #isPenPlaced = false;
  /** Whether the leading is set in this stretch. */
  #hasLeading = false;
  /** Whether a font was named that has shown nothing yet. */
  hasNewFont = false;

  constructor(out: ByteWriter) {
    this.#out = out;
  }

  get isOpen(): boolean {
    return this.#source !== undefined;
  }

  /** Whether a string that is shown here may be copied. */
  get isPenPlaced(): boolean {
    return this.#isPenPlaced;
  }

  /** Begins before the operation that was read last. */
  begin({ bytes, start }: Tokeniser): void {
    this.#source = bytes;
    this.#from = this.#to = start;
    this.#percent = start - 1;
    this.#closed = this.#ending = "";
  }

  /** Writes what is copied. What follows is written again, until another stretch begins. */
  end(): void {
    if (!this.#source) return;
    if (this.#to > this.#from) {
      this.#out.copy(this.#source, this.#from, this.#to);
      this.#out.text(this.#ending);
      this.#out.byte(0x0a);
    }
    this.#out.text(this.#closed);
    this.#source = undefined;
    this.#isLinePlaced = this.#isPenPlaced = this.#hasLeading = this.hasNewFont = false;
  }

  /** Whether the operator is closed by the stretch: it follows what is copied, if nothing else does. */
  closes(operator: string): boolean {
    if (!this.#source) return false;
    this.#closed += operator;
    return true;
  }

  /** Q sets the font and the leading of another place. */
  restored(): void {
    if (this.hasNewFont) this.end();
    this.#hasLeading = false;
  }

  /**
   * Copies the operation that was read last, and all before it; false when it cannot be. What it shows ends at `to`,
   * and `ending` follows: numbers behind the last character are not shown.
   */
  grow({ bytes, pos, hasBroken, hasSpacedHex }: Tokeniser, to = pos, ending = ""): boolean {
    if (bytes !== this.#source || hasBroken || hasSpacedHex || this.#hasComment(bytes, pos)) return false;
    this.#to = to;
    this.#ending = ending;
    this.#closed = "";
    this.hasNewFont = false;
    return true;
  }

  #hasComment(bytes: Uint8Array, before: number): boolean {
    if (this.#percent < this.#from) {
      const found = bytes.indexOf(0x25, this.#from); // '%'
      this.#percent = found < 0 ? bytes.length : found;
    }
    return this.#percent < before;
  }

  /** BT and Tm place what follows. */
  place(): void {
    this.#isLinePlaced = this.#isPenPlaced = this.isOpen;
  }

  /** Td and the like place a line by the line before it. */
  nextLine(): void {
    if (!this.isOpen) this.#isLinePlaced = false;
    this.#isPenPlaced = this.#isLinePlaced;
  }

  /** T* and the like place it by the leading. */
  nextLeading(): void {
    if (!this.#hasLeading) this.#isLinePlaced = false;
    this.nextLine();
  }

  setLeading(): void {
    this.#hasLeading = this.isOpen;
  }

  /** A string was written again, placed by itself: the next line has its place, if the string begins its line. */
  placed(beginsLine: boolean): void {
    this.#isLinePlaced = beginsLine;
    this.#isPenPlaced = false;
  }
}
