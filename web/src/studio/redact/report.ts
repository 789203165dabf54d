import type { RedactPdfResult } from "../../../../client/src/index.ts";

/** What a file was, so that others can tell whether theirs is the same. */
export interface Hashed {
  sha256: string;
  bytes: number;
}

/** What was done, in the words of a receipt, without the texts that were cut. Nobody has signed it. */
export interface Report {
  report: string;
  operation: "redact-pdf";
  time: string;
  input?: Hashed | undefined;
  output?: Hashed | undefined;
  rules: { rule: string; onPages: number; elsewhere: number }[];
  areas: number;
  pagesNotSearched: number;
  verified: boolean;
  redaction: RedactPdfResult["redaction"];
}

export async function hashedOf(blob: Blob | undefined): Promise<Hashed | undefined> {
  if (!blob) return undefined;
  const digest = await crypto.subtle.digest("SHA-256", await blob.arrayBuffer());
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return { sha256: hex, bytes: blob.size };
}

export function reportOf(answer: RedactPdfResult, input: Hashed | undefined, output: Hashed | undefined): Report {
  const { counts, areas, notSearched, redaction } = answer;
  const { scans, noUnicode, patterns } = notSearched;
  return {
    report: "Written by the page that made the file, and not signed: a receipt of the service is.",
    operation: "redact-pdf",
    time: new Date().toISOString(),
    ...{ input, output },
    rules: counts.map(({ rule, onPages, elsewhere }) => {
      return { rule, onPages, elsewhere: elsewhere.reduce((sum, { count }) => sum + count, 0) };
    }),
    areas: areas.length,
    pagesNotSearched: new Set([...scans, ...noUnicode, ...patterns]).size,
    verified: redaction?.verified ?? false,
    redaction,
  };
}
