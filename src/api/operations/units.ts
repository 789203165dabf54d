/** Points in one of each unit; a pixel is CSS's, 96 to an inch. */
export const POINTS = { px: 72 / 96, pt: 1, mm: 72 / 25.4, in: 72 } as const;
export const UNITS = ["px", "pt", "mm", "in"] as const;
