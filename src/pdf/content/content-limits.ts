/**
 * What reading the content of pages may cost. Past one of the first three limits the request is refused; past any
 * other, the safe answer is given.
 */
export const CONTENT_LIMITS = {
  /** Decoded bytes of contents, fonts and images that one request reads. */
  totalBytes: 512 << 20,
  /** Decoded bytes of one stream of content, or of one font. */
  streamBytes: 32 << 20,
  /** Operators that one page may have, those of its forms counted each time that they are drawn. */
  pageOperators: 5_000_000,
  /** Operators of all pages together. */
  operators: 30_000_000,
  /** Samples of images that are looked at for one request, each component of a pixel by itself. */
  imageSamples: 4_000_000_000,
  /**
   * Bytes of JPEG and fax data that are looked at for one request. An image that is used twice may be read twice.
   */
  imageBytes: 128 << 20,
  /** Steps of functions that one request evaluates to tell colours. */
  functionSteps: 200_000_000,
} as const;

export type ContentLimits = Readonly<Record<keyof typeof CONTENT_LIMITS, number>>;

/** Forms, patterns, glyphs and masks inside one another; real ones stay below ten. */
export const MAX_FORM_DEPTH = 20;

/** `q` within `q`. States beyond this are counted, but not kept. */
export const MAX_SAVED_STATES = 1000;

/** Functions inside one function. One that is used twice counts twice. */
export const MAX_FUNCTION_PARTS = 4096;

/** Operands before an operator; the longest that a real operator takes is 33. */
export const MAX_OPERANDS = 64;

/** Items of one array among the operands. */
export const MAX_ITEMS = 1 << 20;

/** Bytes of an operation that continues in the content's next stream: they are held until it is complete. */
export const MAX_SPANNING_BYTES = 8 << 20;

/** Numbers of one path that are kept; of a longer path only the box is known. */
export const MAX_PATH_NUMBERS = 1 << 20;

/** Glyph boxes that one font remembers. */
export const MAX_GLYPH_BOXES = 8192;
