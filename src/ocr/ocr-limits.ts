/** What reading the pictures of one request may use. Times are milliseconds. */
export const OCR_LIMITS = {
  /** Pages of one request. */
  pages: 20,
  /** Models that read a page together: each makes it slower. */
  languages: 3,
  /** Pixels of one page as it is drawn: A3 at 300 dpi has 17 million. A larger one is drawn with fewer to the inch. */
  pixels: 25_000_000,
  leastResolution: 100,
  mostResolution: 600,
  /** Words of less confidence, of 100, are left out and counted. */
  confidence: 30,
  /** One page, and all of them. */
  pageMs: 45_000,
  totalMs: 180_000,
} as const;
