import type { Turns } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import { contentPieces, FreshPieces } from "../../pdf-content/contents.ts";
import { type ContentVisitor, Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import { IDENTITY } from "../../pdf-content/matrix.ts";
import { Resources } from "../../pdf-content/resources.ts";
import type { PdfObject } from "../../pdf-file/syntax/objects.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import type { PageArea } from "../areas.ts";
import { rounded } from "../numbers.ts";
import { freshState } from "../reading.ts";
import { Inside } from "../tally.ts";
import { finished, type NewContent } from "./content.ts";
import { PAGE_TEXT_STATE } from "./output.ts";
import { PageWork, type Rewriting, type Watcher } from "./work.ts";

interface RewrittenPage extends NewContent {
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
  const { reading, copier, findings } = all;
  const { document } = reading;
  const fresh = new FreshPieces();
  let visitor: ContentVisitor | undefined;
  let hasLost = false;
  const streams = contentPieces(
    document,
    contents,
    () => {
      hasLost = true;
      visitor?.lost?.();
    },
    fresh,
  );
  const pieces = new PagePieces(streams, fresh);
  const own = new Resources(document, resources);
  /** Undefined where the check finds that the content must be written. */
  const read = function* (isChecked: boolean): Turns<RewrittenPage | undefined> {
    const inside = area && new Inside(area);
    const place = { area, holes, base: IDENTITY, unit: 1, owner, depth: 1 };
    const work = new PageWork(all, place, { tally: inside, isChecked });
    work.output.textState = PAGE_TEXT_STATE;
    // Characters, lines and blocks of a JPEG on the edge reach out: nothing shows of that when the boxes are opened.
    if (area && isCropped) work.output.place(clipTo(area));
    work.isChanged = hasLost || !holes.isEmpty;
    const seeing = isChecked && area ? watcher : undefined;
    if (area) seeing?.beginPage(area, holes);
    visitor = all.visitor(work, seeing);
    const on = new Interpreter(reading, visitor, own, freshState(IDENTITY));
    document.work.spend(COST.content);
    yield* on.reading(isChecked ? pieces.first(work) : pieces.again());
    if (!work.isOver) return { ...finished(work), inside };
    work.output.finish();
    return undefined;
  };
  const forget = [findings.counted(), copier.words?.counted()];
  let cleaned = holes.isEmpty ? yield* read(true) : undefined;
  if (cleaned && !cleaned.isChanged) for (const [stream, data] of fresh.held) copier.noteDecoded(stream, data);
  else {
    for (const restore of forget) restore?.();
    cleaned = yield* read(false);
  }
  fresh.end();
  return cleaned!;
}

/** As fine as coordinates on a page are written. */
const DECIMALS = 4;

function clipTo([left, bottom, right, top]: Box): string {
  const sides = [left, bottom, right - left, top - bottom].map((side) => rounded(side, DECIMALS));
  return `${sides.join(" ")} re\nW n\n`;
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

  /** All pieces from the start; they are kept. When they are too long for that, the check ends. */
  *first(work: PageWork): Generator<Uint8Array> {
    for (let next = this.#source.next(); next.done !== true; next = this.#source.next()) {
      this.#kept.push(next.value);
      this.#bytes += next.value.length;
      if (this.#bytes > MAX_KEPT) work.write();
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
