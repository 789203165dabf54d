import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, it } from "vitest";

/**
 * A loop inside a loop over two things that a file or a request says costs their product: it is charged before it
 * begins, by `crossed` or by what each turn of it spends, or stands below with the reason why it needs no charge.
 */
const project = join(import.meta.dirname, "../../..");
const files = globSync(
  "src/{codecs,pdf-file,pdf-pages,pdf-content,pdf-conformance,crop,split,merge,forms,remove,redact,inspect,text-layer}/**/*.ts",
  {
    cwd: project,
  },
).map((path) => path.replaceAll("\\", "/"));

/** What a file or a request says as often as it likes: values of the document, parameters of rules, tables of fonts. */
const SAID = new RegExp(
  "\\bdocument\\.|\\.(array|dict|entries|items|get|values|keys)\\(|" +
    "\\b(rules|texts|forms|areas|boxes|holes|pages|leaves|kids|annotations|fields|names|fonts|glyphs|codes|widths|differences|" +
    "ranges|segments|components|tiles|layers|resolutions|marks|headers|cells|inks|colourants|spaces|elements|references|" +
    "findings|stretches|pieces|lines|words|definitions|frames|filters|subroutines|characters|options|streams|objects)\\b",
  "i",
);
/** What charges, or hands out what it has charged. */
const CHARGE =
  /\b(crossed|spend|entries|numbers|items|take|hold|look|affords|charged|produce|significantKids|#charge|#spend)\(/;
const EACH = /^(map|flatMap|filter|some|every|forEach|find|findIndex|findLast|reduce)$/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { readonly name?: string } | null;
  readonly key?: { readonly name?: string };
  readonly right?: Node;
  readonly test?: Node | null;
  readonly body?: Node;
  readonly callee?: { readonly object?: Node; readonly property?: { readonly name?: string } };
  readonly arguments?: readonly Node[];
}

interface Loop {
  /** What it goes over, and what is done each time. */
  readonly over: Node | undefined;
  readonly body: Node;
  readonly start: number;
}

function loopOf(node: Node): Omit<Loop, "start"> | undefined {
  if (node.type === "ForOfStatement" || node.type === "ForInStatement") return { over: node.right, body: node.body! };
  if (/^(For|While|DoWhile)Statement$/.test(node.type)) return { over: node.test ?? undefined, body: node.body! };
  const { callee, arguments: [callback] = [] } = node;
  if (node.type !== "CallExpression" || !EACH.test(callee?.property?.name ?? "")) return undefined;
  if (!callback || !/^(Arrow)?FunctionExpression$/.test(callback.type)) return undefined;
  return { over: callee?.object, body: callback };
}

const NAMING = new Set(["MethodDefinition", "PropertyDefinition", "Property", "VariableDeclarator"]);
const FUNCTIONS = /^(FunctionDeclaration|MethodDefinition)$/;

/** Functions with loops inside loops over what is said, where nothing between them charges. */
function products(path: string): string[] {
  const source = readFileSync(join(project, path), "utf8");
  const found = new Set<string>();
  const said = (node: Node | undefined) => node !== undefined && SAID.test(source.slice(node.start, node.end));
  const visit = (value: unknown, name: string, outer: Loop | undefined, from: number): void => {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item, name, outer, from);
      return;
    }
    const node = value as Node;
    const own = node.id?.name ?? (NAMING.has(node.type) ? node.key?.name : undefined) ?? name;
    const begins = FUNCTIONS.test(node.type) ? node.start : from;
    const loop = loopOf(node);
    if (!loop) {
      for (const child of Object.values(value)) visit(child, own, outer, begins);
      return;
    }
    if (outer && said(outer.over) && said(loop.over) && !CHARGE.test(source.slice(begins, node.end))) {
      found.add(`${path.slice(4)} ${own}`);
    }
    const inner = said(loop.over) ? { ...loop, start: node.start } : outer;
    for (const child of Object.values(value)) visit(child, own, child === loop.body ? inner : outer, begins);
    for (const argument of node.arguments ?? []) visit(argument, own, argument === loop.body ? inner : outer, begins);
  };
  visit(parseSync(path, source).program.body, "", undefined, 0);
  return [...found];
}

/** Why the product of these is small, or was charged before. */
const FEW: Readonly<Record<string, string>> = {
  "codecs/jpeg/plan.ts planJpeg": "a JPEG has at most 500 scans, of at most four components",
  "codecs/jpx/decode/band-rows.ts block": "each code-block once, which was charged when it was laid out",
  "codecs/jpx/decode/coded-bands.ts bands": "each subband once, whose resolution was charged when it was laid out",
  "codecs/jpx/packets.ts parts": "each resolution of a tile once, which was charged when it was laid out",
  "codecs/jpx/packets.ts steps":
    "of those without precincts there are none, and each packet is charged when it is read",
  "crop/crop.ts kids": "each kid of the page tree once, which was charged when the tree was read",
  "merge/joined-entries.ts joinedLabels": "the ranges of a run are at most its pages",
  "pdf-content/text/words.ts tracked": "each word once, but for the few that a run needs at least",
  "pdf-pages/page-set.ts runsOf": "each page of a range once",
  "redact/search.ts said": "the few lines at the ends of a page, whose words were charged",
  "remove/prove/judge.ts isOut": "the shelf that gives the areas charges for each",
  "remove/fonts/program-pruner.ts wantedBy": "the glyphs of codes that are shown, each of which was charged",
  "split/document/part-outline.ts of": "each item of the outline that is kept once",
};

it("a loop inside a loop over what a file or a request says charges the product", () => {
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap(products);
  expect(found.filter((place) => FEW[place] === undefined)).toEqual([]);
  expect(Object.keys(FEW).filter((place) => !found.includes(place))).toEqual([]);
});
