import type { Reading } from "../../pdf-content/interpreter/interpreter.ts";
import { Layers } from "../../pdf-content/layers.ts";
import { startReading } from "../../pdf-content/read-page.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { measureProcedure } from "./measure.ts";

/** Hidden layers hold content like others. */
class OpenLayers extends Layers {
  override isVisible(): boolean {
    return true;
  }
}

/** Reads everything in a document, whether or not it shows. */
export function openReading(document: PdfDocument): Reading {
  const reading: Reading = {
    ...startReading(document, (...glyph) => measureProcedure(reading, ...glyph)),
    layers: new OpenLayers(document),
  };
  return reading;
}
