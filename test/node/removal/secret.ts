/** What a made document hides outside of the area; everything about it is chosen so that it is found by any trace. */
export interface Secret {
  /** Letters that nothing inside uses. */
  readonly word: string;
  /** Coordinates, at least fifty points away from the area. */
  readonly points: readonly [number, number, number, number, number, number];
  /** A colour that nothing inside has. */
  readonly rgb: readonly [number, number, number];
}

export const SECRET: Secret = {
  word: "ZQXJVKWY",
  points: [37.731, 22.417, 48.377, 43.419, 17.239, 48.613],
  rgb: [231, 17, 203],
};

/** As long as the first and different in everything: what depends on a secret differs between the two. */
export const OTHER: Secret = {
  word: "HBUGFPRT",
  points: [33.157, 41.823, 12.641, 28.937, 45.293, 19.751],
  rgb: [17, 231, 43],
};

export type Kind = "word" | "letter" | "number" | "colour" | "glyph" | "far";

/** Left, bottom, right and top. */
export type Box = readonly [number, number, number, number];

/** What of a page is kept. */
export interface Kept {
  /** Counted from 1. */
  readonly page: number;
  /** In the page's own coordinates. */
  readonly box: Box;
}
