import * as z from "zod/mini";
import type { RemovalOptions, RemovalResult } from "../../pdf/remove/remove.ts";
import { type Counts, noCounts } from "../../pdf/remove/report.ts";

/** The fields of a crop that removes. */
export const removalFields = {
  removeOutside: z
    ._default(z.boolean(), false)
    .check(
      z.describe(
        "Removes what lies outside of the areas from the file: text, lines, samples of images, annotations, tags, and what belongs to no page. The result is a new file, read again before it is handed out. Without it, a crop hides.",
      ),
    ),
  edge: z
    .optional(z.enum(["keep", "remove"]))
    .check(z.describe("With `removeOutside`: whether characters that the edge cuts stay (`keep`, the default) or go.")),
  onUnremovable: z
    .optional(z.enum(["refuse", "drop"]))
    .check(
      z.describe(
        "With `removeOutside`: what cannot be cut, such as a JPEG 2000 image across the edge, is refused by name (`refuse`, the default) or left out whole.",
      ),
    ),
  document: z
    .optional(z.enum(["keep", "clear"]))
    .check(
      z.describe(
        "With `removeOutside`: whether what describes the whole document (outline, named destinations, Info, XMP) stays or goes (`clear`, the default).",
      ),
    ),
};

type Asked = { removeOutside: boolean } & { [Key in keyof RemovalOptions]?: RemovalOptions[Key] | undefined };

/** Options of a removal are refused without `removeOutside`: the client would believe that something was removed. */
export function refuseLoneOptions(asked: Asked, context: z.core.$RefinementCtx): void {
  if (asked.removeOutside) return;
  for (const field of ["edge", "onUnremovable", "document"] as const) {
    if (asked[field] === undefined) continue;
    const message = 'needs removeOutside: true; without it a crop hides, and "' + asked[field] + '" would do nothing';
    context.addIssue({ code: "custom", path: [field], message });
  }
}

/** Undefined for a crop that only hides. */
export function removalOptions({ removeOutside, ...asked }: Asked): RemovalOptions | undefined {
  if (!removeOutside) return undefined;
  const { edge = "keep", onUnremovable = "refuse", document = "clear" } = asked;
  return { edge, onUnremovable, document };
}

const counts = z.object({
  glyphs: z.number().check(z.describe("Characters.")),
  paths: z.number().check(z.describe("Lines and filled shapes.")),
  images: z.number(),
  shadings: z.number().check(z.describe("Gradients.")),
  annotations: z.number().check(z.describe("Links, form fields, comments.")),
  forms: z.number().check(z.describe("Groups of content (form XObjects) as a whole, not counted by what they hold.")),
  markedTexts: z.number().check(z.describe("Texts that stand for content: ActualText, Alt, E and titles of tags.")),
});

export const removalReport = z.object({
  verified: z
    .literal(true)
    .check(z.describe("The result was read again: nothing is painted, named or stored outside.")),
  pages: z
    .array(
      z.object({
        pageNumber: z.number(),
        removed: counts.check(z.describe("What went whole.")),
        cut: counts.check(z.describe("What the edge cuts: the part outside is gone, characters stay or go by `edge`.")),
        dropped: z.array(z.string()).check(z.describe("What could not be cut, and was left out as asked.")),
      }),
    )
    .check(z.describe("Each page that has an area.")),
  document: z.object({
    dropped: z.array(z.string()).check(z.describe("What never comes along, as far as it was there.")),
    cleared: z.array(z.string()).check(z.describe("What describes the whole document and went.")),
    kept: z.array(z.string()).check(z.describe("The same, where it was asked to stay: look through it.")),
  }),
  usedElsewhere: z
    .array(z.object({ pageNumber: z.number(), kind: z.literal("image"), pages: z.array(z.number()) }))
    .check(z.describe("What is cut on one page and whole on others.")),
  notExamined: z.array(z.string()).check(z.describe("Always empty: what cannot be examined is refused.")),
  statements: z.array(z.string()).check(z.describe("What this does not promise.")),
});

/** The totals of the report, for the header of a binary answer. */
export function removalSummary({ pages, document, verified }: RemovalResult["removal"]): Record<string, unknown> {
  const sums = (which: "removed" | "cut"): Counts => {
    const all = noCounts();
    for (const page of pages) for (const key of Object.keys(all) as (keyof Counts)[]) all[key] += page[which][key];
    return all;
  };
  const cleared = document.cleared;
  return { verified, pages: pages.length, removed: sums("removed"), cut: sums("cut"), cleared, kept: document.kept };
}

export const REMOVED = "What lies outside of the areas is removed from the file.";

/** What a person should know about the result, in words. */
export function removalNotes({ removal, repaired, signed }: RemovalResult): string[] {
  const { dropped, cleared, kept } = removal.document;
  return [
    REMOVED,
    ...removal.statements,
    ...(cleared.length > 0 ? [`Cleared, since it describes the whole document: ${cleared.join(", ")}.`] : []),
    ...(kept.length > 0 ? [`Kept as asked, though it describes the whole document: ${kept.join(", ")}.`] : []),
    ...(dropped.length > 0 ? [`Left out: ${dropped.join(", ")}.`] : []),
    ...removal.usedElsewhere.map(
      ({ pageNumber, pages }) => `An image that is cut on page ${pageNumber} is whole on page ${pages.join(", ")}.`,
    ),
    ...(repaired ? ["The file was damaged; it is written anew."] : []),
    ...(signed ? ["The document was signed: its signatures end with this crop."] : []),
  ];
}
