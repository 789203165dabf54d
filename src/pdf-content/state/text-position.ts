import { IDENTITY, type Matrix, shifted } from "../matrix.ts";

/** The text matrix and the text line matrix (9.4.1), which live from BT to ET. */
export class TextPosition {
  matrix: Matrix = IDENTITY;
  #line: Matrix = IDENTITY;

  begin(): void {
    this.set(IDENTITY);
  }

  set(matrix: Matrix): void {
    this.matrix = matrix;
    this.#line = matrix;
  }

  /** Td. */
  nextLine(x: number, y: number): void {
    this.set(shifted(x, y, this.#line));
  }

  advance(x: number, y: number): void {
    this.matrix = shifted(x, y, this.matrix);
  }
}
