import { MisfitProblem } from "../pdf-file/pdf-problem.ts";

export interface Counts {
  glyphs: number;
  paths: number;
  images: number;
  shadings: number;
  annotations: number;
  /** Forms that lie wholly outside. Their content is not counted. */
  forms: number;
  /** Texts that replace content: ActualText, Alt, E and the like. */
  markedTexts: number;
}

export interface PageRemoval {
  /** Counted from 1. */
  readonly pageNumber: number;
  /** Things that are gone completely. */
  readonly removed: Counts;
  /**
   * Things that the edge cuts. The part outside is gone, except of glyphs that are kept because they are partly
   * visible.
   */
  readonly cut: Counts;
  /** Things that could not be cut, and were dropped as the request asked. */
  readonly dropped: string[];
}

export interface UsedElsewhere {
  readonly pageNumber: number;
  readonly kind: "image";
  /** Pages on which the image is whole. */
  readonly pages: readonly number[];
}

export interface RemovalReport {
  readonly pages: readonly PageRemoval[];
  readonly document: {
    readonly dropped: readonly string[];
    readonly cleared: readonly string[];
    readonly kept: readonly string[];
  };
  readonly usedElsewhere: readonly UsedElsewhere[];
  readonly notExamined: readonly string[];
  readonly verified: true;
  readonly statements: readonly string[];
}

export const STATEMENTS = [
  "What is covered or invisible inside the area stays in the file.",
  "The positions of what remains can tell something about what was removed.",
  "Inside, the proof counts characters, images and rows of images, and compares clips, places and boxes; it does not compare lines, shapes, colours and samples.",
];

function noCounts(): Counts {
  return { glyphs: 0, paths: 0, images: 0, shadings: 0, annotations: 0, forms: 0, markedTexts: 0 };
}

function addCounts(into: Counts, other: Counts, times: 1 | -1): void {
  for (const key of Object.keys(into) as (keyof Counts)[]) into[key] += times * other[key];
}

/** What was removed and cut, and how often something was lost. */
export interface Lost {
  readonly removed: Counts;
  readonly cut: Counts;
  readonly losses: number;
}

/** Gathers the report of the result, and decides what happens to things that cannot be cut. */
export class Findings {
  readonly pages: PageRemoval[] = [];
  readonly dropped = new Set<string>();
  readonly cleared = new Set<string>();
  readonly kept = new Set<string>();
  readonly #drops: boolean;
  #page: PageRemoval | undefined;
  /** The page that is being read, cropped or not, counted from 1; undefined for things of the whole document. */
  #place: number | undefined;
  #spare = { removed: noCounts(), cut: noCounts() };
  /** How often a content stream has lost something, and how often one has painted something. */
  #losses = 0;
  #paints = 0;

  constructor(onUnremovable: "refuse" | "drop") {
    this.#drops = onUnremovable === "drop";
  }

  beginPage(pageNumber: number, isCropped: boolean): void {
    this.#place = pageNumber;
    this.#page = isCropped ? { pageNumber, removed: noCounts(), cut: noCounts(), dropped: [] } : undefined;
    if (this.#page) this.pages.push(this.#page);
  }

  endPages(): void {
    this.#place = undefined;
    this.#page = undefined;
  }

  get removed(): Counts {
    return (this.#page ?? this.#spare).removed;
  }

  get cut(): Counts {
    return (this.#page ?? this.#spare).cut;
  }

  /** Whether anything on this page was removed or cut. */
  get hasLost(): boolean {
    return [this.removed, this.cut].some((counts) => Object.values(counts).some((count) => count > 0));
  }

  /** The difference of two of these tells what a mark encloses. */
  get losses(): number {
    return this.#losses;
  }

  get paints(): number {
    return this.#paints;
  }

  noteLost(kind: keyof Counts): void {
    this.#losses++;
    this.removed[kind]++;
  }

  noteCut(kind: keyof Counts): void {
    this.#losses++;
    this.cut[kind]++;
  }

  notePainted(): void {
    this.#paints++;
  }

  /** Counts what is lost from here on, so that it can be counted again when the same content is used again. */
  counting(): () => Lost {
    const losses = this.#losses;
    const [removed, cut] = [{ ...this.removed }, { ...this.cut }];
    return () => {
      const lost = { removed: { ...this.removed }, cut: { ...this.cut }, losses: this.#losses - losses };
      addCounts(lost.removed, removed, -1);
      addCounts(lost.cut, cut, -1);
      return lost;
    };
  }

  noteAgain({ removed, cut, losses }: Lost): void {
    addCounts(this.removed, removed, 1);
    addCounts(this.cut, cut, 1);
    this.#losses += losses;
  }

  /** Call the result when something was read again that was counted before. */
  counted(): () => void {
    const { removed, cut } = this;
    const counts = [{ ...removed }, { ...cut }];
    return () => {
      Object.assign(removed, counts[0]);
      Object.assign(cut, counts[1]);
    };
  }

  /** Refuses the request and names the thing, or lets it be dropped if the request asked for that. */
  unremovable(thing: string): void {
    if (!this.#drops) throw new MisfitProblem({ kind: "unremovable", thing, page: this.#place });
    if (this.#page) {
      if (!this.#page.dropped.includes(thing)) this.#page.dropped.push(thing);
    } else this.dropped.add(thing);
  }
}
