import { COST } from "../../meter/work-limits.ts";
import { MAX_PAGE_TREE_DEPTH, PDF_LIMITS } from "../pdf-limits.ts";
import { MisfitProblem, PdfProblem } from "../pdf-problem.ts";
import { skipSpace, startsWith } from "../syntax/chars.ts";
import { dictWithout, type PdfDict, type PdfObject, PdfRef, PdfStream } from "../syntax/objects.ts";
import { keySet, newScan, scanDict } from "../syntax/scan.ts";
import type { ObjectReader } from "./object-reader.ts";
import { IN_STREAM } from "./xref.ts";

/** The attributes that a page takes from its ancestors when it has none of its own (7.7.3.4). */
export const INHERITABLE = ["Resources", "MediaBox", "CropBox", "Rotate"] as const;
export type Inherited = ReadonlyMap<string, PdfObject>;

/** An intermediate node: what its children inherit, and its own place. */
export interface PageNode {
  readonly ref: PdfRef | undefined;
  readonly dict: PdfDict;
  readonly kids: PdfObject[];
  readonly inherited: Inherited;
}

/** A page's place in the tree. */
export interface Leaf {
  /** Undefined for a page that is in /Kids itself, which the standard forbids and some writers do. */
  readonly ref: PdfRef | undefined;
  readonly parent: PageNode;
  /** Its index in the parent's kids. */
  readonly kid: number;
}

export interface Page extends Leaf {
  readonly index: number;
  readonly dict: PdfDict;
  /** The attribute's value, its own or inherited, not resolved. */
  attribute(name: (typeof INHERITABLE)[number]): PdfObject;
}

/**
 * The pages in order. A node with as many kids as its /Count holds nothing but pages: they are then not read until
 * they are asked for, so that a page of a long document is reached through the intermediate nodes alone.
 */
export class PageTree {
  readonly #document: ObjectReader;
  readonly #leaves: Leaf[];
  /** Nodes whose /Count is not how many pages they have, as far as that was found out. */
  readonly miscounted: ReadonlyMap<PageNode, Recount>;
  /** How many pages nodes count that nothing leads to. */
  readonly missing: number;

  /** `trusting`: whether nodes' counts are believed. */
  constructor(document: ObjectReader, trusting: boolean) {
    this.#document = document;
    ({
      leaves: this.#leaves,
      miscounted: this.miscounted,
      missing: this.missing,
    } = new LeafCollector(document, trusting));
  }

  get count(): number {
    return this.#leaves.length;
  }

  leaf(index: number): Leaf {
    const leaf = this.#leaves[index];
    if (leaf) return leaf;
    throw new MisfitProblem({ kind: "no such page", page: index + 1, pageCount: this.count });
  }

  /** The nodes that hold pages. */
  parents(): Set<PageNode> {
    return new Set(this.#leaves.map(({ parent }) => parent));
  }

  /** Undefined when the leaf turns out not to be a page. */
  page(index: number): Page | undefined {
    const leaf = this.leaf(index);
    const dict = pageDict(this.#document, leaf);
    if (dict === undefined || isNode(this.#document, dict)) return undefined;
    const { inherited } = leaf.parent;
    return { ...leaf, index, dict, attribute: (name) => this.#own(dict, name) ?? inherited.get(name) ?? null };
  }

  #own(dict: PdfDict, name: string): PdfObject | undefined {
    const value = dict.get(name);
    return value === undefined || this.#document.resolve(value) === null ? undefined : value;
  }
}

/** What only a stream's dictionary has (7.3.8.2). */
const STREAM_KEYS = ["Length", "Filter", "DecodeParms"];

/** The page's dictionary. Some writers make a page a stream: then it is the stream's dictionary. */
export function pageDict(document: ObjectReader, leaf: Leaf): PdfDict | undefined {
  const object = document.resolve(leaf.ref ?? leaf.parent.kids[leaf.kid]);
  if (!(object instanceof PdfStream)) return object instanceof Map ? object : undefined;
  return dictWithout(object.dict, STREAM_KEYS);
}

/** A dictionary with kids is a node, whatever it calls itself, unless it says that it is a page. */
export function isNode(document: ObjectReader, dict: PdfDict): boolean {
  if (!Array.isArray(document.resolve(dict.get("Kids")))) return false;
  return document.resolve(dict.get("Type")) !== "Page";
}

/** What a node has in truth. */
export interface Recount {
  readonly pages: number;
  /** Which of its kids are pages, or nodes of the tree. */
  readonly kids: ReadonlySet<number>;
}

interface Step {
  readonly node: PageNode;
  next: number;
  /** How many pages were found before the node's, and how many were missed. */
  readonly before: number;
  readonly missedBefore: number;
  readonly kids: Set<number>;
  /** Kids that lead to nothing. */
  lost: number;
}

/** Walks the tree, without recursion. */
class LeafCollector {
  readonly leaves: Leaf[] = [];
  readonly miscounted = new Map<PageNode, Recount>();
  missing = 0;
  readonly #document: ObjectReader;
  readonly #trusting: boolean;
  readonly #visited = new Set<number>();
  readonly #path: Step[] = [];

  constructor(document: ObjectReader, trusting: boolean) {
    this.#document = document;
    this.#trusting = trusting;
    const root = document.catalog.get("Pages") ?? null;
    const dict = document.dict(root);
    if (!dict) return;
    if (root instanceof PdfRef) this.#visited.add(root.number);
    if (isNode(document, dict)) this.#walk(root, dict);
    // A catalog whose /Pages is a page itself: a document of that one page.
    else if (document.resolve(dict.get("Type")) === "Page") this.#add(root, lonely(root), 0);
  }

  #walk(root: PdfObject, dict: PdfDict): void {
    this.#enter(root, dict, new Map());
    let nodes = 0;
    for (let step = this.#path.at(-1); step; step = this.#path.at(-1)) {
      if (step.next >= step.node.kids.length) {
        this.#leave(step);
        this.#path.pop();
        continue;
      }
      if (++nodes > PDF_LIMITS.pages * 2)
        throw new PdfProblem("budget", `The page tree has more than ${PDF_LIMITS.pages * 2} nodes.`);
      this.#take(step, step.next++);
    }
  }

  #enter(object: PdfObject, dict: PdfDict, inherited: Inherited): void {
    const node = openNode(this.#document, object, dict, inherited);
    const { leaves, missing } = this;
    if (this.#trusting && holdsOnlyPages(this.#document, node, this.#path.length)) {
      node.kids.forEach((kid, index) => {
        leaves.push({ ref: kid as PdfRef, parent: node, kid: index });
      });
    } else this.#path.push({ node, next: 0, before: leaves.length, missedBefore: missing, kids: new Set(), lost: 0 });
    if (leaves.length > PDF_LIMITS.pages)
      throw new PdfProblem("budget", `The document has more than ${PDF_LIMITS.pages} pages.`);
  }

  #leave({ node, before, kids, lost, missedBefore }: Step): void {
    const pages = this.leaves.length - before;
    const count = this.#document.resolve(node.dict.get("Count"));
    if (count !== pages) this.miscounted.set(node, { pages, kids });
    // Without lost kids the count alone is wrong, unless the file is damaged: then the list of kids may be cut off.
    if (lost > 0 || this.#document.rebuilt) {
      const counted = typeof count === "number" && count <= PDF_LIMITS.pages ? count : pages + lost;
      this.missing += Math.max(0, Math.trunc(counted) - pages - (this.missing - missedBefore));
    }
  }

  #take(step: Step, kid: number): void {
    const object = step.node.kids[kid]!;
    // A page that is a stream is one by its dictionary.
    const dict = this.#document.dict(object);
    if (dict === undefined) step.lost++;
    else if (isNode(this.#document, dict)) {
      // A node met again is a cycle, or pages that would be counted twice: cut, as qpdf does.
      if (object instanceof PdfRef) {
        if (this.#visited.has(object.number)) return;
        this.#visited.add(object.number);
      }
      if (this.#path.length >= MAX_PAGE_TREE_DEPTH) {
        throw new PdfProblem("budget", `The page tree has more than ${MAX_PAGE_TREE_DEPTH} levels.`);
      }
      step.kids.add(kid);
      this.#enter(object, dict, step.node.inherited);
    } else if (isPage(this.#document, dict)) {
      if (this.leaves.length >= PDF_LIMITS.pages) {
        throw new PdfProblem("budget", `The document has more than ${PDF_LIMITS.pages} pages.`);
      }
      step.kids.add(kid);
      this.#add(object, step.node, kid);
    }
  }

  #add(object: PdfObject, parent: PageNode, kid: number): void {
    this.leaves.push({ ref: object instanceof PdfRef ? object : undefined, parent, kid });
  }
}

function lonely(page: PdfObject): PageNode {
  return { ref: undefined, dict: new Map(), kids: [page], inherited: new Map() };
}

/** An empty node is not a page. */
function isPage(document: ObjectReader, dict: PdfDict): boolean {
  return document.resolve(dict.get("Type")) !== "Pages" || dict.has("Contents") || dict.has("MediaBox");
}

function openNode(document: ObjectReader, object: PdfObject, dict: PdfDict, from: Inherited): PageNode {
  let inherited = from;
  for (const name of INHERITABLE) {
    const value = dict.get(name);
    if (value === undefined || document.resolve(value) === null) continue;
    if (inherited === from) inherited = new Map(from);
    (inherited as Map<string, PdfObject>).set(name, value);
  }
  return {
    ref: object instanceof PdfRef ? object : undefined,
    dict,
    kids: document.array(dict.get("Kids")) ?? [],
    inherited,
  };
}

/** `path` is the number of nodes above: a short list at the top is what hand-made and damaged files have. */
function holdsOnlyPages(document: ObjectReader, { dict, kids }: PageNode, path: number): boolean {
  if (kids.length === 0 || document.resolve(dict.get("Count")) !== kids.length) return false;
  if (!kids.every((kid) => kid instanceof PdfRef && document.xref.exists(kid.number))) return false;
  // All are looked at where they are few; else the first and the last, which betray most lies.
  const sample = kids.length <= FEW && path === 0 ? kids : [kids[0], kids.at(-1)];
  // To look into streams costs too much for all nodes of a large tree. A node with one kid may have a node as well as
  // a page, and so may those that hold whole documents, right under the root.
  const looksIntoStreams = path === 0 || kids.length === 1;
  return sample.every(
    (kid) =>
      (!looksIntoStreams && document.xref.kindOf((kid as PdfRef).number) === IN_STREAM) ||
      looksLikePage(document, kid as PdfRef),
  );
}

const FEW = 64;

const TYPE = keySet("Type");
const scan = newScan(TYPE);

/** Whether the object is plainly a page; what is not plain is left to a full look. To fetch costs too much. */
function looksLikePage(document: ObjectReader, { number }: PdfRef): boolean {
  if (document.source.partial) return true;
  const body = document.bodyOf(number);
  if (!body) return false;
  const start = skipSpace(body.bytes, body.start, body.end);
  const isPlain = scanDict(body.bytes, start, body.end, TYPE, scan);
  document.work.spend((scan.end - start) * COST.scannedByte);
  if (!isPlain) return false;
  const [, type, typeEnd] = scan.slots;
  return typeEnd! - type! === 5 && startsWith(body.bytes, type!, "/Page");
}
