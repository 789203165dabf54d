import { computed, signal } from "@preact/signals";
import type { PdfView } from "../document/viewer.ts";
import { Finishing } from "../parts/finishing.ts";
import type { Made } from "../parts/made.ts";
import { Work } from "../work.ts";
import { marks } from "./marks-state.ts";

export type Turn = 0 | 90 | 180 | 270;

/** A page of the board. */
export interface Leaf {
  id: number;
  /** The file that it is of: 0 is the document that is open, others are those that were added. */
  of: number;
  /** Its number in that file; 0 for an empty page. */
  page: number;
  /** How far it is turned beyond what it is. */
  turn: Turn;
}

/** A PDF beside the one that is open; an image is one by now. */
export interface Added {
  id: number;
  /** What it was called when it was added. */
  name: string;
  file: File;
}

export const ACCEPT = "application/pdf,.pdf,image/*,.tif,.tiff,.jp2,.j2k";

export const leaves = signal<readonly Leaf[]>([]);
export const added = signal<readonly Added[]>([]);
/** The pages that are selected, by their ids. */
export const chosen = signal<ReadonlySet<number>>(new Set());
/** What was added as the viewer shows it, and the passwords that opened it. */
export const views = signal<ReadonlyMap<number, { pdf: PdfView; password: string | undefined }>>(new Map());
export const result = signal<Made | undefined>(undefined);

export const finishing = new Finishing({ describes: true, claims: true });

export const work = new Work({ leaves, added, ...marks, ...finishing.kept });

/** The files that have a page on the board, in the order in which they were added. */
export const inUse = computed(() => {
  const used = new Set(leaves.value.flatMap(({ of, page }) => (page > 0 ? [of] : [])));
  return [0, ...added.value.map(({ id }) => id)].filter((id) => used.has(id));
});
