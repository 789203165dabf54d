import type { Random } from "../../../test/fixtures/random.ts";
import type { Target } from "../target.ts";
import { type Recipe, shapes, slowness } from "./clock.ts";
import { fileReaders } from "./file-readers.ts";
import { hostileReaders } from "./hostile-readers.ts";
import { pdfReaders } from "./pdf-readers.ts";
import type { Reader } from "./reader.ts";
import { requestReaders } from "./request-readers.ts";
import { sharingReaders } from "./sharing-readers.ts";

const searched = [...requestReaders, ...fileReaders, ...pdfReaders, ...sharingReaders];
/** The hostile files do not vary, and tests read each with its costs: they are here for those who take costs away. */
export const readers = [...searched, ...hostileReaders];
let chosen: readonly Reader[] = searched;

/** Searches for slow inputs. Each input is a recipe, which is tried in growing sizes. */
export const timeTarget: Target = {
  extension: "json",
  choose(words) {
    chosen = readers.filter(({ name }) => name.includes(words));
    if (chosen.length === 0) throw new Error(`No reader of time is called "${words}".`);
  },
  make(random: Random) {
    const reader = random.pick(chosen);
    const words = Array.from({ length: 1 + random.below(3) }, () => random.pick(reader.words));
    const recipe: Recipe = {
      reader: reader.name,
      shape: random.pick(shapes),
      words,
      frame: random.pick(reader.frames),
    };
    return new TextEncoder().encode(JSON.stringify(recipe));
  },
  async check(input) {
    const recipe = recipeOf(input);
    const reader = readers.find(({ name }) => name === recipe?.reader);
    if (recipe === undefined || reader === undefined) return "no recipe";
    const slow = await slowness(reader, recipe);
    if (slow !== undefined) throw new Error(`slow: ${slow} (${JSON.stringify(recipe)})`);
    return "in time";
  },
};

/** Cutting down an input leaves many texts that are not recipes. */
function recipeOf(input: Uint8Array): Recipe | undefined {
  try {
    const { shape, words, frame, reader } = JSON.parse(new TextDecoder().decode(input)) as Recipe;
    const isWhole = shapes.includes(shape) && words.every((word) => typeof word === "string") && frame.length === 2;
    return isWhole ? { shape, words, frame, reader } : undefined;
  } catch {
    return undefined;
  }
}
