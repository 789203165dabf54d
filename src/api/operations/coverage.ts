import * as z from "zod/mini";
import type { PagesCoverage } from "../../engine.ts";
import { explained } from "../../fields/schema-parts.ts";
import { counted } from "../../platform/counted.ts";
import { placeFields, roundedArea } from "./shared-fields.ts";

type PageCoverage = PagesCoverage["pages"][number];

const kinds = ["pictures", "outlines", "unreadable", "symbols", "patterns", "glyphs", "recognised"] as const;

export const coverageResult = explained(
  "How far the pages were read that `text` and `patterns` ask for. What only a picture shows was not searched.",
  z.object({
    read: explained("Pages of which all text was read.", z.number()),
    recognised: explained(
      "Pages that are pictures with words that somebody recognised: these were searched, and nobody compared them.",
      z.number(),
    ),
    partly: explained("Pages with text that was not searched.", z.number()),
    pictures: explained("Pages that are pictures.", z.number()),
    pages: explained(
      "Those with something that was not searched: `pictures` without words, `outlines` (letters or codes as shapes), " +
        "`unreadable` characters, `symbols` (they do not count), `patterns` with text, `glyphs` that may draw text, " +
        "`recognised` (with the mean confidence of the words, and how many were left out).",
      z.array(
        z.object({
          pageNumber: z.number(),
          state: z.enum(["read", "recognised", "partly", "pictures"]),
          why: z.array(
            z.object({
              kind: z.enum(kinds),
              characters: z.optional(z.number()),
              confidence: z.optional(z.number()),
              leftOut: z.optional(z.number()),
              font: z.optional(z.string()),
              area: z.optional(z.object(placeFields)),
            }),
          ),
        }),
      ),
    ),
  }),
);

export function coverageAnswer({ pages, ...counts }: PagesCoverage): z.output<typeof coverageResult> {
  return {
    ...counts,
    pages: pages.map(({ page, state, why }) => ({
      pageNumber: page,
      state,
      why: why.map(({ area, ...one }) => (area ? { ...one, area: roundedArea(area) } : one)),
    })),
  };
}

/** Pages that a sentence names. */
const MAX_NAMED = 10;

/** What was not searched, in sentences; none where all was. */
export function coverageNotes({ read, recognised, partly, pictures, pages }: PagesCoverage): string[] {
  const all = read + recognised + partly + pictures;
  const named = (state: PageCoverage["state"], say: (page: PageCoverage) => string): string => {
    const those = pages.filter((page) => page.state === state);
    const more = those.length > MAX_NAMED ? ` and ${those.length - MAX_NAMED} more` : "";
    return `${those.length === 1 ? "page" : "pages"} ${those.slice(0, MAX_NAMED).map(say).join(", ")}${more}`;
  };
  const are = (count: number, one: string, many: string): string =>
    `${count} of ${all} pages ${count === 1 ? one : many}`;
  return [
    ...(pictures > 0
      ? [
          `${are(pictures, "is a picture: its", "are pictures: their")} words were not searched ` +
            `(${named("pictures", ({ page }) => String(page))}).`,
        ]
      : []),
    ...(recognised > 0
      ? [
          `${are(recognised, "is a picture", "are pictures")} with words that somebody recognised: these were searched, ` +
            `but what was misread was not found (${named("recognised", ofRecognised)}).`,
        ]
      : []),
    ...(partly > 0
      ? [
          `${are(partly, "was", "were")} read in part: ` +
            `${named("partly", ({ page, why }) => `${page} (${why.flatMap(reason).join("; ")})`)}.`,
        ]
      : []),
  ];
}

function ofRecognised({ page, why }: PageCoverage): string {
  const own = why.filter(({ kind }) => kind === "recognised");
  const characters = own.reduce((sum, one) => sum + (one.characters ?? 0), 0);
  const { confidence, leftOut = 0 } = own[0] ?? {};
  const more = [
    counted(characters, "character"),
    ...(confidence === undefined ? [] : [`confidence ${confidence}`]),
    ...(leftOut > 0 ? [`${counted(leftOut, "word")} left out`] : []),
  ];
  return `${page}: ${more.join(", ")}`;
}

function reason({ kind, characters = 0, font }: PageCoverage["why"][number]): string[] {
  const count = counted(characters, "character");
  switch (kind) {
    case "pictures":
      return ["pictures"];
    case "outlines":
      return [`${characters} letters, or parts of a code, drawn as shapes`];
    case "unreadable":
      return [`${count} of ${font} that the file does not tell`];
    case "patterns":
      return ["text in a pattern, of which one tile was searched"];
    case "glyphs":
      return ["glyphs that may draw text"];
    case "symbols":
    case "recognised":
      return [];
  }
}
