import type { PdfDocument } from "../../document.ts";
import type { ColourSpaces } from "../colour/spaces.ts";
import { Extent } from "../extent.ts";
import type { Meter } from "../meter.ts";
import type { ShownImage } from "../visitor.ts";
import type { ImageInk } from "./ink-visitor.ts";

export interface ProjectOptions {
  /** A sample that is darker than this, of 255, is ink. */
  readonly threshold: number;
  /** The least size of a mark that counts, in samples. */
  readonly specks: number;
}

const WHOLE: ImageInk = { box: Extent.of([0, 0, 1, 1]), isOpaque: false };

export class ImageProjector {
  constructor(_document: PdfDocument, _meter: Meter, _colours: ColourSpaces, _options: ProjectOptions) {}
  wasAsked = false;
  beginPage(): void {
    this.wasAsked = false;
  }
  takenWhole(): string[] {
    return [];
  }
  project(_image: ShownImage, _paper: number): ImageInk {
    this.wasAsked = true;
    return WHOLE;
  }
}
