import type { Extent } from "../pdf-content/extent.ts";
import { boxAround, isUpright, type Matrix } from "../pdf-content/matrix.ts";
import type { Box } from "../pdf-pages/geometry.ts";

/** Points. Coordinates are rounded when they are written, and a clip that is cut is rounded once more. */
const SLACK = 0.1;
const UNIT: Box = [0, 0, 1, 1];
/** Clips of one page that are remembered. Of a page with more of them only the numbers of things are compared. */
const MAX_CLIPS = 4096;

/** What the writing counted of what stays. The proof compares the finished file with it. */
export class Tally {
  /** What pages show inside, by page. */
  readonly pages = new Map<number, Inside>();
  /** What each part of an image must have, by the number of its object in the new file. */
  readonly images = new Map<number, PartSize>();
}

/** What a part of an image must have. */
export interface PartSize {
  readonly width: number;
  readonly height: number;
  /** Undefined where rows are not counted. */
  readonly rows: RowCounts | undefined;
}

/** Rows of a part: in the old data, and as they were deflated. */
export interface RowCounts {
  readonly wanted: number;
  readonly deflated: number;
  /** Of these, the rows in which any sample that stays is not zero. */
  readonly lit: number;
  readonly deflatedLit: number;
  /** The Adler-32 of what was deflated. */
  readonly sum: number;
}

/** Glyphs or images in a row that are painted under one clip. */
interface Run {
  /** The clip's part in the area; undefined where it is not compared. */
  readonly clip: Box | undefined;
  count: number;
}

/** Undefined where the part that is left of an image depends on its turn. */
type ImagePlace = { readonly visible: Box; readonly clip: Box } | undefined;

/** What a form paints, to be added again where it is used again. */
export interface Amount {
  readonly glyphs: readonly Run[];
  readonly images: readonly ImagePlace[];
}

/**
 * What a page paints inside its area: in the old file the things that stay, in the new file all of them. Both must be
 * as many, in the same order, under the same clips.
 */
export class Inside {
  readonly #area: Box;
  readonly #glyphs: Run[] = [];
  readonly #images: ImagePlace[] = [];

  constructor(area: Box) {
    this.#area = area;
  }

  glyphs(count: number, clip: Extent): void {
    const [left, bottom, right, top] = overlap(this.#area, [clip.left, clip.bottom, clip.right, clip.top]);
    const last = this.#glyphs.at(-1);
    const box = last?.clip;
    if (last && (!box || (box[0] === left && box[1] === bottom && box[2] === right && box[3] === top))) {
      last.count += count;
    } else {
      const isKept = this.#glyphs.length < MAX_CLIPS;
      this.#glyphs.push({ clip: isKept ? [left, bottom, right, top] : undefined, count });
    }
  }

  image(matrix: Matrix, clip: Extent): void {
    const within = overlap(this.#area, [clip.left, clip.bottom, clip.right, clip.top]);
    const isCompared = isUpright(matrix) && this.#images.length < MAX_CLIPS;
    this.#images.push(isCompared ? { visible: overlap(within, boxAround(UNIT, matrix)), clip: within } : undefined);
  }

  /** What is counted from here on. */
  start(): () => Amount {
    const [glyphs, images] = [this.#glyphs.length, this.#images.length];
    const before = this.#glyphs.at(-1)?.count ?? 0;
    return () => {
      const joined = this.#glyphs[glyphs - 1];
      const more = joined ? joined.count - before : 0;
      const first = more > 0 ? [{ clip: joined!.clip, count: more }] : [];
      const rest = this.#glyphs.slice(glyphs).map((run) => ({ ...run }));
      return { glyphs: [...first, ...rest], images: this.#images.slice(images) };
    };
  }

  addAgain({ glyphs, images }: Amount): void {
    for (const { clip, count } of glyphs) this.#glyphs.push({ clip, count });
    for (const image of images) this.#images.push(image);
  }

  /** How what the new file shows differs from this. */
  fault(shown: Inside): string | undefined {
    const [had, has] = [sum(this.#glyphs), sum(shown.#glyphs)];
    if (had !== has) return `${has} glyphs instead of ${had}`;
    if (this.#images.length !== shown.#images.length) {
      return `${shown.#images.length} images instead of ${this.#images.length}`;
    }
    if (!this.#images.every((place, index) => isSame(place, shown.#images[index]))) return "an image beside its place";
    return this.#hasSameClips(shown) ? undefined : "glyphs under another clip";
  }

  /** Extents of curved and turned clips become smaller when the clips are cut, but never larger. */
  #hasSameClips(shown: Inside): boolean {
    let [at, left] = [-1, 0];
    for (const { clip, count } of this.#glyphs) {
      for (let rest = count; rest > 0; ) {
        if (left === 0) left = shown.#glyphs[++at]!.count;
        else {
          if (!isWithin(shown.#glyphs[at]!.clip, clip)) return false;
          const step = Math.min(rest, left);
          rest -= step;
          left -= step;
        }
      }
    }
    return true;
  }
}

function sum(runs: readonly Run[]): number {
  return runs.reduce((total, { count }) => total + count, 0);
}

/** Whether an image is where it was, as far as its new clip lets it show. */
function isSame(old: ImagePlace, now: ImagePlace): boolean {
  if (!old || !now) return true;
  const visible = overlap(old.visible, now.clip);
  return isWithin(now.clip, old.clip) && visible.every((side, i) => Math.abs(side - now.visible[i]!) <= SLACK);
}

function overlap(one: Box, other: Box): Box {
  return [
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ];
}

/** Whether a clip lets nothing through that the old one did not, and something if that did. */
function isWithin(clip: Box | undefined, old: Box | undefined): boolean {
  if (!clip || !old) return true;
  const isSliver = old[2] - old[0] <= SLACK || old[3] - old[1] <= SLACK;
  const isEmpty = clip[2] <= clip[0] || clip[3] <= clip[1];
  if (isEmpty) return isSliver;
  return [0, 1].every((i) => clip[i]! >= old[i]! - SLACK && clip[i + 2]! <= old[i + 2]! + SLACK);
}
