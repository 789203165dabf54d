import { COST } from "../meter/work-limits.ts";
import { MAX_SAVED_STATES } from "../pdf-content/content-limits.ts";
import { contentPieces } from "../pdf-content/contents.ts";
import type { Font } from "../pdf-content/fonts/font.ts";
import { type ContentVisitor, Interpreter, type Reading } from "../pdf-content/interpreter/interpreter.ts";
import type { ShownImage } from "../pdf-content/interpreter/visitor.ts";
import { type ResourceKind, Resources } from "../pdf-content/resources.ts";
import type { GraphicsState } from "../pdf-content/state/graphics-state.ts";
import type { Path } from "../pdf-content/state/path.ts";
import type { Pieces } from "../pdf-content/syntax/piece-reader.ts";
import { operatorCode } from "../pdf-content/syntax/tokeniser.ts";
import { NAME, NUMBER, STRING } from "../pdf-content/syntax/values.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { type PdfDict, type PdfObject, PdfStream } from "../pdf-file/syntax/objects.ts";
import { ColourChecks, type Overprint } from "./colours.ts";
import { checkInteger, checkReal, scan } from "./file-bytes.ts";
import type { Findings } from "./findings.ts";
import { FontChecks } from "./fonts/fonts.ts";
import { checkGraphicsState } from "./graphics-states.ts";
import { checkImage, checkIntent } from "./images.ts";
import type { MarkedContent } from "./structure/marked-content.ts";

/** The operators of ISO 32000-1, annex A. Those inside inline images are not met as operators. */
const KNOWN: ReadonlySet<number> = new Set(
  (
    "b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re " +
    "RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' \""
  )
    .split(" ")
    .map(operatorCode),
);
const NAMES = new Map(
  ["q", "Q", "gs", "ri", "cs", "CS", "sc", "SC", "scn", "SCN", "Do", "sh", "d0", "d1", "Tf"].map((name) => [
    operatorCode(name),
    name,
  ]),
);
const SETS: ReadonlyMap<number, readonly [side: "fill" | "stroke", space: string]> = new Map([
  [operatorCode("g"), ["fill", "DeviceGray"]],
  [operatorCode("G"), ["stroke", "DeviceGray"]],
  [operatorCode("rg"), ["fill", "DeviceRGB"]],
  [operatorCode("RG"), ["stroke", "DeviceRGB"]],
  [operatorCode("k"), ["fill", "DeviceCMYK"]],
  [operatorCode("K"), ["stroke", "DeviceCMYK"]],
]);
/** How deep `q` may be nested (ISO 32000-1, annex C). */
const MAX_SAVED = 28;
/** Contents inside one another: patterns, glyphs, forms, masks. */
const DEEPEST = 24;

/** What of the graphics state is judged: the colour spaces as they are in the file, and overprinting. */
interface Paints {
  fill: PdfObject;
  stroke: PdfObject;
  /** The resources in which these are names. */
  resources: Resources | undefined;
  overprintFill: boolean;
  overprintStroke: boolean;
  overprintMode: number;
}

const FIRST_PAINTS: Paints = {
  fill: "DeviceGray",
  stroke: "DeviceGray",
  resources: undefined,
  overprintFill: false,
  overprintStroke: false,
  overprintMode: 0,
};

/** What all contents of a document share. */
export class ContentChecks {
  readonly document: PdfDocument;
  readonly findings: Findings;
  readonly reading: Reading;
  readonly colours: ColourChecks;
  readonly fonts: FontChecks;
  readonly states = new Set<PdfDict>();
  /** Contents, images and shadings that were looked at, by object. */
  readonly seen = new Set<number | PdfDict>();
  /** Whether something transparent was met since it was last asked for; of forms that were met before too. */
  isTransparent = false;
  readonly transparentForms = new Set<number | PdfDict>();
  readonly marked: MarkedContent | undefined;
  /** Of the page. Contents that have none of their own find what they name there. */
  resources: Resources | undefined;

  constructor(document: PdfDocument, findings: Findings, reading: Reading, marked: MarkedContent | undefined) {
    this.document = document;
    this.findings = findings;
    this.reading = reading;
    this.colours = new ColourChecks(document, findings);
    this.fonts = new FontChecks(document, findings);
    this.marked = marked;
  }
}

/** Follows a content stream (ISO 19005-2, 6.2). */
export class ContentCheck implements ContentVisitor {
  readonly #checks: ContentChecks;
  readonly #depth: number;
  /** The resources of the contents that are open, where they have some of their own. */
  readonly #own: (PdfDict | undefined)[];
  #paints: Paints = { ...FIRST_PAINTS };
  #saved: Paints[] = [];
  /** Saved states beyond those that the interpreter keeps. */
  #unsaved = 0;
  readonly #outer: { saved: Paints[]; unsaved: number; paints: Paints }[] = [];
  #font: Font | undefined;
  #mode = 0;
  /** Colours of a glyph that is a stencil count for nothing (ISO 32000-1, 9.6.5). */
  #isUncoloured: boolean;
  /** The width that the font gives a glyph that is a content stream. */
  readonly #expected: number | undefined;

  /** `own` is the content's own dictionary of resources. */
  constructor(checks: ContentChecks, own: PdfDict | undefined, depth = 0, isUncoloured = false, expected?: number) {
    this.#expected = expected;
    this.#checks = checks;
    this.#own = [own];
    this.#depth = depth;
    this.#isUncoloured = isUncoloured;
  }

  pieces(pieces: Pieces): Pieces {
    this.#outer.push({ saved: this.#saved, unsaved: this.#unsaved, paints: { ...this.#paints } });
    this.#saved = [];
    this.#unsaved = 0;
    return pieces;
  }

  ended(): void {
    const outer = this.#outer.pop();
    if (!outer) return;
    this.#saved = outer.saved;
    this.#unsaved = outer.unsaved;
    this.#paints = outer.paints;
  }

  operator(on: Interpreter): void {
    const { findings, marked } = this.#checks;
    const { operator, hasSpacedHex, hasBroken, bytes, start, pos } = on.tokens!;
    findings.demand(KNOWN.has(operator), "6.2.2-1");
    if (hasSpacedHex || hasBroken) {
      scan(this.#checks.document, bytes, start, pos, findings);
      on.tokens!.hasSpacedHex = false;
      on.tokens!.hasBroken = false;
    }
    this.#operands(on);
    marked?.operator(on);
    const set = SETS.get(operator);
    if (set) this.#set(on, ...set);
    else this.#named(on, NAMES.get(operator));
  }

  #operands(on: Interpreter): void {
    const { findings } = this.#checks;
    for (const values of [on.operands, on.items]) {
      for (let i = 0; i < values.count; i++) {
        const kind = values.kind[i];
        if (kind === NUMBER) {
          const value = values.number[i]!;
          if (value !== 0 && (Math.abs(value) > 2e9 || Math.abs(value) < 1e-30)) {
            if (Number.isInteger(value)) checkInteger(value, findings);
            checkReal(value, findings);
          }
        } else if (kind === STRING) {
          if (values.to[i]! - values.from[i]! > 32_767) findings.found("6.1.13-3");
        } else if (kind === NAME && (values.object[i] as string).length > 127) findings.found("6.1.13-4");
      }
    }
  }

  #set(on: Interpreter, side: "fill" | "stroke", space: PdfObject): void {
    if (this.#isUncoloured) return;
    this.#paints[side] = space;
    this.#paints.resources = on.resources;
    this.#checks.colours.use(space, on.resources);
  }

  #named(on: Interpreter, name: string | undefined): void {
    const { document, findings } = this.#checks;
    switch (name) {
      case "q":
        if (this.#saved.length < MAX_SAVED_STATES) this.#saved.push({ ...this.#paints });
        else this.#unsaved++;
        findings.demand(this.#saved.length <= MAX_SAVED, "6.1.13-8");
        break;
      case "Q":
        if (this.#unsaved > 0) this.#unsaved--;
        else this.#paints = this.#saved.pop() ?? this.#paints;
        break;
      case "gs":
        this.#graphicsState(document.dict(this.#find(on, "ExtGState")));
        break;
      case "ri":
        checkIntent(on.nameOperand() ?? null, findings);
        break;
      case "cs":
        this.#set(on, "fill", this.#space(on));
        break;
      case "CS":
        this.#set(on, "stroke", this.#space(on));
        break;
      case "scn":
        this.#pattern(on, "fill");
        break;
      case "SCN":
        this.#pattern(on, "stroke");
        break;
      case "Do":
        this.#xObject(on);
        break;
      case "sh":
        this.#shading(document.dict(this.#find(on, "Shading")), on.resources);
        break;
      case "Tf":
        this.#find(on, "Font", on.nameOperand(0));
        break;
      case "d0":
        this.#width(on);
        break;
      case "d1":
        this.#width(on);
        this.#isUncoloured = true;
        break;
    }
  }

  #find(on: Interpreter, kind: ResourceKind, name = on.nameOperand()): PdfObject | undefined {
    const found = name === undefined ? undefined : on.resources.find(kind, name);
    if (found === undefined) return undefined;
    const { document, findings } = this.#checks;
    document.work.spend(COST.judgedResource);
    const isOwn = document.dict(this.#own.at(-1)?.get(kind))?.has(name!) === true;
    findings.demand(isOwn, "6.2.2-2", `${kind} ${name}`);
    return found;
  }

  #space(on: Interpreter): PdfObject {
    return this.#find(on, "ColorSpace") ?? on.nameOperand() ?? null;
  }

  /** A glyph's own width (ISO 32000-1, table 113). */
  #width(on: Interpreter): void {
    const width = on.operands.number[0] ?? 0;
    const isRight = this.#expected === undefined || Math.abs(width - this.#expected) <= 1;
    this.#checks.findings.demand(isRight, "6.2.11.5-1", String(width));
  }

  #graphicsState(dict: PdfDict | undefined): void {
    const { document } = this.#checks;
    if (!dict) return;
    const flag = (key: string): boolean | undefined => {
      const value = document.resolve(dict.get(key));
      return typeof value === "boolean" ? value : undefined;
    };
    this.#paints.overprintStroke = flag("OP") ?? this.#paints.overprintStroke;
    this.#paints.overprintFill = flag("op") ?? flag("OP") ?? this.#paints.overprintFill;
    this.#paints.overprintMode = document.number(dict.get("OPM")) ?? this.#paints.overprintMode;
    this.#checkState(dict);
    const mask = document.dict(dict.get("SMask"));
    const group = document.resolve(mask?.get("G"));
    if (group instanceof PdfStream) this.#content(group, group.dict.get("Resources"));
  }

  #checkState(dict: PdfDict): void {
    const { document, findings, states } = this.#checks;
    if (states.has(dict)) return;
    states.add(dict);
    checkGraphicsState(document, dict, findings);
  }

  #xObject(on: Interpreter): void {
    const { document, findings, marked } = this.#checks;
    const reference = this.#find(on, "XObject");
    const object = document.resolve(reference);
    if (!(object instanceof PdfStream)) return;
    const { dict } = object;
    const kind = document.resolve(dict.get("Subtype"));
    findings.demand(kind !== "PS", "6.2.9-3");
    if (kind !== "Form") return;
    marked?.form(object);
    const isPostScript = dict.has("PS") || document.resolve(dict.get("Subtype2")) === "PS";
    findings.demand(!isPostScript && !dict.has("OPI"), "6.2.9-1");
    findings.demand(!dict.has("Ref"), "6.2.9-2");
    const group = document.dict(dict.get("Group"));
    if (group?.has("CS")) this.#checks.colours.use(group.get("CS"), on.resources);
    if (document.resolve(group?.get("S")) === "Transparency") this.#checks.isTransparent = true;
  }

  #pattern(on: Interpreter, side: "fill" | "stroke"): void {
    const { document } = this.#checks;
    const pattern = document.resolve(this.#find(on, "Pattern"));
    if (pattern instanceof PdfStream) {
      this.#content(pattern, pattern.dict.get("Resources"), document.number(pattern.dict.get("PaintType")) === 2);
    } else if (pattern instanceof Map) {
      this.#shading(document.dict(pattern.get("Shading")), on.resources);
      const state = document.dict(pattern.get("ExtGState"));
      if (state) this.#checkState(state);
    } else return;
    this.#paints[side] = "Pattern";
  }

  #shading(dict: PdfDict | undefined, resources: Resources): void {
    if (!dict || this.#isUncoloured) return;
    this.#checks.colours.use(dict.get("ColorSpace"), resources);
  }

  /** A content stream that is painted by another: read once. */
  #content(stream: PdfStream, resources: PdfObject | undefined, isUncoloured = false, expected?: number): void {
    const { document, seen, reading } = this.#checks;
    const key = stream.home?.number ?? stream.dict;
    if (seen.has(key) || this.#depth >= DEEPEST) return;
    seen.add(key);
    document.work.spend(COST.content);
    const group = document.dict(stream.dict.get("Group"));
    if (group?.has("CS")) this.#checks.colours.use(group.get("CS"), new Resources(document, resources));
    const visitor = new ContentCheck(this.#checks, document.dict(resources), this.#depth + 1, isUncoloured, expected);
    const on = new Interpreter(reading, visitor, new Resources(document, resources, this.#checks.resources));
    on.read(contentPieces(document, stream, () => this.lost()));
  }

  #use(side: "fill" | "stroke"): void {
    if (this.#isUncoloured) return;
    const paints = this.#paints;
    const isOn = side === "fill" ? paints.overprintFill : paints.overprintStroke;
    const overprint: Overprint = { isOn, mode: paints.overprintMode };
    this.#checks.colours.use(paints[side], paints.resources, overprint);
  }

  #transparency(state: GraphicsState, fills: boolean, strokes: boolean): void {
    const isOpaque = (!fills || state.fillAlpha >= 1) && (!strokes || state.strokeAlpha >= 1);
    if (!isOpaque || state.softMask || state.blendMode !== "Normal") this.#checks.isTransparent = true;
  }

  path(_path: Path, fills: boolean, strokes: boolean, state: GraphicsState): void {
    if (!fills && !strokes) return;
    this.#checks.marked?.painted();
    if (fills) this.#use("fill");
    if (strokes) this.#use("stroke");
    this.#transparency(state, fills, strokes);
  }

  beginRun(font: Font, state: GraphicsState): void {
    this.#checks.marked?.painted();
    this.#checks.marked?.text();
    this.#font = font;
    this.#mode = state.textMode;
    const mode = state.textMode & 3;
    const [fills, strokes] = [mode === 0 || mode === 2, mode === 1 || mode === 2];
    if (fills) this.#use("fill");
    if (strokes) this.#use("stroke");
    this.#transparency(state, fills, strokes);
    if (state.font) this.#checks.fonts.begin(font, state.textMode);
  }

  glyph(glyph: number, code: number): void {
    const font = this.#font!;
    this.#checks.fonts.glyph(font, glyph, code, this.#mode);
    if (font.composite || font.embedded || font.weight > 0) return;
    this.#procedure(font, code);
  }

  /** A glyph of a Type 3 font is a content stream. */
  #procedure(font: Font, code: number): void {
    const { document } = this.#checks;
    const dict = document.dict(font.source);
    const name = font.nameOf(code);
    if (name === undefined || !dict?.has("CharProcs")) return;
    const procedure = document.resolve(document.dict(dict.get("CharProcs"))?.get(name));
    if (!(procedure instanceof PdfStream)) return;
    const first = document.number(dict.get("FirstChar")) ?? 0;
    const width = document.number(document.items(dict.get("Widths"), code - first + 1)?.[code - first]) ?? 0;
    this.#content(procedure, dict.get("Resources"), false, width);
  }

  lost(): void {
    this.#checks.findings.found("6.1.7.1-1", "a content stream cannot be decoded");
  }

  image({ dict, stream, resources }: ShownImage, state: GraphicsState): void {
    const { document, findings, seen, colours, marked } = this.#checks;
    marked?.painted();
    this.#transparency(state, true, false);
    const isMask = document.resolve(dict.get("ImageMask") ?? dict.get("IM")) === true;
    if (isMask) this.#use("fill");
    const mask = document.resolve(dict.get("SMask"));
    if (mask instanceof PdfStream || (document.number(dict.get("SMaskInData")) ?? 0) > 0)
      this.#checks.isTransparent = true;
    if (!isMask && !this.#isUncoloured) colours.use(dict.get("ColorSpace") ?? dict.get("CS"), resources);
    const key = stream?.home?.number ?? dict;
    if (seen.has(key)) return;
    if (stream) seen.add(key);
    checkImage(document, { dict, stream }, findings);
  }

  shading(_shading: PdfDict, state: GraphicsState): void {
    this.#checks.marked?.painted();
    this.#transparency(state, true, false);
  }

  beginForm(form: PdfStream): boolean {
    const { seen, transparentForms, marked } = this.#checks;
    const key = form.home?.number ?? form.dict;
    if (transparentForms.has(key)) this.#checks.isTransparent = true;
    if (seen.has(key)) return false;
    seen.add(key);
    this.#own.push(this.#checks.document.dict(form.dict.get("Resources")));
    marked?.enter(form);
    return true;
  }

  endForm(form: PdfStream): void {
    const { transparentForms, isTransparent, marked } = this.#checks;
    this.#own.pop();
    if (isTransparent) transparentForms.add(form.home?.number ?? form.dict);
    marked?.leave();
  }
}
