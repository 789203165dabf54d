import * as z from "zod/mini";
import type { Counts, RemovalOptions, Removed } from "../../engine.ts";
import { explained } from "../../fields/schema-parts.ts";
import { damageNotes } from "./damage-notes.ts";

export const removalFields = {
  removeOutside: explained(
    "Removes what lies outside of the areas from the file: text, lines, samples of images, annotations, tags, and what belongs to no page. The result is a new file, read again before it is handed out. Without it, a crop hides.",
    z._default(z.boolean(), false),
  ),
  edge: explained(
    "With `removeOutside`: whether characters that the edge cuts stay (`keep`, the default) or go.",
    z.optional(z.enum(["keep", "remove"])),
  ),
  onUnremovable: explained(
    "With `removeOutside`: what cannot be cut, such as a JPEG 2000 image across the edge, is refused by name (`refuse`, the default) or left out whole.",
    z.optional(z.enum(["refuse", "drop"])),
  ),
  document: explained(
    "With `removeOutside`: whether what describes the whole document (outline, named destinations, Info, XMP) stays or goes (`clear`, the default).",
    z.optional(z.enum(["keep", "clear"])),
  ),
};

type RemovalFields = { removeOutside: boolean } & { [Key in keyof RemovalOptions]?: RemovalOptions[Key] | undefined };

/** Options of a removal are refused without `removeOutside`: the client would believe that something was removed. */
export function refuseLoneOptions(asked: RemovalFields, context: z.core.$RefinementCtx): void {
  if (asked.removeOutside) return;
  for (const field of ["edge", "onUnremovable", "document"] as const) {
    if (asked[field] === undefined) continue;
    const message = 'needs removeOutside: true; without it a crop hides, and "' + asked[field] + '" would do nothing';
    context.addIssue({ code: "custom", path: [field], message });
  }
}

/** Undefined for a crop that only hides. */
export function removalOptions({ removeOutside, ...asked }: RemovalFields): RemovalOptions | undefined {
  if (!removeOutside) return undefined;
  const { edge = "keep", onUnremovable = "refuse", document = "clear" } = asked;
  return { edge, onUnremovable, document };
}

const counts = z.object({
  glyphs: explained("Characters.", z.number()),
  paths: explained("Lines and filled shapes.", z.number()),
  images: z.number(),
  shadings: explained("Gradients.", z.number()),
  annotations: explained("Links, form fields, comments.", z.number()),
  forms: explained("Groups of content (form XObjects) as a whole, not counted by what they hold.", z.number()),
  markedTexts: explained("Texts that replace content: ActualText, Alt, E and titles of tags.", z.number()),
});

export const removalReport = z.object({
  verified: explained(
    "The result was read again. Outside, nothing is painted, named or stored. Inside, characters and images are as many as before, in the same order and under the same clips; cut images have all their rows, and pages their boxes. Lines, shapes, colours and samples inside are not compared.",
    z.literal(true),
  ),
  pages: explained(
    "Each page that has an area.",
    z.array(
      z.object({
        pageNumber: z.number(),
        removed: explained("What went whole.", counts),
        cut: explained("What the edge cuts: the part outside is gone, characters stay or go by `edge`.", counts),
        dropped: explained("What could not be cut, and was left out as asked.", z.array(z.string())),
      }),
    ),
  ),
  document: z.object({
    dropped: explained("What is never kept, if the file had it.", z.array(z.string())),
    cleared: explained("What describes the whole document and went.", z.array(z.string())),
    kept: explained("The same, where it was asked to stay: look through it.", z.array(z.string())),
  }),
  usedElsewhere: explained(
    "What is cut on one page and whole on others.",
    z.array(z.object({ pageNumber: z.number(), kind: z.literal("image"), pages: z.array(z.number()) })),
  ),
  notExamined: explained("Always empty: what cannot be examined is refused.", z.array(z.string())),
  statements: explained("What this does not promise.", z.array(z.string())),
});

/** The totals of the report, for the header of a binary answer. */
export function removalSummary({ pages, document, verified }: Removed["removal"]): Record<string, unknown> {
  const sums = (which: "removed" | "cut"): Counts => {
    const all: Counts = { glyphs: 0, paths: 0, images: 0, shadings: 0, annotations: 0, forms: 0, markedTexts: 0 };
    for (const page of pages) for (const key of Object.keys(all) as (keyof Counts)[]) all[key] += page[which][key];
    return all;
  };
  const cleared = document.cleared;
  return { verified, pages: pages.length, removed: sums("removed"), cut: sums("cut"), cleared, kept: document.kept };
}

export const REMOVED = "What lies outside of the areas is removed from the file.";

/** What a person should know about the result, in words. */
export function removalNotes({ removal, damage, signed }: Removed): string[] {
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
    ...damageNotes(damage, "a new file is written"),
    ...(signed ? ["The document was signed: its signatures end with this crop."] : []),
  ];
}
