import type { Edits } from "../pdf-file/edits.ts";
import { type PdfDict, type PdfObject, PdfRef, pdfDict } from "../pdf-file/syntax/objects.ts";
import { encodeTextString } from "../pdf-file/syntax/text-strings.ts";
import { extendTree, type StructureRoot, structureRoot } from "../pdf-pages/parent-tree.ts";

/**
 * The layer's place in a tagged document: what it says is content, and no decoration, so each of its paragraphs is one
 * (ISO 32000-2 §14.8.4), at the end of the document. The forms of pages hold what is marked (§14.7.5.2).
 */
export class LayerTags {
  readonly #edits: Edits;
  readonly #root: StructureRoot;
  readonly #around: PdfRef;
  readonly #paragraphs: PdfRef[] = [];
  /** Of each form the paragraphs, by their numbers in it. */
  readonly #forms: PdfRef[][] = [];
  #open: { readonly Stm: PdfRef; readonly Pg: PdfRef } | undefined;

  private constructor(edits: Edits, root: StructureRoot, around: PdfRef) {
    this.#edits = edits;
    this.#root = root;
    this.#around = around;
  }

  /** Undefined where the document is not tagged. */
  static of(edits: Edits): LayerTags | undefined {
    const { document } = edits;
    const root = structureRoot(document);
    if (!root || !(root.ref instanceof PdfRef)) return undefined;
    const kids = root.dict.get("K");
    const first = document.items(kids, 1)?.[0] ?? kids;
    const isWhole = first instanceof PdfRef && document.resolve(document.dict(first)?.get("S")) === "Document";
    return new LayerTags(edits, root, isWhole ? first : root.ref);
  }

  /** Begins a form; gives its key in the tree of parents. */
  open(form: PdfRef, page: PdfRef): number {
    this.#open = { Stm: form, Pg: page };
    return this.#root.nextKey + this.#forms.push([]) - 1;
  }

  /** A paragraph of the form; gives the mark of its content. */
  paragraph(language: string | undefined): string {
    const own = this.#forms.at(-1)!;
    const element: PdfDict = pdfDict({
      Type: "StructElem",
      S: "P",
      P: this.#around,
      K: pdfDict({ Type: "MCR", MCID: own.length, ...this.#open }),
    });
    if (language !== undefined) element.set("Lang", encodeTextString(language));
    const ref = this.#edits.add(element);
    this.#paragraphs.push(ref);
    return `/P <</MCID ${own.push(ref) - 1}>>`;
  }

  complete(): void {
    const edits = this.#edits;
    const around = edits.dict(this.#around) ?? new Map<string, PdfObject>();
    const held = around.get("K");
    const before = edits.document.array(held) ?? (held === undefined ? [] : [held]);
    edits.put(this.#around.number, new Map(around).set("K", [...before, ...this.#paragraphs]));
    extendTree(edits, { ...this.#root, dict: edits.dict(this.#root.ref) ?? this.#root.dict }, this.#forms);
  }
}
