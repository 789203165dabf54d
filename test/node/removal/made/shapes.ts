/** A glyph that no other letter has: an outline of six points, in thousandths of an em. */
export function shapeOf(letter: string): [x: number, y: number][] {
  const code = letter.charCodeAt(0);
  const at = (factor: number, range: number) => 40 + ((code * factor) % range);
  return [
    [at(37, 200), 0],
    [500, at(53, 150)],
    [450, 300 + at(29, 200)],
    [250 + at(61, 150), 700],
    [60, 500 + at(41, 150)],
    [30 + at(13, 90), 250],
  ];
}

/** A width that no other letter has. */
export function widthOf(letter: string): number {
  return 400 + letter.charCodeAt(0) * 3;
}

/** Big-endian numbers in a row. */
export function bytes(...items: (number | readonly number[] | string)[]): number[] {
  return items.flatMap((item) =>
    typeof item === "number"
      ? [item & 255]
      : typeof item === "string"
        ? Array.from(item, (c) => c.charCodeAt(0))
        : [...item],
  );
}

export function u16(...values: number[]): number[] {
  return values.flatMap((value) => [(value >> 8) & 255, value & 255]);
}

export function u32(...values: number[]): number[] {
  return values.flatMap((value) => [(value >>> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255]);
}
