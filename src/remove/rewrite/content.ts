import { type Turns, undivided } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import { MAX_FORM_DEPTH } from "../../pdf-content/content-limits.ts";
import { contentPieces } from "../../pdf-content/contents.ts";
import { Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import type { Resources } from "../../pdf-content/resources.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import type { PdfDict, PdfStream } from "../../pdf-file/syntax/objects.ts";
import { endMark } from "./marks.ts";
import { PageWork, type Place, type Rewriting } from "./work.ts";

/** A content stream that was written again. */
export interface Rewritten {
  /** Valid until the next content is written. */
  readonly data: Uint8Array;
  readonly resources: PdfDict;
  readonly isEmpty: boolean;
  readonly isChanged: boolean;
}

/** Forms are read within another content, so their work is opened and closed separately. */
export function enter(work: PageWork): void {
  work.all.work = work;
}

export function leave(work: PageWork): Rewritten {
  const { output, all } = work;
  while (output.openMarks > 0) endMark(work);
  const data = output.finish();
  all.work = work.outer;
  return {
    data,
    resources: output.resources.dict,
    isEmpty: output.isEmpty,
    isChanged: work.isChanged || output.resources.isRenamed,
  };
}

/** Writes what is read, as a content stream of its own. */
export function* rewrittenInTurns(work: PageWork, reading: Turns<void>): Turns<Rewritten> {
  if (descend(work)) yield* reading;
  return ascend(work);
}

/** Whether the content may be read. */
function descend(work: PageWork): boolean {
  const { all } = work;
  enter(work);
  all.depth++;
  all.reading.document.work.spend(COST.content);
  if (all.depth <= MAX_FORM_DEPTH) return true;
  all.findings.unremovable("contents that draw one another without an end");
  return false;
}

function ascend(work: PageWork): Rewritten {
  work.all.depth--;
  return leave(work);
}

/** Writes a stream that a content stream draws: a pattern's cell, a glyph. */
export function rewrittenStream(
  all: Rewriting,
  place: Place,
  stream: PdfStream,
  resources: Resources,
  state: GraphicsState,
): Rewritten {
  const { reading } = all;
  const work = new PageWork(all, place);
  const on = new Interpreter(reading, all.visitor, resources, state);
  const pieces = contentPieces(reading.document, stream, () => contentLost(all));
  return undivided(reading.document.work, rewrittenInTurns(work, on.reading(pieces)));
}

export function contentLost(all: Rewriting): void {
  all.watcher?.lost?.();
  all.hasLost = true;
  all.findings.unremovable("a content stream that cannot be decoded");
  all.work?.change();
}
