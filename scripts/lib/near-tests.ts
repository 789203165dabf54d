import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import path, { dirname, join, normalize } from "node:path";

/** Test files that are run for one file, beside those that import it. */
const NEAREST = 10;

/**
 * The test files that are near some files or folders: what a path itself holds of tests, and for each source those that
 * import it or reach it by few imports, and have its words in their own path. Where no test imports a source, as of the
 * pages, the words decide alone.
 */
export function testsNear(root: string, paths: readonly string[]): string[] {
  const all = globSync("test/**/*.test.ts", { cwd: root });
  const imports = new Imports(root);
  const reached = all.map((test) => ({ test, distances: imports.reach(test) }));
  const near = new Set<string>();
  for (const file of paths.flatMap((asked) => filesIn(root, asked))) {
    if (/\.test\.ts$/.test(file)) near.add(file);
    const ranked = reached
      .map(({ test, distances }) => ({ test, distance: distances.get(file), words: sharedWords(test, file) }))
      .map(({ test, distance, words }) => ({ test, distance, rank: (distance ?? 100) - 4 * words }))
      .sort((one, other) => one.rank - other.rank);
    const reaching = ranked.filter(({ distance }) => distance !== undefined);
    for (const { test } of (reaching.length > 0 ? reaching : ranked).slice(0, NEAREST)) near.add(test);
    for (const { test, distance } of reaching) if (distance === 1) near.add(test);
  }
  return [...near];
}

/** Throws where there is no such path. */
function filesIn(root: string, asked: string): string[] {
  const relative = path.relative(root, path.resolve(asked));
  if (!existsSync(join(root, relative))) throw new Error(`There is no ${asked}.`);
  if (!statSync(join(root, relative)).isDirectory()) return [relative];
  return globSync(`${relative}/**/*.{ts,tsx,mts}`, { cwd: root });
}

/** Which files a file reaches by its imports, and how directly. */
export class Imports {
  readonly #root: string;
  readonly #known = new Map<string, string[]>();

  constructor(root: string) {
    this.#root = root;
  }

  /** How many imports lie between a file and each that it reaches. */
  reach(start: string): Map<string, number> {
    const distances = new Map([[start, 0]]);
    for (const [file, distance] of distances) {
      for (const next of this.#of(file)) if (!distances.has(next)) distances.set(next, distance + 1);
    }
    return distances;
  }

  #of(file: string): string[] {
    const known = this.#known.get(file);
    if (known) return known;
    const found: string[] = [];
    if (/\.tsx?$/.test(file) && existsSync(join(this.#root, file))) {
      const text = readFileSync(join(this.#root, file), "utf8");
      for (const [, target] of text.matchAll(/(?:from|import\(|import)\s*"(\.[^"]+)"/g)) {
        found.push(normalize(join(dirname(file), target as string)));
      }
      // Requests to the whole Worker reach everything that it wires.
      if (/from "cloudflare:(workers|test)"/.test(text) && !file.startsWith("src/")) found.push("src/index.ts");
    }
    this.#known.set(file, found);
    return found;
  }
}

/**
 * How many words the paths of a test and of a source share: test/split/pages.test.ts and src/split/split.ts
 * share two.
 */
export function sharedWords(test: string, source: string): number {
  const words = new Set(test.split(/\W+/));
  return source.split(/\W+/).filter((word) => !/^tsx?$/.test(word) && words.has(word)).length;
}
