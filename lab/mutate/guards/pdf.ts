import type { GuardsOf } from "../guards.ts";

export const pdfGuards: GuardsOf[] = [
  {
    file: "src/split/split.ts",
    tests: ["test/split/pages.test.ts"],
    guards: {
      "split-output": ["if (total > limits.outputBytes) refuseAbove(", "if (total > 1e15) refuseAbove("],
    },
  },
  {
    file: "src/split/modes.ts",
    tests: ["test/split/modes.test.ts"],
    guards: {
      "split-parts": ["if (count > most) throw", "if (count > 1e15) throw"],
    },
  },
  {
    file: "src/meter/work.ts",
    tests: ["test/meter/work.test.ts"],
    guards: {
      "work-steps": ["if (!(left >= this.#turnFloor)) throw", "if (false as boolean) throw"],
      "work-memory": ["if (!(this.#held <= this.#limits.heldBytes)) {", "if (false as boolean) {"],
      "work-output": ["if (!(this.#output <= most)) throw", "if (false as boolean) throw"],
    },
  },
  {
    file: "src/pdf-file/filters/decode.ts",
    tests: [
      "test/pdf-file/filters/decode.test.ts",
      "test/pdf-file/structure/hostile.test.ts",
      "test/pdf-file/structure/limits.test.ts",
    ],
    guards: {
      "pdf-filters": ["if (names.length > PDF_LIMITS.filters) throw", "if (names.length > 1e9) throw"],
    },
  },
  {
    file: "src/pdf-file/syntax/parser.ts",
    tests: ["test/pdf-file/syntax/parser.test.ts", "test/pdf-file/structure/limits.test.ts"],
    guards: {
      "pdf-nesting": ["if (depth > MAX_NESTING) throw", "if (depth > 1e9) throw"],
      "pdf-elements": ["if (++this.elements > MAX_ELEMENTS)", "if (++this.elements > 1e9)"],
    },
  },
  {
    file: "src/pdf-file/syntax/serialise.ts",
    tests: ["test/pdf-file/syntax/parser.test.ts"],
    guards: {
      "pdf-nesting-write": ["if (depth > MAX_NESTING) throw", "if (depth > 1e9) throw"],
    },
  },
  {
    file: "src/pdf-file/structure/page-tree.ts",
    tests: [
      "test/pdf-file/structure/page-tree.test.ts",
      "test/pdf-file/structure/limits.test.ts",
      "test/pdf-file/structure/hostile.test.ts",
    ],
    guards: {
      "pdf-tree-depth": ["if (path.length >= MAX_PAGE_TREE_DEPTH) {", "if (false as boolean) {"],
      "pdf-tree-steps": ["if (++steps > most * 2) throw", "if (++steps > 1e12) throw"],
      "pdf-tree-pages": ["if (leaves.length >= most) throw", "if (leaves.length >= 1e12) throw"],
      "pdf-tree-pages-trusted": ["if (leaves.length > most) throw", "if (leaves.length > 1e12) throw"],
      "pdf-tree-visited": ["if (visited.has(object.number)) continue;", ""],
    },
  },
  {
    file: "src/pdf-file/structure/object-reader.ts",
    tests: ["test/pdf-file/structure/limits.test.ts"],
    guards: {
      "pdf-hops": ["if (hops === MAX_REFERENCE_HOPS) return null;", ""],
    },
  },
  {
    file: "src/pdf-file/structure/xref-chain.ts",
    tests: ["test/pdf-file/structure/limits.test.ts"],
    guards: {
      "pdf-sections": ["if (seen.size > MAX_XREF_SECTIONS) throw", "if (seen.size > 1e9) throw"],
    },
  },
  {
    file: "src/pdf-file/structure/xref-chain.ts",
    tests: [
      "test/pdf-file/structure/limits.test.ts",
      "test/pdf-file/structure/hostile.test.ts",
      "test/pdf-file/structure/cross-reference.test.ts",
    ],
    guards: {
      "pdf-sections-seen": ["if (seen.has(next)) break;", "if (seen.size > 1e6) break;"],
    },
  },
  {
    file: "src/pdf-file/structure/xref.ts",
    tests: ["test/pdf-file/structure/limits.test.ts"],
    guards: {
      "pdf-numbers": ["if (count > MAX_OBJECT_NUMBER + 1) return false;", ""],
    },
  },
  {
    file: "src/pdf-file/structure/rebuild.ts",
    tests: ["test/pdf-file/structure/hostile.test.ts", "test/pdf-file/structure/limits.test.ts"],
    guards: {
      "rebuild-miss": ["work.spend(MISS);", ""],
      "rebuild-attempt": ["work.spend(Math.max(ATTEMPT, parser.elements * COST.element));", ""],
      "rebuild-failure": ["work.spend(FAILURE);", ""],
      "rebuild-trailers": ["if (trailers.length >= MAX_TRAILERS) trailers.splice(1, 1);", ""],
    },
  },
];
