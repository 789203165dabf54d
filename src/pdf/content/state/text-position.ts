import { IDENTITY, type Matrix, multiply } from "../matrix.ts";

/** The text matrix and the text line matrix (9.4.1), which live from BT to ET. */
export class TextPosition {
  matrix: Matrix = IDENTITY;
  private line: Matrix = IDENTITY;

  begin(): void {
    this.set(IDENTITY);
  }

  set(matrix: Matrix): void {
    this.matrix = matrix;
    this.line = matrix;
  }

  /** Td. */
  nextLine(x: number, y: number): void {
    this.set(multiply([1, 0, 0, 1, x, y], this.line));
  }

  advance(x: number, y: number): void {
    this.matrix = multiply([1, 0, 0, 1, x, y], this.matrix);
  }
}
