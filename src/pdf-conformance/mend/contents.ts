import { Holding, type Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { Font } from "../../pdf-content/fonts/font.ts";
import type { ContentVisitor, Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import type { ResourceKind } from "../../pdf-content/resources.ts";
import type { Pieces } from "../../pdf-content/syntax/piece-reader.ts";
import { operatorCode } from "../../pdf-content/syntax/tokeniser.ts";
import type { Edits } from "../../pdf-file/edits.ts";
import { flateStream } from "../../pdf-file/finish/parts.ts";
import { ByteWriter } from "../../pdf-file/syntax/byte-writer.ts";
import { dictWithout, type PdfDict, type PdfObject, PdfRef, PdfStream } from "../../pdf-file/syntax/objects.ts";
import type { MarkedContent } from "../structure/marked-content.ts";
import type { Element } from "../structure/structure.ts";
import type { UnmarkedForms } from "./unmarked.ts";

const MARKS = codes("BMC BDC EMC");
/** What begins a path, what ends it, and the one of these that paints nothing. */
const BEGINS = codes("m re");
const ENDS = codes("f F f* B B* b b* s S n");
const NO_PAINT = operatorCode("n");
const DO = operatorCode("Do");
const GS = operatorCode("gs");
const PAINTS = codes("Tj TJ ' \" sh BI");
/** What paints where the object that it names does: an image, a pattern or a mask. */
const MAY_PAINT: ReadonlyMap<number, ResourceKind> = new Map([
  [operatorCode("Do"), "XObject"],
  [operatorCode("scn"), "Pattern"],
  [operatorCode("SCN"), "Pattern"],
  [operatorCode("gs"), "ExtGState"],
]);
/** The longest text of a link that is gathered: a description is read aloud. */
const MAX_TEXT = 500;
/** What a mark adds to a content stream. */
const MARK_BYTES = 20;

function codes(names: string): ReadonlySet<number> {
  return new Set(names.split(" ").map(operatorCode));
}

/** A content stream that is written again. */
class Written {
  readonly out = new ByteWriter();
  /** A path that is not yet painted. No marked content may begin inside it (ISO 32000-2, 8.2). */
  readonly path = new ByteWriter(256);
  readonly holding: Holding;
  /** Copies of forms that it draws, by their names in its resources. */
  readonly copies = new Map<string, PdfRef>();
  isChanged = false;

  constructor(work: Work) {
    this.holding = new Holding(work);
  }

  /** Writes the path that is waiting, as an artifact or as it is. */
  endPath(isArtifact: boolean): void {
    if (isArtifact) this.artifact(this.path.view());
    else this.out.copy(this.path.view());
    this.path.clear();
  }

  artifact(bytes: Uint8Array): void {
    this.isChanged = true;
    this.holding.take(MARK_BYTES);
    this.holding.work.spend(COST.cleanedOperator);
    this.out.text("\n/Artifact BMC\n");
    this.out.copy(bytes);
    this.out.text("\nEMC\n");
  }
}

/**
 * Writes contents again in which everything that is painted and in no element is an artifact (ISO 14289-1, 7.1), and
 * gathers the texts of links. Nothing else of the contents changes.
 */
export class MarkingContents implements ContentVisitor {
  /** What is shown in elements of links. */
  readonly texts = new Map<Element, string>();
  readonly #edits: Edits;
  readonly #marked: MarkedContent;
  readonly #links: ReadonlySet<Element>;
  readonly #unmarked: UnmarkedForms;
  readonly #seen = new Set<number>();
  readonly #masks = new Set<number>();
  readonly #open: Written[] = [];
  #made: { readonly stream: PdfStream; readonly copies: ReadonlyMap<string, PdfRef> } | undefined;
  #font: Font | undefined;
  #link: Element | undefined;
  #element: Element | undefined;

  constructor(edits: Edits, marked: MarkedContent, links: ReadonlySet<Element>, unmarked: UnmarkedForms) {
    this.#edits = edits;
    this.#links = links;
    this.#unmarked = unmarked;
    this.#marked = marked;
  }

  /** The content that was read last, if it is another now, and its resources if these are. */
  taken(old: PdfObject | undefined): { stream: PdfStream; resources: PdfDict | undefined } | undefined {
    const made = this.#made;
    this.#made = undefined;
    if (!made) return undefined;
    const { document } = this.#edits;
    const resources = document.dict(old) ?? new Map<string, PdfObject>();
    const forms = new Map([...document.entries(resources.get("XObject")), ...made.copies]);
    return {
      stream: made.stream,
      resources: made.copies.size > 0 ? new Map(resources).set("XObject", forms) : undefined,
    };
  }

  isDrawn(number: number): boolean {
    return this.#seen.has(number);
  }

  pieces(pieces: Pieces): Pieces {
    this.#open.push(new Written(this.#edits.document.work));
    return pieces;
  }

  ended(): void {
    const { work } = this.#edits.document;
    const written = this.#open.pop();
    if (!written) return;
    const { out, holding, isChanged, copies } = written;
    written.endPath(false);
    if (isChanged) {
      work.spend(out.length * (COST.writtenByte + COST.deflatedByte));
      this.#made = { stream: flateStream({}, out.view()), copies };
      work.hold(this.#made.stream.raw.length);
    }
    holding.letGo();
  }

  operator(on: Interpreter): void {
    const { operator, bytes, start, pos } = on.tokens!;
    const written = this.#open.at(-1)!;
    const { out, path, holding } = written;
    if (start === 0) {
      // Another piece of the content. White space divides its streams.
      holding.take(bytes.length);
      (path.length > 0 ? path : out).byte(0x0a);
    }
    if (operator === GS) this.#unmarkMask(on);
    if (operator === DO && this.#drawsAgain(on, written)) return;
    if (MARKS.has(operator)) {
      written.endPath(false);
      this.#marked.operator(on);
      out.copy(bytes, start, pos);
    } else if (path.length > 0) {
      path.copy(bytes, start, pos);
      if (ENDS.has(operator)) written.endPath(operator !== NO_PAINT);
    } else if (this.#marked.isMarked) out.copy(bytes, start, pos);
    else if (BEGINS.has(operator)) path.copy(bytes, start, pos);
    else if (this.#paints(on, operator)) written.artifact(bytes.subarray(start, pos));
    else out.copy(bytes, start, pos);
  }

  /** What a mask is made of is in no element. */
  #unmarkMask(on: Interpreter): void {
    const state = on.resource("ExtGState");
    if (!(state instanceof PdfRef) || this.#masks.has(state.number)) return;
    this.#masks.add(state.number);
    const plain = this.#unmarked.plainState(state);
    if (plain) this.#edits.put(state.number, plain);
  }

  /** A form that was drawn before is drawn without its marks: its elements hold it once. */
  #drawsAgain(on: Interpreter, { copies, out, path, holding }: Written): boolean {
    const form = on.resource("XObject");
    if (!(form instanceof PdfRef) || path.length > 0 || !this.#seen.has(form.number)) return false;
    if (!this.#unmarked.isTagged(form)) return false;
    const name = `QuireAgain${form.number}`;
    copies.set(name, this.#unmarked.copyOf(form));
    holding.take(MARK_BYTES + name.length);
    this.#open.at(-1)!.isChanged = true;
    out.text(this.#marked.isMarked ? `\n/${name} Do\n` : `\n/Artifact BMC\n/${name} Do\nEMC\n`);
    return true;
  }

  /** What forms paint is marked in them. */
  #paints(on: Interpreter, operator: number): boolean {
    const kind = MAY_PAINT.get(operator);
    const name = on.nameOperand();
    if (!kind || name === undefined) return PAINTS.has(operator);
    const { document } = this.#edits;
    const object = document.resolve(on.resources.find(kind, name));
    if (object instanceof PdfStream) return document.resolve(object.dict.get("Subtype")) !== "Form";
    return document.dict(document.dict(object)?.get("SMask")) !== undefined;
  }

  beginForm(form: PdfStream): boolean {
    const number = form.home?.number;
    if (number === undefined || this.#seen.has(number)) return false;
    this.#seen.add(number);
    this.#marked.enter(form);
    return true;
  }

  endForm(form: PdfStream): void {
    this.#marked.leave();
    const made = this.taken(form.dict.get("Resources"));
    if (!made) return;
    const kept = dictWithout(form.dict, ["Length", "DecodeParms"]).set("Filter", "FlateDecode");
    if (made.resources) kept.set("Resources", made.resources);
    this.#edits.put(form.home!.number, new PdfStream(kept, made.stream.raw));
  }

  beginRun(font: Font): void {
    this.#font = font;
    const { element } = this.#marked;
    if (element === this.#element) return;
    this.#element = element;
    this.#link = element;
    while (this.#link && this.#link.type !== "Link" && !this.#links.has(this.#link)) this.#link = this.#link.parent;
    // Lines of a link are elements.
    if (this.#link) this.texts.set(this.#link, `${this.texts.get(this.#link) ?? ""} `);
  }

  glyph(_glyph: number, code: number): void {
    if (!this.#link) return;
    const text = this.texts.get(this.#link)!;
    if (text.length < MAX_TEXT) this.texts.set(this.#link, text + (this.#font?.textOf(code) ?? ""));
  }
}
