import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "../../test/fixtures/random.ts";
import { Coverage } from "./coverage.ts";
import { mutateBytes, splice } from "./mutate.ts";
import type { Target } from "./target.ts";

/** Asking V8 costs as much as many small inputs. It is asked once for so many, more the longer it knows nothing new. */
const LEAST_AT_ONCE = 32;
const MOST_AT_ONCE = 1024;
const SHORT: Readonly<Record<string, string>> = { jpeg: "jpg", tiff: "tif" };
const MAX_SEED = 100_000;
const MAX_SEEDS = 300;
/** The share of inputs that are made by shape, as without a guide. */
const BY_SHAPE = 0.4;

/**
 * Keeps inputs by which code ran that none had reached, and changes these further. They stay in a folder, with which
 * another run goes on. Without changes (`isGuided`) it only counts.
 */
export class Guide {
  readonly coverage = new Coverage();
  readonly #target: Target;
  readonly #kept: Uint8Array[] = [];
  readonly #isGuided: boolean;
  readonly #found: string;
  readonly #seeds: number;
  #tried: Uint8Array[] = [];
  #atOnce = LEAST_AT_ONCE;
  #begun = 0;

  constructor(target: Target, name: string, folder: string | undefined, isGuided: boolean) {
    this.#target = target;
    this.#isGuided = isGuided;
    this.#found = join(import.meta.dirname, "..", "..", "fuzz", "found", name);
    if (isGuided) {
      mkdirSync(this.#found, { recursive: true });
      this.#kept.push(...seedsIn(this.#found, target.extension));
      if (folder) this.#kept.push(...(target.seeds?.().slice(0, MAX_SEEDS) ?? seedsIn(folder, target.extension)));
    }
    this.#seeds = this.#kept.length;
  }

  async make(random: Random, index: number): Promise<Uint8Array> {
    const seed = this.#isGuided && index < this.#seeds ? this.#kept[index] : undefined;
    if (seed) return seed;
    if (!this.#isGuided || this.#kept.length === 0 || random.next() < BY_SHAPE) return this.#target.make(random, index);
    // What was found last leads on most often.
    const last = this.#kept.slice(-20);
    const kept = random.pick(random.next() < 0.5 ? last : this.#kept);
    if (random.next() < 0.8) return mutateBytes(kept, random);
    const other = random.pick(this.#kept);
    const from = random.below(other.length + 1);
    return splice(
      kept,
      random.below(kept.length + 1),
      random.below(64),
      other.subarray(from, from + random.below(256)),
    );
  }

  /** To be told of each input after it was tried. */
  async tried(input: Uint8Array): Promise<void> {
    if (this.#tried.push(input) < this.#atOnce) return;
    const tried = this.#tried;
    this.#tried = [];
    // What it begins with is kept as it is.
    const isBeginning = this.#begun < this.#seeds;
    this.#begun += tried.length;
    const isNew = this.coverage.isNew(isBeginning || !this.#isGuided);
    this.#atOnce = Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, isNew ? this.#atOnce / 2 : this.#atOnce * 2));
    if (isNew && this.#isGuided && !isBeginning) await this.#keepNew(tried, true);
  }

  /** Finds by halves which of some inputs reach what none did. */
  async #keepNew(inputs: readonly Uint8Array[], isKnown = false): Promise<void> {
    if (!isKnown) {
      for (const input of inputs) await this.#target.check(input);
      if (!this.coverage.isNew(inputs.length === 1)) return;
    }
    if (inputs.length > 1) {
      await this.#keepNew(inputs.slice(0, inputs.length >> 1));
      return this.#keepNew(inputs.slice(inputs.length >> 1));
    }
    const first = inputs[0]!;
    this.#kept.push(first);
    const name = `${createHash("sha256").update(first).digest("hex").slice(0, 16)}.${this.#target.extension}`;
    writeFileSync(join(this.#found, name), first);
  }
}

function seedsIn(folder: string, extension: string): Uint8Array[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.toLowerCase().endsWith(`.${SHORT[extension] ?? extension}`))
    .map((entry) => new Uint8Array(readFileSync(join(entry.parentPath, entry.name))))
    .filter(({ length }) => length <= MAX_SEED)
    .slice(0, MAX_SEEDS);
}
