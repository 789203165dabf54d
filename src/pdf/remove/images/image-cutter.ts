import { imageFacts } from "../../content/images/facts.ts";
import type { Reading } from "../../content/interpreter/interpreter.ts";
import type { Matrix } from "../../content/matrix.ts";
import type { ShownImage } from "../../content/visitor.ts";
import type { Box } from "../../crop/geometry.ts";
import { type PdfObject, PdfRef, type PdfStream } from "../../syntax/objects.ts";
import type { Copier } from "../copy/copier.ts";
import type { Findings, UsedElsewhere } from "../report.ts";

/** A part of an image, and which part of its unit square it is. */
export interface ImagePart {
  readonly ref: PdfRef;
  readonly box: Box;
}

/** Images of the new file: whole ones, and parts of those that the edge cuts. */
export class ImageCutter {
  private readonly reading: Reading;
  private readonly copier: Copier;
  private readonly findings: Findings;
  private pageNumber = 0;
  /** By the number of an image, the pages on which it is cut, or whole. */
  private readonly cutOn = new Map<number, Set<number>>();
  private readonly wholeOn = new Map<number, Set<number>>();

  constructor(reading: Reading, copier: Copier, findings: Findings) {
    this.reading = reading;
    this.copier = copier;
    this.findings = findings;
  }

  whole(stream: PdfStream): PdfObject {
    const { home } = stream;
    if (home) addTo(this.wholeOn, home.number, this.pageNumber);
    return this.copier.copy(home ? new PdfRef(home.number, home.generation) : stream, "image");
  }

  beginPage(pageNumber: number): void {
    this.pageNumber = pageNumber;
  }

  noteCut({ stream }: ShownImage): void {
    const number = stream?.home?.number;
    if (number !== undefined) addTo(this.cutOn, number, this.pageNumber);
  }

  /** Images that are cut on one page and whole on another. */
  usedElsewhere(): UsedElsewhere[] {
    return [...this.cutOn].flatMap(([number, pages]) => {
      const whole = this.wholeOn.get(number);
      if (!whole) return [];
      return [...pages].map((pageNumber) => ({ pageNumber, kind: "image" as const, pages: [...whole] }));
    });
  }

  cut(image: ShownImage, _matrix: Matrix, _visible: Box): ImagePart | undefined {
    const facts = imageFacts(this.reading.document, image.dict, this.reading.colours, image.resources);
    this.findings.unremovable(`an image compressed by ${facts?.filters.at(-1) ?? "nothing"}`);
    return undefined;
  }
}

function addTo(pages: Map<number, Set<number>>, number: number, page: number): void {
  const known = pages.get(number);
  if (known) known.add(page);
  else pages.set(number, new Set([page]));
}
