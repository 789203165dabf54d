import { compare } from "#platform/bytes.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { MAX_ELEMENTS, MAX_NESTING } from "../../pdf-file/pdf-limits.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfString, pdfDict } from "../../pdf-file/syntax/objects.ts";
import type { NewFile } from "../new-file.ts";
import type { Rewriting } from "../rewrite/work.ts";
import type { AnnotationCleaner } from "./annotations.ts";
import { KeptAttributes, languageOf, rolesOf } from "./attributes.ts";
import type { NewDestinations } from "./destinations.ts";
import { type PlainElement, plainElement, putElement } from "./plain-element.ts";

const MAX_STRUCTURE_ELEMENTS = 2_000_000;
/**
 * Items of the lists that are read and written: elements may share a list of kids, and the parent tree has a place for
 * each number of a page up to that of its highest mark.
 */
const MAX_ITEMS = 8_000_000;
/** Entries with text that replaces an element's content. */
const TEXTS = ["ActualText", "Alt", "E", "T", "Phoneme"];

/** What is left of a kid of an element. */
interface Remnant {
  readonly object: PdfObject;
  /** Whether anything of it, or under it, was lost. */
  readonly isLost: boolean;
  /** Writes an element that never had content, as soon as it is known that its parent stays. */
  readonly writeEmpty?: () => void;
}

/** An element, or the root, whose kids are written. */
interface Above {
  readonly ref: PdfRef;
  /** Its page, or the nearest above it that has one; and whether that is its own. */
  readonly page: number | undefined;
  readonly own: number | undefined;
  readonly depth: number;
}

/** The structure tree (14.7) of what is left, without texts that replaced removed content. */
export class NewStructure {
  readonly #contents: Rewriting;
  readonly #document: PdfDocument;
  readonly #annotations: AnnotationCleaner;
  readonly #destinations: NewDestinations;
  readonly #isCropped: (index: number) => boolean;
  readonly #parents: ParentTree;
  #items = 0;
  readonly #ids: [PdfString, PdfRef][] = [];
  readonly #visited = new Set<number | PdfDict>();
  readonly #attributes: KeptAttributes;
  /** Kinds, classes and namespaces of the elements that are left. */
  readonly #kinds = new Set<string>();
  readonly #classes = new Set<string>();
  readonly #spaces = new Map<number, PdfObject>();

  constructor(
    contents: Rewriting,
    annotations: AnnotationCleaner,
    destinations: NewDestinations,
    isCropped: (index: number) => boolean,
  ) {
    this.#contents = contents;
    this.#document = contents.reading.document;
    this.#attributes = new KeptAttributes(contents.copier);
    this.#annotations = annotations;
    this.#destinations = destinations;
    this.#isCropped = isCropped;
    this.#parents = new ParentTree(this.#document.pages.count);
  }

  /** /StructTreeRoot of the new file; undefined when nothing of it is left. */
  write(): PdfRef | undefined {
    const document = this.#document;
    const { copier } = this.#contents;
    const old = document.dict(document.catalog.get("StructTreeRoot"));
    if (!old) return undefined;
    const root = copier.file.newRef();
    const { kids, writeAll, isAnyLeft } = this.#kids(old, { ref: root, page: undefined, own: undefined, depth: 0 });
    if (!isAnyLeft) return undefined;
    writeAll();
    const made = pdfDict({
      Type: "StructTreeRoot",
      K: kids,
      ParentTree: this.#parents.write(copier.file),
      ParentTreeNextKey: this.#parents.nextKey,
    });
    const roles = rolesOf(document, document.dict(old.get("RoleMap")), this.#kinds);
    if (roles.size > 0) made.set("RoleMap", roles);
    if (this.#spaces.size > 0) made.set("Namespaces", [...this.#spaces.values()]);
    const classes: PdfDict = new Map();
    for (const [name, attributes] of document.entries(old.get("ClassMap"))) {
      // An element with the class may have lost what such attributes tell.
      if (this.#classes.has(name)) classes.set(name, this.#attributes.of(attributes, true));
    }
    if (classes.size > 0) made.set("ClassMap", classes);
    if (this.#ids.length > 0) {
      this.#ids.sort(([a], [b]) => compare(a.bytes, b.bytes));
      made.set("IDTree", copier.file.add(pdfDict({ Names: this.#ids.flat() })));
    }
    this.#attributes.finish(this.#ids.map(([id]) => id));
    copier.file.put(root, made);
    return root;
  }

  #noteKinds(made: PdfDict, dict: PdfDict): void {
    const { copier } = this.#contents;
    const kind = made.get("S");
    if (typeof kind === "string") this.#kinds.add(kind);
    const classes = made.get("C");
    for (const name of Array.isArray(classes) ? classes : [classes]) {
      if (typeof name === "string") this.#classes.add(name);
    }
    const space = dict.get("NS");
    const copy = copier.copy(space, "namespace");
    if (copy === null) return;
    made.set("NS", copy);
    if (space instanceof PdfRef) this.#spaces.set(space.number, copy);
  }

  #element(object: PdfObject, dict: PdfDict, above: Above): Remnant | undefined {
    const document = this.#document;
    const { copier, findings } = this.#contents;
    const depth = above.depth + 1;
    if (!this.#visits(object instanceof PdfRef ? object.number : dict, depth)) return undefined;
    const ref = copier.file.newRef();
    const own = this.#destinations.indexOf(dict.get("Pg"));
    const { kids, isLost, isAnyLeft, writeAll } = this.#kids(dict, { ref, page: own ?? above.page, own, depth });
    const isEmpty = dict.get("K") === undefined;
    if (!isAnyLeft && !isEmpty) return undefined;
    const write = (): void => {
      const made = copier.dict(dict, "element").set("P", above.ref);
      const language = languageOf(document, dict.get("Lang"));
      if (language) made.set("Lang", language);
      if (own !== undefined) made.set("Pg", this.#destinations.pageAt(own));
      if (kids.length > 0) made.set("K", kids.length === 1 ? kids[0]! : kids);
      this.#noteKinds(made, dict);
      const attributes = this.#attributes.of(dict.get("A"), isLost || isEmpty);
      if (attributes !== null) made.set("A", attributes);
      for (const name of TEXTS) {
        const text = copier.copy(dict.get(name), "text");
        if (!(text instanceof PdfString)) continue;
        if (isLost || isEmpty || copier.words?.isHalf(text) || copier.words?.isSecondHalf(text))
          findings.removed.markedTexts++;
        else made.set(name, text);
      }
      const id = copier.copy(dict.get("ID"), "text");
      if (id instanceof PdfString && !isLost && !isEmpty) {
        made.set("ID", id);
        this.#ids.push([id, ref]);
      }
      writeAll();
      copier.file.put(ref, made);
    };
    if (isEmpty) return { object: ref, isLost: false, writeEmpty: write };
    write();
    return { object: ref, isLost };
  }

  /** False for an element that was met before, and for one too many. */
  #visits(key: number | PdfDict, depth: number): boolean {
    if (this.#visited.has(key) || depth > MAX_NESTING || this.#visited.size > MAX_STRUCTURE_ELEMENTS) return false;
    this.#visited.add(key);
    return true;
  }

  #plainElement(number: number): PlainElement | undefined {
    const plain = plainElement(this.#document, number);
    if (!plain || plain.from >= plain.to) return plain;
    const { words } = this.#contents.copier;
    return words?.mayBeNamed(plain.bytes, plain.from, plain.to) ? undefined : plain;
  }

  /** An element that is written without being parsed. */
  #plain(number: number, element: PlainElement, above: Above): Remnant | undefined {
    if (!this.#visits(number, above.depth + 1)) return undefined;
    const { file } = this.#contents.copier;
    const ref = file.newRef();
    const own = this.#destinations.indexOf(element.page);
    const kept = this.#marked(element.mcid, own ?? above.page, ref, undefined);
    if (!kept) return undefined;
    this.#items++;
    this.#kinds.add(element.kind);
    putElement(file.begin(ref), element, above.ref, own === undefined ? undefined : this.#destinations.pageAt(own));
    file.end();
    return { object: ref, isLost: kept.isLost };
  }

  #kids(dict: PdfDict, above: Above): { kids: PdfObject[]; isLost: boolean; isAnyLeft: boolean; writeAll: () => void } {
    const document = this.#document;
    const value = document.resolve(dict.get("K"));
    const kids: PdfObject[] = [];
    const empty: (() => void)[] = [];
    let [isLost, isAnyLeft] = [false, false];
    for (const item of Array.isArray(value) ? value : [dict.get("K") ?? null]) {
      if (++this.#items > MAX_ITEMS) {
        isLost = true;
        break;
      }
      const number = item instanceof PdfRef ? item.number : -1;
      const plain = number < 0 ? undefined : this.#plainElement(number);
      const kid = plain ? undefined : document.resolve(item);
      if (kid === null) continue;
      const left = plain ? this.#plain(number, plain, above) : this.#kid(item, kid, above);
      if (left === undefined || left.isLost) isLost = true;
      if (left === undefined) continue;
      kids.push(left.object);
      if (left.writeEmpty) empty.push(left.writeEmpty);
      else isAnyLeft = true;
    }
    return {
      kids,
      isLost,
      isAnyLeft,
      writeAll: () => {
        for (const write of empty) write();
      },
    };
  }

  #kid(item: PdfObject, kid: PdfObject | undefined, above: Above): Remnant | undefined {
    const document = this.#document;
    const { ref, page, own } = above;
    if (typeof kid === "number") return this.#marked(kid, page, ref, undefined);
    if (!(kid instanceof Map)) return undefined;
    const type = document.resolve(kid.get("Type"));
    const at = this.#destinations.indexOf(kid.get("Pg")) ?? page;
    if (type === "MCR" || (kid.has("MCID") && !kid.has("S"))) {
      const mcid = document.number(kid.get("MCID"));
      // Marked content of forms is identified by the form's number, which the new file does not have.
      if (mcid === undefined || document.resolve(kid.get("Stm")) !== null) return undefined;
      return this.#marked(mcid, at, ref, at === own ? undefined : at);
    }
    if (type === "OBJR" || (kid.has("Obj") && !kid.has("S"))) return this.#object(kid.get("Obj"), at, ref);
    return this.#element(item, kid, above);
  }

  #marked(mcid: number, page: number | undefined, ref: PdfRef, other: number | undefined): Remnant | undefined {
    if (page === undefined || mcid >= MAX_ELEMENTS) return undefined;
    const fate = this.#contents.use.fateOf(`page ${page}`, mcid);
    if (!fate?.isKept) return undefined;
    this.#items += this.#parents.placesFor(page, mcid);
    if (this.#items > MAX_ITEMS) return undefined;
    this.#parents.addMark(page, mcid, ref);
    const object: PdfObject =
      other === undefined ? mcid : pdfDict({ Type: "MCR", Pg: this.#destinations.pageAt(other), MCID: mcid });
    return { object, isLost: fate.isLost && this.#isCropped(page) };
  }

  /** An annotation among the kids (14.7.5.3). */
  #object(object: PdfObject | undefined, page: number | undefined, ref: PdfRef): Remnant | undefined {
    const annotation = object instanceof PdfRef ? this.#annotations.kept.get(object.number) : undefined;
    if (!annotation) return undefined;
    annotation.dict.set("StructParent", this.#parents.addObject(ref));
    const made = pdfDict({ Type: "OBJR", Obj: annotation.ref });
    if (page !== undefined) made.set("Pg", this.#destinations.pageAt(page));
    return { object: made, isLost: annotation.isCut };
  }
}

/** The parent tree (14.7.5.4): from marked content and annotations to their elements. */
export class ParentTree {
  readonly #pageCount: number;
  /** For each page, the elements of its marked content, by the content's number. */
  readonly #marks = new Map<number, PdfRef[]>();
  readonly #objects: PdfRef[] = [];

  constructor(pageCount: number) {
    this.#pageCount = pageCount;
  }

  get nextKey(): number {
    return this.#pageCount + this.#objects.length;
  }

  /** How many places a page's list would have more with this number. */
  placesFor(page: number, mcid: number): number {
    return Math.max(mcid + 1 - (this.#marks.get(page)?.length ?? 0), 0);
  }

  addMark(page: number, mcid: number, element: PdfRef): void {
    const owners = this.#marks.get(page) ?? [];
    this.#marks.set(page, owners);
    owners[mcid] = element;
  }

  /** Returns the key of the annotation. */
  addObject(element: PdfRef): number {
    return this.#pageCount + this.#objects.push(element) - 1;
  }

  write(file: NewFile): PdfRef {
    const entries: PdfObject[] = [];
    for (const [page, owners] of [...this.#marks].sort(([a], [b]) => a - b)) {
      entries.push(page, file.add(Array.from(owners, (item) => item ?? null)));
    }
    for (const [index, element] of this.#objects.entries()) entries.push(this.#pageCount + index, element);
    return file.add(pdfDict({ Nums: entries }));
  }
}
