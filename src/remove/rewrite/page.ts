import type { Turns } from "../../meter/turns.ts";
import { contentPieces, FreshPieces } from "../../pdf-content/contents.ts";
import { Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import { IDENTITY } from "../../pdf-content/matrix.ts";
import { Resources } from "../../pdf-content/resources.ts";
import type { PdfObject } from "../../pdf-file/syntax/objects.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import type { PageArea } from "../areas.ts";
import { rounded } from "../numbers.ts";
import { freshState } from "../reading.ts";
import { Inside } from "../tally.ts";
import { contentLost, type Rewritten, rewrittenInTurns } from "./content.ts";
import { PAGE_TEXT_STATE } from "./output.ts";
import { PageWork, type Rewriting, TOUCHED, type Watcher } from "./work.ts";

interface RewrittenPage extends Rewritten {
  /** What is shown inside of the area. */
  readonly inside: Inside | undefined;
}

/**
 * Writes a page's content again. It is checked first: a content stream that does not change is never written, and most
 * others show a change at their beginning.
 */
export function* rewrittenPage(
  all: Rewriting,
  contents: PdfObject | undefined,
  resources: PdfObject,
  { box: area, holes, isCropped }: Pick<PageArea, "box" | "holes" | "isCropped">,
  owner: string,
  watcher: Watcher,
): Turns<RewrittenPage> {
  const { reading } = all;
  const { document } = reading;
  all.hasLost = false;
  let inside: Inside | undefined;
  const fresh = new FreshPieces();
  const pieces = new PagePieces(
    contentPieces(document, contents, () => contentLost(all), fresh),
    fresh,
  );
  const own = new Resources(document, resources);
  const read = function* (isWritten: boolean): Turns<Rewritten> {
    all.watcher = isWritten || !area ? undefined : watcher;
    if (area) all.watcher?.beginPage(area, holes);
    inside = area && new Inside(area);
    const work = new PageWork(all, { area, holes, base: IDENTITY, unit: 1, owner }, inside, isWritten);
    work.output.textState = PAGE_TEXT_STATE;
    // Characters, lines and blocks of a JPEG on the edge reach out: nothing shows of that when the boxes are opened.
    if (area && isCropped) work.output.place(clipTo(area));
    work.isChanged = all.hasLost || !holes.isEmpty;
    const on = new Interpreter(reading, all.visitor, own, freshState(IDENTITY));
    return yield* rewrittenInTurns(work, on.reading(isWritten ? pieces.again() : pieces.first(() => work.write())));
  };
  const forget = all.copier.words?.counted();
  const kept = holes.isEmpty ? yield* untouched(all, read(false)) : undefined;
  if (!kept) forget?.();
  all.watcher = undefined;
  if (kept) for (const [stream, data] of fresh.held) all.copier.noteDecoded(stream, data);
  const cleaned = kept ?? (yield* read(true));
  fresh.end();
  return { ...cleaned, inside };
}

/** As fine as coordinates on a page are written. */
const DECIMALS = 4;

function clipTo([left, bottom, right, top]: Box): string {
  const sides = [left, bottom, right - left, top - bottom].map((side) => rounded(side, DECIMALS));
  return `${sides.join(" ")} re\nW n\n`;
}

/** The content, if it does not change; undefined when it must be written. */
function* untouched(all: Rewriting, read: Turns<Rewritten>): Turns<Rewritten | undefined> {
  const forget = all.findings.counted();
  try {
    const cleaned = yield* read;
    if (!cleaned.isChanged) return cleaned;
  } catch (error) {
    if (error !== TOUCHED) throw error;
    // All open contents are left, even within an operator.
    all.work = undefined;
    all.depth = 0;
  }
  forget();
  return undefined;
}

/** The most bytes of a page's content that are kept during the check. */
const MAX_KEPT = 4 << 20;

/** The streams of a page's content, decoded once, although they may be read twice. */
class PagePieces {
  readonly #source: Iterator<Uint8Array>;
  readonly #fresh: FreshPieces;
  #kept: Uint8Array[] = [];
  #bytes = 0;

  constructor(source: Iterator<Uint8Array>, fresh: FreshPieces) {
    this.#source = source;
    this.#fresh = fresh;
    fresh.isKept = true;
  }

  /**
   * All pieces from the start; they are kept. `onLong` is called when they are too long to be kept, and ends the
   * reading.
   */
  *first(onLong: () => void): Generator<Uint8Array> {
    for (let next = this.#source.next(); next.done !== true; next = this.#source.next()) {
      this.#kept.push(next.value);
      this.#bytes += next.value.length;
      if (this.#bytes > MAX_KEPT) onLong();
      yield next.value;
    }
  }

  /** The kept pieces, then the rest. */
  *again(): Generator<Uint8Array> {
    const kept = this.#kept;
    this.#kept = [];
    yield* kept;
    this.#fresh.isKept = false;
    for (let next = this.#source.next(); next.done !== true; next = this.#source.next()) yield next.value;
  }
}
