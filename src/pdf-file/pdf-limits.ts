/** What one document may have. Exceeding a limit is a PdfProblem of kind "budget": a clear and early refusal. */
export const PDF_LIMITS = {
  /** Decoded bytes of one stream. */
  streamBytes: 32 << 20,
  /** Filters that one stream may name. */
  filters: 8,
  pages: 100_000,
} as const;

/** How deep arrays and dictionaries may nest. qpdf stops at 499; real documents stay below 30. */
export const MAX_NESTING = 250;

/**
 * How many elements the arrays and dictionaries of one object may have together. The largest in real documents, such as
 * the kids of a flat page tree, have a tenth of this.
 */
export const MAX_ELEMENTS = 500_000;

/** What the arrays, dictionaries and strings of one object may take in memory. */
export const MAX_OBJECT_BYTES = 40 << 20;

/** How many references may lead to one another in a row (7.3.10 allows none; broken writers make short chains). */
export const MAX_REFERENCE_HOPS = 16;

/** How many sections one chain of /Prev may have. Each saved edit adds one. */
export const MAX_XREF_SECTIONS = 4096;

/** A file of 50 MB cannot hold more objects than this. It bounds the memory that a false section header can ask for. */
export const MAX_OBJECT_NUMBER = (1 << 21) - 1;

/** Levels of a page tree. Balanced trees of a million pages need four. */
export const MAX_PAGE_TREE_DEPTH = 256;
