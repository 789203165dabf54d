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
  pages: { read: number; recognised: number; partly: number; pictures: number };
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
  const { counts, areas, redaction } = answer;
  const { read, recognised, partly, pictures } = answer.coverage;
  return {
    report: "Written by the page that made the file, and not signed: a receipt of the service is.",
    operation: "redact-pdf",
    time: new Date().toISOString(),
    ...{ input, output },
    rules: counts.map(({ rule, onPages, elsewhere }) => {
      return { rule, onPages, elsewhere: elsewhere.reduce((sum, { count }) => sum + count, 0) };
    }),
    areas: areas.length,
    pages: { read, recognised, partly, pictures },
    verified: redaction?.verified ?? false,
    redaction,
  };
}

const WHY: Record<string, string> = {
  pictures: "pictures",
  outlines: "letters or codes drawn as shapes",
  unreadable: "characters that the file does not tell",
  patterns: "text in patterns",
  glyphs: "glyphs that may draw text",
};

const MAX_NAMED = 8;

/** What of the pages was not read, in sentences; none where all was. */
export function notRead({ read, recognised, partly, pictures, pages }: RedactPdfResult["coverage"]): string[] {
  const all = read + recognised + partly + pictures;
  const listed = (of: string, say: (page: (typeof pages)[number]) => string) => {
    const those = pages.filter(({ state }) => state === of);
    const more = those.length > MAX_NAMED ? ` and ${those.length - MAX_NAMED} more` : "";
    return `${those.length === 1 ? "page" : "pages"} ${those.slice(0, MAX_NAMED).map(say).join(", ")}${more}`;
  };
  const why = (page: (typeof pages)[number]) =>
    [...new Set(page.why.flatMap(({ kind }) => WHY[kind] ?? []))].join(", ");
  return [
    ...(pictures > 0
      ? [
          `${pictures} of ${all} pages ${pictures === 1 ? "is a picture: its" : "are pictures: their"} words were not ` +
            `searched (${listed("pictures", ({ pageNumber }) => String(pageNumber))}).`,
        ]
      : []),
    ...(recognised > 0
      ? [
          `${recognised} of ${all} pages ${recognised === 1 ? "is a picture" : "are pictures"} with words that somebody ` +
            `recognised: look at them (${listed("recognised", ({ pageNumber }) => String(pageNumber))}).`,
        ]
      : []),
    ...(partly > 0
      ? [
          `${partly} of ${all} pages ${partly === 1 ? "was" : "were"} read in part: ` +
            `${listed("partly", (page) => `${page.pageNumber} (${why(page)})`)}.`,
        ]
      : []),
  ];
}
