import { type Turns, undivided } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import { MAX_FORM_DEPTH } from "../../pdf-content/content-limits.ts";
import { contentPieces } from "../../pdf-content/contents.ts";
import { type ContentVisitor, Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import type { Resources } from "../../pdf-content/resources.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import type { PdfDict, PdfStream } from "../../pdf-file/syntax/objects.ts";
import { endMark } from "./marks.ts";
import { type ContentPlace, PageWork, type Rewriting } from "./work.ts";

export interface NewContent {
  /** Valid until the next content is written. */
  readonly data: Uint8Array;
  readonly resources: PdfDict;
  readonly isEmpty: boolean;
  readonly isChanged: boolean;
  readonly hasOldCodes: boolean;
}

export function finished(work: PageWork): NewContent {
  const { output, hasOldCodes } = work;
  while (output.openMarks > 0) endMark(work);
  const data = output.finish();
  const isChanged = work.isChanged || output.resources.isRenamed;
  return { data, resources: output.resources.dict, isEmpty: output.isEmpty, isChanged, hasOldCodes };
}

/** Writes what is read, as a content stream of its own. */
export function* rewrittenInTurns(work: PageWork, reading: Turns<void>): Turns<NewContent> {
  work.all.reading.document.work.spend(COST.content);
  if (work.depth <= MAX_FORM_DEPTH) yield* reading;
  else work.all.findings.unremovable("contents that draw one another without an end");
  return finished(work);
}

/** Writes a stream that a content stream draws: a pattern's cell, a glyph. */
export function rewrittenStream(
  all: Rewriting,
  place: ContentPlace,
  stream: PdfStream,
  resources: Resources,
  state: GraphicsState,
): NewContent {
  const { reading } = all;
  const work = new PageWork(all, place);
  const visitor: ContentVisitor = all.visitor(work);
  const on = new Interpreter(reading, visitor, resources, state);
  const pieces = contentPieces(reading.document, stream, () => visitor.lost?.());
  return undivided(reading.document.work, rewrittenInTurns(work, on.reading(pieces)));
}
