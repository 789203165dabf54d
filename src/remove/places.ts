/** Where an object of the new file lies: at an offset, or in an object stream. */
interface Place {
  readonly offset: number;
  /** The number of the object stream; 0 when it is in none. */
  readonly container: number;
}

/** The places of all objects, by number. They are kept in one array, since a file may have a million objects. */
export class Places {
  /** An offset, or the negative number of an object stream; 0 where there is no object: no file begins with one. */
  #places = new Float64Array(1024);

  inFile(number: number, offset: number): void {
    this.#set(number, offset);
  }

  inStream(number: number, container: number): void {
    this.#set(number, -container);
  }

  #set(number: number, place: number): void {
    if (number >= this.#places.length) {
      const length = Math.max(number + 1, this.#places.length * 2);
      this.#places = new Float64Array(this.#places.buffer.transfer(length * Float64Array.BYTES_PER_ELEMENT));
    }
    this.#places[number] = place;
  }

  get(number: number): Place | undefined {
    const place = this.#places[number] ?? 0;
    if (place === 0) return undefined;
    return place > 0 ? { offset: place, container: 0 } : { offset: 0, container: -place };
  }

  *numbers(): Generator<number> {
    for (let number = 0; number < this.#places.length; number++) if (this.#places[number] !== 0) yield number;
  }
}
