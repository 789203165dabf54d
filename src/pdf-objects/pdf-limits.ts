/** What one document may cost. Exceeding one is a PdfProblem of kind "budget": a clear refusal, early. */
export interface PdfLimits {
  /** Decoded bytes of one stream. */
  readonly streamBytes: number;
  /** Decoded bytes of all streams that one request reads. */
  readonly totalBytes: number;
  /** Filters that one stream may name. */
  readonly filters: number;
  /** Bytes read in search of what a damaged file has lost. */
  readonly scannedBytes: number;
  readonly pages: number;
}

export const PDF_LIMITS: PdfLimits = {
  streamBytes: 32 << 20,
  totalBytes: 512 << 20,
  filters: 8,
  scannedBytes: 256 << 20,
  pages: 100_000,
};

/** Arrays and dictionaries inside one another; qpdf stops at 499, real documents stay below 30. */
export const MAX_NESTING = 250;

/**
 * Elements that the arrays and dictionaries of one object may have together; the largest of real documents, such as the
 * kids of a flat page tree, have a tenth.
 */
export const MAX_ELEMENTS = 500_000;

/** References that lead to references (7.3.10 allows none; broken writers make short chains). */
export const MAX_REFERENCE_HOPS = 16;

/** Sections that one chain of /Prev may have; each saved edit adds one. */
export const MAX_XREF_SECTIONS = 4096;

/** A file of 50 MB cannot hold more objects than this; it bounds what a lying section header allocates. */
export const MAX_OBJECT_NUMBER = (1 << 21) - 1;

/** Levels of a page tree; balanced trees of a million pages need four. */
export const MAX_PAGE_TREE_DEPTH = 256;
