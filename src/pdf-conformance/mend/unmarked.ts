import { COST } from "../../meter/work-limits.ts";
import { contentPieces } from "../../pdf-content/contents.ts";
import { type ContentVisitor, Interpreter, type Reading } from "../../pdf-content/interpreter/interpreter.ts";
import { Resources } from "../../pdf-content/resources.ts";
import { operatorCode } from "../../pdf-content/syntax/tokeniser.ts";
import type { Edits } from "../../pdf-file/edits.ts";
import { flateStream } from "../../pdf-file/finish/parts.ts";
import { ByteWriter } from "../../pdf-file/syntax/byte-writer.ts";
import { dictWithout, type PdfDict, type PdfObject, PdfRef, PdfStream } from "../../pdf-file/syntax/objects.ts";

const BEGINS = new Set(["BMC", "BDC"].map(operatorCode));
const EMC = operatorCode("EMC");

/**
 * Copies of forms without the marks that belong to elements. A browser draws what is under a mask twice, and makes the
 * mask of tagged content too: only one of them may be in the elements (ISO 14289-1, 7.1 and 7.20).
 */
export class UnmarkedForms {
  /** Forms by object, and their copies. */
  readonly copies = new Map<number, PdfRef>();
  readonly #tagged = new Map<number, boolean>();
  readonly #edits: Edits;
  readonly #reading: Reading;

  constructor(edits: Edits, reading: Reading) {
    this.#edits = edits;
    this.#reading = { ...reading, operators: new Map() };
  }

  /** Whether the form has marks of elements, or a form or mask in it has. */
  isTagged(object: PdfObject | undefined): object is PdfRef {
    const { document } = this.#edits;
    const form = document.resolve(object);
    if (!(object instanceof PdfRef) || !(form instanceof PdfStream)) return false;
    const known = this.#tagged.get(object.number);
    if (known !== undefined) return known;
    document.work.spend(COST.judgedResource);
    this.#tagged.set(object.number, false);
    const isTagged =
      form.dict.has("StructParents") ||
      this.#resources(form, "XObject").some(([, inner]) => this.isTagged(inner)) ||
      this.#resources(form, "ExtGState").some(([, state]) => this.isTagged(this.#maskOf(state)));
    this.#tagged.set(object.number, isTagged);
    return isTagged;
  }

  #resources(form: PdfStream, kind: "XObject" | "ExtGState"): [string, PdfObject][] {
    const { document } = this.#edits;
    const entries = document.dict(document.dict(form.dict.get("Resources"))?.get(kind)) ?? new Map();
    document.work.spend(entries.size * COST.item);
    return [...entries];
  }

  #maskOf(state: PdfObject | undefined): PdfObject | undefined {
    const { document } = this.#edits;
    return document.dict(document.dict(state)?.get("SMask"))?.get("G");
  }

  /** A graphics state with a mask without marks; undefined where it has no other. */
  plainState(state: PdfObject | undefined): PdfDict | undefined {
    const { document } = this.#edits;
    const mask = this.#maskOf(state);
    const dict = document.dict(state);
    if (!dict || !this.isTagged(mask)) return undefined;
    const smask = new Map(document.dict(dict.get("SMask"))).set("G", this.copyOf(mask));
    return new Map(dict).set("SMask", smask);
  }

  copyOf(ref: PdfRef): PdfRef {
    const known = this.copies.get(ref.number);
    if (known) return known;
    const { document } = this.#edits;
    const form = document.resolve(ref) as PdfStream;
    const copy = this.#edits.newRef();
    this.copies.set(ref.number, copy);
    const content = new Unmarking(new ByteWriter());
    const resources = new Resources(document, form.dict.get("Resources"));
    const on = new Interpreter(this.#reading, content, resources);
    on.read(contentPieces(document, form, () => {}));
    document.work.spend(content.out.length * (COST.writtenByte + COST.deflatedByte));
    const made = flateStream({}, content.out.view());
    document.work.hold(made.raw.length);
    const dict = dictWithout(form.dict, ["StructParents", "Length", "DecodeParms"]).set("Filter", "FlateDecode");
    const own = document.dict(form.dict.get("Resources"));
    if (own) dict.set("Resources", this.#plainResources(form, own));
    this.#edits.put(copy.number, new PdfStream(dict, made.raw));
    return copy;
  }

  #plainResources(form: PdfStream, own: PdfDict): PdfDict {
    const made = new Map(own);
    const forms = this.#resources(form, "XObject");
    const states = this.#resources(form, "ExtGState");
    if (forms.length > 0)
      made.set("XObject", new Map(forms.map(([name, one]) => [name, this.isTagged(one) ? this.copyOf(one) : one])));
    if (states.length > 0)
      made.set("ExtGState", new Map(states.map(([name, one]) => [name, this.plainState(one) ?? one])));
    return made;
  }
}

/** Copies a content stream but for the marks that name a content of an element. */
class Unmarking implements ContentVisitor {
  readonly out: ByteWriter;
  /** Of each open mark, whether it was left out. */
  readonly #open: boolean[] = [];

  constructor(out: ByteWriter) {
    this.out = out;
  }

  operator(on: Interpreter): void {
    const { operator, bytes, start, pos } = on.tokens!;
    if (start === 0) this.out.byte(0x0a);
    let isLeftOut = false;
    if (BEGINS.has(operator)) {
      isLeftOut = on.document.dict(on.properties)?.has("MCID") === true;
      this.#open.push(isLeftOut);
    } else if (operator === EMC) isLeftOut = this.#open.pop() === true;
    if (!isLeftOut) this.out.copy(bytes, start, pos);
  }

  beginForm(): boolean {
    return false;
  }
}
