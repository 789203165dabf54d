/** Small new pieces of a file, gathered in one growing buffer. */
export class ByteWriter {
  readonly #capacity: number;
  #buffer: Uint8Array;
  length = 0;

  constructor(capacity = 4096) {
    this.#capacity = capacity;
    this.#buffer = new Uint8Array(capacity);
  }

  #room(more: number): void {
    if (this.length + more <= this.#buffer.length) return;
    const grown = new Uint8Array(Math.max(this.#capacity, this.#buffer.length * 2, this.length + more));
    grown.set(this.#buffer.subarray(0, this.length));
    this.#buffer = grown;
  }

  byte(value: number): void {
    this.#room(1);
    this.#buffer[this.length++] = value;
  }

  /** ASCII or Latin-1 text, one byte a character. */
  text(text: string): void {
    this.#room(text.length);
    const buffer = this.#buffer;
    const at = this.length;
    for (let i = 0; i < text.length; i++) buffer[at + i] = text.charCodeAt(i);
    this.length = at + text.length;
  }

  copy(source: Uint8Array, start = 0, end = source.length): void {
    const count = end - start;
    if (count <= 0) return;
    this.#room(count);
    const buffer = this.#buffer;
    // For the short runs in dictionaries a loop is faster than the call that makes a view.
    if (count < 64) for (let i = 0; i < count; i++) buffer[this.length + i] = source[start + i]!;
    else buffer.set(source.subarray(start, end), this.length);
    this.length += count;
  }

  /** Starts again in the same buffer. */
  clear(): void {
    this.length = 0;
  }

  /** Everything written so far; valid until the next write. */
  view(): Uint8Array {
    return this.#buffer.subarray(0, this.length);
  }

  /** Everything written since the last call. It stays valid: later bytes are written after it. */
  take(): Uint8Array {
    const taken = this.view();
    this.#buffer = this.#buffer.subarray(this.length);
    this.length = 0;
    return taken;
  }
}
