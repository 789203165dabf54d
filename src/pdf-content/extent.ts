import type { Box } from "../pdf-pages/geometry.ts";
import type { Matrix } from "./matrix.ts";

/** A box that grows: empty at first. Unlike a Box it may have no width or no height: a thin line is ink too. */
export class Extent {
  left = Number.POSITIVE_INFINITY;
  bottom = Number.POSITIVE_INFINITY;
  right = Number.NEGATIVE_INFINITY;
  top = Number.NEGATIVE_INFINITY;

  static of(box: Box): Extent {
    const extent = new Extent();
    [extent.left, extent.bottom, extent.right, extent.top] = box;
    return extent;
  }

  get isEmpty(): boolean {
    return !(this.left <= this.right && this.bottom <= this.top);
  }

  clear(): void {
    this.left = Number.POSITIVE_INFINITY;
    this.bottom = Number.POSITIVE_INFINITY;
    this.right = Number.NEGATIVE_INFINITY;
    this.top = Number.NEGATIVE_INFINITY;
  }

  point(x: number, y: number): void {
    if (x < this.left) this.left = x;
    if (x > this.right) this.right = x;
    if (y < this.bottom) this.bottom = y;
    if (y > this.top) this.top = y;
  }

  add(other: Extent): void {
    if (other.isEmpty) return;
    this.point(other.left, other.bottom);
    this.point(other.right, other.top);
  }

  /** The corners of [left, bottom, right, top], transformed. */
  addBox(left: number, bottom: number, right: number, top: number, [a, b, c, d, e, f]: Matrix): void {
    this.point(a * left + c * bottom + e, b * left + d * bottom + f);
    this.point(a * right + c * bottom + e, b * right + d * bottom + f);
    this.point(a * left + c * top + e, b * left + d * top + f);
    this.point(a * right + c * top + e, b * right + d * top + f);
  }

  grow(dx: number, dy: number): void {
    this.left -= dx;
    this.right += dx;
    this.bottom -= dy;
    this.top += dy;
  }

  /** The intersection; empty when they do not meet. */
  clip(other: Extent): void {
    if (other.left > this.left) this.left = other.left;
    if (other.bottom > this.bottom) this.bottom = other.bottom;
    if (other.right < this.right) this.right = other.right;
    if (other.top < this.top) this.top = other.top;
  }

  copy(): Extent {
    const copy = new Extent();
    copy.left = this.left;
    copy.bottom = this.bottom;
    copy.right = this.right;
    copy.top = this.top;
    return copy;
  }

  contains(other: Extent, slack: number): boolean {
    return (
      this.left <= other.left + slack &&
      this.bottom <= other.bottom + slack &&
      this.right >= other.right - slack &&
      this.top >= other.top - slack
    );
  }
}
