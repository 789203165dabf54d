import {
  beginText,
  endText,
  type PDFDocument,
  type PDFImage,
  PDFName,
  type PDFPage,
  PDFString,
  rgb,
  setFillingRgbColor,
  setFontAndSize,
  setTextMatrix,
  showText,
} from "pdf-lib";
import { HTML_LIMITS } from "../html-limits.ts";
import { HtmlProblem } from "../html-problem.ts";
import { type Faces, faceOf, type Line } from "./lines.ts";

/** Paper and margins in points. */
export interface Sheet {
  width: number;
  height: number;
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export const LEADING = 1.36;
/** How far slanted text leans: tan 12°. */
const SLANT = 0.2126;

/** Pages that fill from top to bottom; y is where the next thing goes, measured from the bottom as PDF does. */
export class Sheets {
  readonly pdf: PDFDocument;
  readonly sheet: Sheet;
  readonly faces: Faces;
  y = 0;
  #page: PDFPage | undefined;
  #fontNames = new Map<unknown, PDFName>();

  constructor(pdf: PDFDocument, sheet: Sheet, faces: Faces) {
    this.pdf = pdf;
    this.sheet = sheet;
    this.faces = faces;
  }

  get page(): PDFPage {
    return this.#page ?? this.next();
  }

  get room(): number {
    return this.sheet.width - this.sheet.left - this.sheet.right;
  }

  /** The tallest thing that a page can hold. */
  get depth(): number {
    return this.sheet.height - this.sheet.top - this.sheet.bottom;
  }

  get atTop(): boolean {
    return this.#page === undefined || this.y >= this.sheet.height - this.sheet.top - 0.5;
  }

  next(): PDFPage {
    if (this.pdf.getPageCount() >= HTML_LIMITS.outputPages) {
      throw new HtmlProblem("too-large", `The PDF would have more than ${HTML_LIMITS.outputPages} pages.`);
    }
    this.#page = this.pdf.addPage([this.sheet.width, this.sheet.height]);
    this.#fontNames = new Map();
    this.y = this.sheet.height - this.sheet.top;
    return this.#page;
  }

  /** Makes sure that so much height is left, on the next page if need be. */
  need(height: number): void {
    if (this.#page === undefined) this.next();
    if (this.y - height < this.sheet.bottom && !this.atTop) this.next();
  }

  skip(height: number): void {
    if (!this.atTop) this.y -= height;
  }

  /** Draws a line of text with its baseline at `baseline`, and its links. */
  line(line: Line, x: number, baseline: number, size: number): void {
    for (const segment of line.segments) {
      const face = faceOf(segment.run, this.faces);
      const { link, italic } = segment.run;
      const { page } = this;
      let name = this.#fontNames.get(face);
      if (name === undefined) {
        name = PDFName.of(face === this.faces.bold ? "Bold" : "Regular");
        page.node.setFontDictionary(name, face.reference);
        this.#fontNames.set(face, name);
      }
      const left = x + segment.x;
      page.pushOperators(
        beginText(),
        link === undefined ? setFillingRgbColor(0, 0, 0) : setFillingRgbColor(0.02, 0.27, 0.68),
        setFontAndSize(name, size),
        setTextMatrix(1, 0, italic ? SLANT : 0, 1, left, baseline),
        showText(face.set(segment.text).glyphs),
        endText(),
      );
      if (link !== undefined && /^(https?|mailto|tel):/i.test(link)) {
        this.#link(link, left, baseline - size * 0.25, segment.width, size * 1.1);
      }
    }
  }

  #link(uri: string, x: number, y: number, width: number, height: number): void {
    const { context } = this.pdf;
    const action = {
      Type: "Action",
      S: "URI",
      URI: PDFString.of(encodeURI(decodeURISafely(uri)).replaceAll(/[()\\]/g, encodeURIComponent)),
    };
    const annotation = {
      Type: "Annot",
      Subtype: "Link",
      Rect: [x, y, x + width, y + height],
      Border: [0, 0, 0],
      A: action,
    };
    this.page.node.addAnnot(context.register(context.obj(annotation)));
  }

  image(image: PDFImage, x: number, width: number, height: number): void {
    this.need(height);
    this.page.drawImage(image, { x, y: this.y - height, width, height });
    this.y -= height;
  }

  rule(x: number, y: number, width: number, thickness: number): void {
    this.page.drawLine({ start: { x, y }, end: { x: x + width, y }, thickness, color: rgb(0.6, 0.6, 0.6) });
  }

  frame(x: number, y: number, width: number, height: number): void {
    this.page.drawRectangle({ x, y, width, height, borderWidth: 0.5, borderColor: rgb(0.6, 0.6, 0.6) });
  }
}

function decodeURISafely(uri: string): string {
  try {
    return decodeURI(uri);
  } catch {
    // Not percent-encoded UTF-8: it is taken as it stands.
    return uri;
  }
}
