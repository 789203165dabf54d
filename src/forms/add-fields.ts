import type { Turns } from "../meter/turns.ts";
import { COST } from "../meter/work-limits.ts";
import { Structure } from "../pdf-conformance/structure/structure.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { Edits } from "../pdf-file/edits.ts";
import { latin1, type Rope } from "../pdf-file/rope.ts";
import { ByteWriter } from "../pdf-file/syntax/byte-writer.ts";
import { type PdfDict, type PdfObject, type PdfRef, PdfString, pdfDict } from "../pdf-file/syntax/objects.ts";
import { encodeTextString } from "../pdf-file/syntax/text-strings.ts";
import { Assembly, ObjectCopier } from "../pdf-file/write/assembly.ts";
import { extendTree } from "../pdf-pages/parent-tree.ts";
import { addTo, grouped } from "../platform/grouped.ts";
import { type FormControl, isBox } from "./controls.ts";
import { defaultAppearance, FONTS, fieldDict, fontOf, statesOf } from "./field-dict.ts";
import { type Look, LookReader } from "./looks.ts";
import { type Mark, MarkReader } from "./marks.ts";
import { type FieldNode, namedFields } from "./names.ts";

/** Of deflate: contents are short, and many. */
const LEVEL = 6;
/** /F (12.5.3): the annotation is printed. */
const PRINT = 4;
/** The widest border whose distance from text viewers are asked to keep, in points. */
const WIDEST_INSET = 3;

/** Prints of one page, which differ in what controls show. Pages and places are those of the first one. */
export interface FormPrints {
  /** What the new file shows on its pages. Controls are marked: see MarkReader. */
  readonly document: PdfDocument;
  /** Nothing but the values of controls, and boxes to tick as they are. */
  readonly values: PdfDocument;
  /** Nothing but boxes, marked, as they are when they are changed; undefined where there are none. */
  readonly others: PdfDocument | undefined;
  readonly controls: readonly FormControl[];
}

export interface FormMade {
  readonly rope: Rope;
  /** The controls that are fields now. */
  readonly placed: ReadonlySet<FormControl>;
}

/** A control in one place, with its looks: its value, or those of a box that is ticked and of one that is not. */
interface Widget {
  readonly control: FormControl;
  readonly mark: Mark;
  readonly look: DrawnLook;
  readonly other: DrawnLook | undefined;
}

interface DrawnLook extends Look {
  readonly document: PdfDocument;
  readonly page: number;
}

/** Makes fields of the controls on a document's pages (ISO 32000-2 §12.7), in a new file. */
export function* addFieldsInTurns({ document, values, others, controls }: FormPrints): Turns<FormMade> {
  const structure = yield* Structure.of(document);
  const reader = new MarkReader(document, structure, controls.length);
  yield* reader.read();
  const changed = others && new MarkReader(others, undefined, controls.length);
  if (changed) yield* changed.read();
  const ofChanged = changed ? byControl(changed.marks) : new Map<number, Mark[]>();
  const widgets = new Map<FormControl, Widget[]>();
  for (const [number, marks] of byControl(reader.marks)) {
    const control = controls[number]!;
    document.work.spend(marks.length * COST.annotation);
    const made = marks.map((mark, at): Widget => {
      const otherMark = ofChanged.get(number)?.[at];
      return { control, mark, look: newLook(values, mark), other: others && otherMark && newLook(others, otherMark) };
    });
    widgets.set(control, made);
  }
  const all = [...widgets.values()].flat();
  yield* readLooks(all.flatMap(({ look, other }) => (other ? [look, other] : [look])));
  const edits = new Edits(document);
  for (const [number, dict] of reader.faint) edits.put(number, invisible(dict));
  const form = new FormWriter(edits, structure);
  return { rope: yield* form.write(inOrder([...widgets.keys()], controls), widgets), placed: new Set(widgets.keys()) };
}

function byControl(marks: readonly Mark[]): Map<number, Mark[]> {
  return grouped(marks, ({ control }) => control);
}

function newLook(document: PdfDocument, { page, box }: Mark): DrawnLook {
  return { document, page, box, content: new ByteWriter(256) };
}

function* readLooks(looks: readonly DrawnLook[]): Turns<void> {
  for (const [document, ofDocument] of grouped(looks, (look) => look.document)) {
    const reader = new LookReader(document);
    for (const [page, own] of grouped(ofDocument, (look) => look.page)) yield* reader.read(page, own);
  }
}

/** What is drawn in this state stays where it is, and is not seen. */
function invisible(dict: PdfDict): PdfDict {
  const changed = new Map(dict);
  for (const name of ["CA", "ca"]) if (changed.has(name)) changed.set(name, 0);
  return changed;
}

/** As the page orders them (HTML, 6.6.3): those with a number first. */
function inOrder(placed: FormControl[], controls: readonly FormControl[]): FormControl[] {
  const position = new Map(controls.map((control, index) => [control, index]));
  const rank = ({ tab }: FormControl): number => (tab > 0 ? tab : Number.POSITIVE_INFINITY);
  return placed.sort((one, other) =>
    rank(one) === rank(other) ? position.get(one)! - position.get(other)! : rank(one) - rank(other),
  );
}

/** Writes the document with its fields into a new file. */
class FormWriter {
  readonly #edits: Edits;
  readonly #document: PdfDocument;
  readonly #structure: Structure | undefined;
  readonly #file: Assembly;
  readonly #copier: ObjectCopier;
  readonly #copiers = new Map<PdfDocument, ObjectCopier>();
  /** The resources of pages whose contents are looks. */
  readonly #resources = new Map<PdfDocument, Map<number, PdfRef>>();
  /** Widgets by their pages, and the elements that they are in, in the order of the widgets' keys. */
  readonly #annotations = new Map<number, PdfRef[]>();
  readonly #elements: PdfRef[] = [];
  /** Elements made for widgets that the browser has in none. */
  readonly #loose: PdfRef[] = [];
  readonly #fonts = new Map<string, PdfRef>();
  /** Fields by the forms of the page that they are in. */
  readonly #ofForm = new Map<number, PdfRef[]>();
  #widgets: ReadonlyMap<FormControl, readonly Widget[]> = new Map();

  constructor(edits: Edits, structure: Structure | undefined) {
    this.#edits = edits;
    this.#document = edits.document;
    this.#structure = structure;
    this.#file = new Assembly(edits.document.work, LEVEL);
    this.#copier = new ObjectCopier(edits.document, this.#file);
  }

  *write(controls: readonly FormControl[], widgets: ReadonlyMap<FormControl, readonly Widget[]>): Turns<Rope> {
    this.#widgets = widgets;
    const { catalog, trailer } = this.#document;
    const root = this.#file.newRef();
    this.#copier.alias(trailer.get("Root"), root);
    const fields: PdfRef[] = [];
    for (const node of namedFields(controls).kids.values()) {
      fields.push(this.#node(node, undefined));
      if (this.#document.work.isTurnOver) yield;
    }
    this.#useFont("Helv");
    this.#annotate();
    this.#tag();
    this.#document.edit(this.#edits.objects);
    const form = this.#file.add(
      pdfDict({
        Fields: fields,
        DR: pdfDict({ Font: new Map<string, PdfObject>(this.#fonts) }),
        DA: ascii("/Helv 0 Tf 0 g"),
      }),
    );
    const own = fields.length > 0 ? new Map(catalog).set("AcroForm", this.#copier.keep(form)) : catalog;
    this.#file.put(root, this.#copier.copyDict(own));
    const ends = pdfDict({ Root: root });
    const info = this.#document.dict(trailer.get("Info"));
    if (info) ends.set("Info", this.#file.add(this.#copier.copyDict(info)));
    return yield* this.#file.complete(ends);
  }

  #node(node: FieldNode, parent: PdfRef | undefined): PdfRef {
    const ref = this.#file.newRef();
    const name = pdfDict({ T: encodeTextString(node.name) });
    if (parent) name.set("Parent", parent);
    const [first] = node.controls;
    if (!first) {
      const kids = [...node.kids.values()].map((kid) => this.#node(kid, ref));
      this.#file.put(ref, name.set("Kids", kids));
      return ref;
    }
    const widgets = node.controls.flatMap((control) => this.#widgets.get(control) ?? []);
    const states = statesOf(widgets.map(({ control }) => control));
    const field = new Map([
      ...name,
      ...fieldDict(
        first,
        widgets.map(({ control }) => control),
        states,
      ),
    ]);
    const [only] = widgets;
    addTo(this.#ofForm, first.form, ref);
    if (only && widgets.length === 1 && first.kind !== "radio") {
      this.#file.put(ref, new Map([...field, ...this.#widget(only, ref, states.names[0]!)]));
      return ref;
    }
    const kids = widgets.map((widget, at) => {
      const kid = this.#file.newRef();
      const dict = this.#widget(widget, kid, states.names[at]!).set("Parent", ref);
      if (first.kind === "radio" && widget.control.label) dict.set("TU", encodeTextString(widget.control.label));
      this.#file.put(kid, dict);
      return kid;
    });
    this.#file.put(ref, field.set("Kids", kids));
    return ref;
  }

  #widget({ control, mark, look, other }: Widget, ref: PdfRef, state: string): PdfDict {
    this.#copier.keep(ref);
    this.#document.work.spend(COST.annotation);
    const { page, box, scale } = mark;
    const dict = pdfDict({ Type: "Annot", Subtype: "Widget", Rect: rounded(box), F: PRINT });
    const own = this.#document.pages.page(page)?.ref;
    if (own) dict.set("P", this.#copier.copy(own));
    addTo(this.#annotations, page, ref);
    const drawn = this.#drawn(look);
    if (isBox(control)) {
      const changed = other ? this.#drawn(other) : this.#drawn({ ...look, content: new ByteWriter(1) });
      const [on, off] = control.isOn ? [drawn, changed] : [changed, drawn];
      dict.set("AP", pdfDict({ N: pdfDict({ [state]: on, Off: off }) })).set("AS", control.isOn ? state : "Off");
    } else {
      dict.set("AP", pdfDict({ N: control.kind === "reset" ? pdfDict({ Off: drawn }) : drawn }));
      if (control.kind === "reset") dict.set("AS", "Off");
    }
    if (control.kind === "reset") this.#resets(control, dict);
    if (["text", "area", "password", "choice"].includes(control.kind)) {
      this.#useFont(fontOf(control));
      dict.set("DA", ascii(defaultAppearance(control, scale)));
      if (control.align !== 0) dict.set("Q", control.align);
      // Viewers keep twice the border's width between a field's side and its text.
      const width = Math.min(WIDEST_INSET, (control.inset * scale) / 2);
      dict.set("BS", pdfDict({ W: Math.round(width * 100) / 100, S: "S" }));
    }
    this.#element(mark, ref, dict);
    return dict;
  }

  /** It gives the fields of its form their first values again. They are known when all are written. */
  #resets({ form }: FormControl, dict: PdfDict): void {
    const action = this.#file.newRef();
    dict.set("A", action);
    this.#file.later(() => {
      this.#file.put(action, pdfDict({ S: "ResetForm", Fields: this.#ofForm.get(form) ?? [] }));
    });
  }

  #useFont(name: string): void {
    if (this.#fonts.has(name)) return;
    const entries = { Type: "Font", Subtype: "Type1", BaseFont: FONTS.get(name)!, Encoding: "WinAnsiEncoding" };
    this.#fonts.set(name, this.#file.add(pdfDict(entries)));
  }

  #drawn({ document, page, box, content }: DrawnLook): PdfRef {
    const resources = content.length > 0 ? this.#resourcesOf(document, page) : new Map<string, PdfObject>();
    const dict = pdfDict({ Type: "XObject", Subtype: "Form", BBox: rounded(box), Resources: resources });
    return this.#file.addData(dict, content.view());
  }

  #resourcesOf(document: PdfDocument, page: number): PdfRef {
    const known = this.#resources.get(document) ?? new Map<number, PdfRef>();
    this.#resources.set(document, known);
    const held = known.get(page);
    if (held) return held;
    const copier = this.#copiers.get(document) ?? new ObjectCopier(document, this.#file);
    this.#copiers.set(document, copier);
    const resources = document.dict(document.pages.page(page)?.attribute("Resources")) ?? new Map();
    const made = this.#file.add(copier.copyDict(resources));
    known.set(page, made);
    return made;
  }

  /** The widget's element has it as an object (§14.7.5.3), and the other way round. */
  #element({ element, page }: Mark, widget: PdfRef, dict: PdfDict): void {
    const structure = this.#structure;
    const around = structure?.roots.at(-1)?.ref;
    const own = this.#document.pages.page(page)?.ref;
    if (!structure || !around || !own) return;
    const reference = pdfDict({ Type: "OBJR", Obj: widget, Pg: own });
    dict.set("StructParent", structure.root.nextKey + this.#elements.length);
    if (!element?.ref) {
      const made = this.#edits.add(pdfDict({ Type: "StructElem", S: "Form", P: around, Pg: own, K: reference }));
      this.#loose.push(made);
      this.#elements.push(made);
      return;
    }
    const changed = new Map(this.#edits.dict(element.ref) ?? element.dict);
    const kids = this.#edits.get(changed.get("K"));
    changed.set("K", [...(Array.isArray(kids) ? kids : kids === null ? [] : [changed.get("K")!]), reference]);
    this.#edits.put(element.ref.number, changed);
    this.#elements.push(element.ref);
  }

  /** Gives the pages their widgets. */
  #annotate(): void {
    for (const [index, widgets] of this.#annotations) {
      const page = this.#document.pages.page(index);
      if (!page?.ref) continue;
      const old = this.#document.array(page.dict.get("Annots")) ?? [];
      const dict: PdfDict = new Map(page.dict).set("Annots", [...old, ...widgets]);
      // Readers go from field to field as the structure has them (ISO 14289-1, 7.18.3).
      if (this.#structure) dict.set("Tabs", "S");
      this.#edits.put(page.ref.number, dict);
    }
  }

  #tag(): void {
    const structure = this.#structure;
    const around = structure?.roots.at(-1);
    if (!structure || !around?.ref || this.#elements.length === 0) return;
    if (this.#loose.length > 0) {
      const old = this.#edits.dict(around.ref) ?? around.dict;
      const kids = this.#edits.get(old.get("K"));
      const before = Array.isArray(kids) ? kids : kids === null ? [] : [old.get("K")!];
      this.#edits.put(around.ref.number, new Map(old).set("K", [...before, ...this.#loose]));
    }
    extendTree(this.#edits, structure.root, this.#elements);
  }
}

function rounded(box: readonly number[]): number[] {
  return box.map((one) => Math.round(one * 1000) / 1000);
}

function ascii(text: string): PdfString {
  return new PdfString(latin1(text));
}
