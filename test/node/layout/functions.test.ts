import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, it } from "vitest";

const project = join(import.meta.dirname, "../../..");
const MAX_LINES = 60;

/** Longer than that: one table, or one loop over bytes that calls would slow down. */
const TABLES = ["admin/admin-api.ts adminApi", "described/openapi-admin.ts adminPaths"];
const KERNELS = [
  "codecs/jbig2/arithmetic.ts row",
  "codecs/jbig2/generic.ts genericRegion",
  "codecs/jpeg/huffman.ts huffmanDecoder",
  "pdf-content/fonts/programs/charstring-type2.ts draw",
  "pdf-content/ink/stroke-outline.ts linesOf",
  "pdf-file/structure/rebuild.ts rebuild",
  "split/scan/scan-object.ts scanObject",
];

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { readonly name?: string } | null;
  readonly key?: { readonly name?: string };
}

const NAMING = new Set(["MethodDefinition", "PropertyDefinition", "Property", "VariableDeclarator"]);
const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

/** Each function with the name that it, or what holds it, has. */
function longFunctions(file: string): string[] {
  const source = readFileSync(join(project, "src", file), "utf8");
  const found: string[] = [];
  const visit = (value: unknown, name: string): void => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item, name);
      return;
    }
    const node = value as Node;
    const own = node.id?.name ?? (NAMING.has(node.type) ? node.key?.name : undefined) ?? name;
    if (FUNCTIONS.has(node.type)) {
      const lines = source.slice(node.start, node.end).split("\n").length;
      if (lines > MAX_LINES) found.push(`${file} ${own}`);
    }
    for (const child of Object.values(value)) visit(child, own);
  };
  visit(parseSync(file, source).program.body, "");
  return found;
}

it(`functions have at most ${MAX_LINES} lines, tables and loops over bytes excepted`, () => {
  const files = globSync("**/*.ts", { cwd: join(project, "src") });
  expect(files.flatMap(longFunctions).sort()).toEqual([...TABLES, ...KERNELS].sort());
});
