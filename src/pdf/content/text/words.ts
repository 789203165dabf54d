import type { Box } from "../../crop/geometry.ts";
import type { ShownCharacter } from "./text-visitor.ts";

export interface Word {
  text: string;
  /** In the page's user space. */
  box: Box;
}

/** A gap wider than this part of the size begins a new word. */
const GAP = 0.15;
/** How far a character may stand from the line of the one before, in parts of the size. */
const OFF_LINE = 0.3;
/** A shadow is the same character drawn again almost where it was. */
const SHADOW = 0.1;

/** Joins characters to words, in the order of the content. */
export class WordBuilder {
  #word: { text: string; box: [number, number, number, number] } | undefined;
  #last: ShownCharacter | undefined;
  readonly #take: (word: Word) => void;

  constructor(take: (word: Word) => void) {
    this.#take = take;
  }

  add(character: ShownCharacter): void {
    const last = this.#last;
    if (last && isShadow(last, character)) return;
    if (!last || !this.#word || begins(last, character)) this.end();
    this.#last = character;
    for (const part of character.text.split(/(\s+)/)) {
      if (part === "") continue;
      if (/^\s/.test(part)) this.end();
      else this.#append(part, character.box);
    }
  }

  end(): void {
    if (this.#word) this.#take(this.#word);
    this.#word = undefined;
  }

  #append(text: string, [left, bottom, right, top]: Box): void {
    const word = this.#word;
    if (!word) {
      this.#word = { text, box: [left, bottom, right, top] };
      return;
    }
    word.text += text;
    const { box } = word;
    box[0] = Math.min(box[0], left);
    box[1] = Math.min(box[1], bottom);
    box[2] = Math.max(box[2], right);
    box[3] = Math.max(box[3], top);
  }
}

function isShadow(last: ShownCharacter, next: ShownCharacter): boolean {
  const distance = Math.hypot(next.start[0] - last.start[0], next.start[1] - last.start[1]);
  return last.text === next.text && distance < SHADOW * last.size;
}

/** Whether the character begins somewhere else than where the previous one ended. */
function begins(last: ShownCharacter, next: ShownCharacter): boolean {
  const [dx, dy] = [last.end[0] - last.start[0], last.end[1] - last.start[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [gx, gy] = [next.start[0] - last.end[0], next.start[1] - last.end[1]];
  const along = (gx * dx + gy * dy) / length;
  const across = Math.abs(gx * dy - gy * dx) / length;
  const size = Math.max(last.size, next.size) || 1;
  return across > OFF_LINE * size || along > GAP * size || along < -size / 2;
}
