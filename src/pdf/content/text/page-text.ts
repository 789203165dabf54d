import type { Box } from "../../crop/geometry.ts";
import type { PdfDocument } from "../../document.ts";
import type { Page } from "../../structure/page-tree.ts";
import { Extent } from "../extent.ts";
import type { Reading } from "../interpreter/interpreter.ts";
import type { Meter } from "../meter.ts";
import { readPage, startReading } from "../read-page.ts";
import { type ShownCharacter, TextVisitor } from "./text-visitor.ts";
import { type Word, WordBuilder } from "./words.ts";

/** Reads the text of pages and where it stands, in the order of the content. */
export class TextReader {
  readonly #reading: Reading;

  constructor(document: PdfDocument, meter: Meter) {
    // The shapes of glyphs are not needed.
    this.#reading = startReading(document, meter, () => {});
  }

  characters(page: Page, visible: Box, take: (character: ShownCharacter) => void): void {
    const extent = Extent.of(visible);
    readPage(this.#reading, page, extent, new TextVisitor(extent, take));
  }

  words(page: Page, visible: Box): Word[] {
    const words: Word[] = [];
    const builder = new WordBuilder((word) => words.push(word));
    this.characters(page, visible, (character) => builder.add(character));
    builder.end();
    return words;
  }
}
