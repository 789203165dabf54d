/** Which objects refer to which, by number. It uses arrays of numbers, since a file may have a million objects. */
export class References {
  /** For each object, where its references are in the pool: first their number, then the references; 0 for none. */
  #starts: Uint32Array = new Uint32Array(1024);
  #pool: Uint32Array = new Uint32Array(4096);
  #used = 1;
  #current = 0;

  /** The references that are added next belong to this object. */
  begin(number: number): void {
    this.#starts = withRoom(this.#starts, number);
    this.#current = this.#used;
    this.#starts[number] = this.#current;
    this.#push(0);
  }

  add(number: number): void {
    this.#push(number);
    this.#pool[this.#current]!++;
  }

  #push(value: number): void {
    this.#pool = withRoom(this.#pool, this.#used);
    this.#pool[this.#used++] = value;
  }

  /** For each number whether its object is reached. `missing` is called with a number that has no object. */
  reachedFrom(first: number, missing: (number: number) => void): Uint8Array {
    const reached = new Uint8Array(this.#starts.length);
    const open = [first];
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      const start = this.#starts[number] ?? 0;
      if (start === 0) missing(number);
      if (reached[number] !== 0) continue;
      reached[number] = 1;
      for (let at = start + this.#pool[start]!; at > start; at--) {
        const next = this.#pool[at]!;
        if (reached[next] !== 1) open.push(next);
      }
    }
    return reached;
  }
}

function withRoom(array: Uint32Array, index: number): Uint32Array {
  if (index < array.length) return array;
  const grown = new Uint32Array(Math.max(index + 1, array.length * 2));
  grown.set(array);
  return grown;
}
