import path from "node:path";
import { Imports, sharedWords } from "../../scripts/lib/near-tests.ts";

/** The projects of `vitest.config.ts` beside this, those first that take least. */
export const SUITES = ["pure", "node", "workerd", "browser"] as const;
export type Suite = (typeof SUITES)[number];
/** These start in two seconds; workerd takes some twenty. */
export const QUICK: readonly Suite[] = ["pure", "node"];

/** Tests of pure code also pass in Node, where they start in a fraction of the time that workerd takes. */
const PURE = [
  "test/{codecs,fields,html,images,intake,pdf-*,crop,split,merge,remove,inspect}/**/*.test.ts",
  "test/{admin/access,deliver/{links,zip},api/fingerprint,keys/format,usage/key-meter}.test.ts",
  "test/api/operations/{image-batch,page-ranges,part-names}.test.ts",
];
/** These need what only workerd has: its modules, its streams, its HTMLRewriter or its zlib. */
const IMPURE = [
  "test/fields/{field-schema,recorded/fields}.test.ts",
  "test/html/{convert,browser/pool/browser-ledger,quick/quick-action,quick/templates,recorded/quick}.test.ts",
  "test/codecs/inflate.test.ts",
  "test/intake/{memory-budget,submission,form/*,json/*}.test.ts",
];
/** These wait for browsers. */
const BROWSERS = ["test/node/html/**/*.test.ts"];
/** These test what is around the service, or start a service of their own. */
const AROUND = ["test/node/{lab,layout,scripts,wasm,web}/**", "test/e2e/**"];

/** The one suite that a test file belongs to, if any. */
export function suiteOf(file: string): Suite | undefined {
  const isOneOf = (patterns: string[]) => patterns.some((pattern) => path.matchesGlob(file, pattern));
  if (isOneOf(AROUND)) return undefined;
  if (isOneOf(BROWSERS)) return "browser";
  if (file.startsWith("test/node/")) return "node";
  return isOneOf(PURE) && !isOneOf(IMPURE) ? "pure" : "workerd";
}

/** Renders take long, so faults of other rooms are not tried with them. */
const RENDERS = /^test\/node\/html\//;
const RENDERED = /^src\/(html|intake\/outbound)\b/;

/** Tests of recorded results reach a whole room through its front door, and so do those of limits. */
const RECORDED = /\/(recorded|limits)\b/;

/** Knows which sources each test file reaches by its imports, and how directly. */
export class SuiteFinder {
  readonly #distances = new Map<string, Map<string, number>>();

  constructor(root: string, testFiles: string[]) {
    const imports = new Imports(root);
    for (const file of testFiles) this.#distances.set(file, imports.reach(file));
  }

  /** The test files that could notice a fault of the source, the nearest first. */
  testsFor(source: string): string[] {
    const reaching: { file: string; rank: number }[] = [];
    for (const [file, distances] of this.#distances) {
      if (RENDERS.test(file) && !RENDERED.test(source)) continue;
      const distance = distances.get(source);
      const nearer = 4 * sharedWords(file, source) + (RECORDED.test(file) ? 4 : 0);
      if (distance !== undefined && suiteOf(file)) reaching.push({ file, rank: distance - nearer });
    }
    return reaching.sort((a, b) => a.rank - b.rank).map(({ file }) => file);
  }
}
