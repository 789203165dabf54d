import type { PngFixture } from "../../fixtures/png.ts";
import { random } from "../../fixtures/random.ts";

const noise = random(7);
/** Values that use the whole range of a depth, and the ends of it. */
export function pixels(count: number, depth: number): (x: number, y: number) => number[] {
  const grid = Array.from({ length: 40 * 40 }, () =>
    Array.from({ length: count }, () => Math.floor(noise() * 2 ** depth)),
  );
  return (x, y) => grid[y * 40 + x]!;
}

export function expected(fixture: PngFixture, from: number, to?: number): number[][] {
  return Array.from({ length: fixture.height }, (_, y) =>
    Array.from({ length: fixture.width }, (_, x) => fixture.pixel(x, y).slice(from, to)).flat(),
  );
}
