/** Forms, patterns, glyphs and masks inside one another; real ones stay below ten. */
export const MAX_FORM_DEPTH = 20;

/** `q` within `q`. States beyond this are counted, but not kept. */
export const MAX_SAVED_STATES = 1000;

/** Operands before an operator, of which the last half is always there; the most that an operator takes is 33. */
export const MAX_OPERANDS = 128;

/** Items of one array among the operands. */
export const MAX_ITEMS = 1 << 20;

/** Bytes of an operation that continues in the content's next stream: they are held until it is complete. */
export const MAX_SPANNING_BYTES = 8 << 20;

/** Numbers of one path that are kept; of a longer path only the box is known. */
export const MAX_PATH_NUMBERS = 1 << 20;

/** Glyph boxes that one font remembers. */
export const MAX_GLYPH_BOXES = 8192;

/** Samples of scans that are darker count. The same as in pdfCropMargins, which takes lighter ones as background. */
export const DEFAULT_THRESHOLD = 191;
