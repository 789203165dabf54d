import type { Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import { operatorCode } from "../../pdf-content/syntax/tokeniser.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import type { PdfDict, PdfObject, PdfStream } from "../../pdf-file/syntax/objects.ts";
import { checkLanguage } from "../catalog.ts";
import type { Findings } from "../findings.ts";
import { type Element, type Structure, textOf } from "./structure.ts";

const BMC = operatorCode("BMC");
const BDC = operatorCode("BDC");
const EMC = operatorCode("EMC");

/** What an open mark takes in memory. */
const MARK_BYTES = 60;

interface Mark {
  readonly element: Element | undefined;
  readonly isArtifact: boolean;
  readonly lang: PdfObject | undefined;
}

/** Whether what contents paint is tagged or an artifact (ISO 14289-1, 7.1, 7.2 and 7.20). */
export class MarkedContent {
  readonly #document: PdfDocument;
  readonly #findings: Findings;
  readonly #structure: Structure | undefined;
  readonly #marks: Mark[] = [];
  /** What the contents are in, whose /StructParents names their elements, and how many marks were open there. */
  readonly #owners: { dict: PdfDict; marks: number }[] = [];
  readonly #placed = new Set<number>();
  /** Appearances of annotations are tagged as the annotations are. */
  isAnnotation = false;

  constructor(document: PdfDocument, structure: Structure | undefined, findings: Findings) {
    this.#document = document;
    this.#structure = structure;
    this.#findings = findings;
  }

  begin(page: PdfDict): void {
    this.#close(0);
    this.#owners.length = 0;
    this.#owners.push({ dict: page, marks: 0 });
  }

  enter(form: PdfStream): void {
    this.#owners.push({ dict: form.dict, marks: this.#marks.length });
  }

  leave(): void {
    const owner = this.#owners.pop();
    if (owner && owner.marks < this.#marks.length) this.#close(owner.marks);
  }

  /** This many marks stay open at most. */
  #close(open: number): void {
    this.#document.work.letGo((this.#marks.length - open) * MARK_BYTES);
    this.#marks.length = open;
  }

  /** A form is placed: one with marked content of its own only once. */
  form({ dict, home }: PdfStream): void {
    if (!dict.has("StructParents") || !home) return;
    this.#findings.demand(!this.#placed.has(home.number), "ua:7.20-2");
    this.#placed.add(home.number);
  }

  operator(on: Interpreter): void {
    const { operator } = on.tokens!;
    if (operator === EMC) {
      if (this.#marks.length > (this.#owners.at(-1)?.marks ?? 0)) this.#close(this.#marks.length - 1);
    } else if (operator === BMC || operator === BDC) this.#open(on, operator === BDC);
  }

  #open(on: Interpreter, hasProperties: boolean): void {
    const findings = this.#findings;
    const last = on.operands.count - 1;
    const tag = on.nameOperand(hasProperties ? last - 1 : last);
    const properties = hasProperties ? this.#document.dict(on.properties) : undefined;
    const outer = this.#marks.at(-1);
    const id = this.#document.number(properties?.get("MCID"));
    const own = id === undefined ? undefined : this.#structure?.ofContent(this.#owners.at(-1)!.dict, id);
    const isArtifact = tag === "Artifact";
    const element = own ?? outer?.element;
    const lang = properties?.get("Lang");
    if (lang !== undefined) checkLanguage(this.#document.resolve(lang), findings);
    if (!this.isAnnotation) {
      findings.demand(!isArtifact || element === undefined, "ua:7.1-1");
      findings.demand(own === undefined || !(outer?.isArtifact || isArtifact), "ua:7.1-2");
    }
    const mark = { element, isArtifact: isArtifact || outer?.isArtifact === true, lang: lang ?? outer?.lang };
    this.#document.work.hold(MARK_BYTES);
    this.#marks.push(mark);
    if (tag !== "Span" || !properties || this.#hasLanguage(mark)) return;
    findings.demand(!textOf(this.#document, properties.get("ActualText")), "ua:7.2-30");
    findings.demand(!textOf(this.#document, properties.get("Alt")), "ua:7.2-31");
    findings.demand(!textOf(this.#document, properties.get("E")), "ua:7.2-32");
  }

  #hasLanguage({ element, lang }: Partial<Mark>): boolean {
    return this.#structure?.hasLanguage === true || lang !== undefined || element?.language !== undefined;
  }

  get element(): Element | undefined {
    return this.#marks.at(-1)?.element;
  }

  /** Whether what is painted now is tagged or an artifact. */
  get isMarked(): boolean {
    return this.element !== undefined || this.#marks.at(-1)?.isArtifact === true;
  }

  painted(): void {
    if (!this.isAnnotation) this.#findings.demand(this.isMarked, "ua:7.1-3");
  }

  text(): void {
    if (this.isAnnotation) return;
    const lang = this.#document.resolve(this.#document.catalog.get("Lang"));
    this.#findings.demand(lang !== null || this.#hasLanguage(this.#marks.at(-1) ?? {}), "ua:7.2-34");
  }
}
