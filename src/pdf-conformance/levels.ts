/** The levels that a file is checked for: of ISO 19005-2 and -3, and ISO 14289-1. */
export const LEVELS = ["pdfa-2b", "pdfa-2u", "pdfa-3b", "pdfua-1"] as const;
export type Level = (typeof LEVELS)[number];

/** A document of this level names its part and its conformance in its XMP. */
export const IDENTIFICATION = {
  "pdfa-2b": { part: "2", conformance: ["B", "U", "A"] },
  "pdfa-2u": { part: "2", conformance: ["U", "A"] },
  "pdfa-3b": { part: "3", conformance: ["B", "U", "A"] },
  "pdfua-1": { part: "1", conformance: [] },
} as const satisfies Record<Level, { part: string; conformance: readonly string[] }>;
