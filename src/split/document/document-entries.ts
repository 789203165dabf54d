import { deflate } from "#platform/zlib.ts";
import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { PdfProblem } from "../../pdf-file/pdf-problem.ts";
import { latin1 } from "../../pdf-file/rope.ts";
import { type PdfObject, PdfStream, pdfDict } from "../../pdf-file/syntax/objects.ts";
import { latin1Text } from "../../platform/latin1.ts";
import type { ContentReader } from "../resources/content-reader.ts";

/** Colour profiles smaller than this come along without asking whether they are needed. */
const LARGE_PROFILE = 16 << 10;
/** What shorter metadata must save to be written again. */
const WORTHWHILE = 512;
/**
 * How a document was made. It is long and says nothing about a part: thumbnails of its pages, its editing history, the
 * files that it was made of, its swatches and fonts.
 */
const HISTORY = [
  ...["xmp:Thumbnails", "xap:Thumbnails", "xmpMM:Pantry", "xmpMM:Ingredients", "xmpMM:History", "xmpMM:Versions"],
  ...["xmpMM:Manifest", "xapMM:History", "photoshop:DocumentAncestors", "photoshop:TextLayers", "photoshop:History"],
  ...["xmpTPg:SwatchGroups", "xmpTPg:Fonts"],
];
/** A byte of metadata: it is searched for each of these, and compressed. */
const METADATA_BYTE = COST.deflatedByte + HISTORY.length * COST.searchedByte;
/** What a byte takes in memory meanwhile. */
const SHORTENED_BYTES = 5;
/** Operators that paint (ISO 32000-2, annex A); one inside a string is taken for one too. */
const PAINTS = /(?:^|[\s\])>])(?:f\*?|F|B\*?|b\*?|S|s|Tj|TJ|'|"|Do|sh|EI)(?=[\s/[(<]|$)/;

/**
 * Entries that describe the whole document. A part gets what it needs of them, since they may be larger than all else
 * in the part.
 */
export class DocumentEntries {
  readonly #document: PdfDocument;
  readonly #reader: ContentReader;
  readonly #hasLargeProfile: boolean;
  /** The metadata as parts have it; undefined as long as nobody asked. */
  #metadata: { readonly value: PdfObject | undefined } | undefined;

  constructor(document: PdfDocument, reader: ContentReader) {
    this.#document = document;
    this.#reader = reader;
    const intents = document.array(document.catalog.get("OutputIntents")) ?? [];
    this.#hasLargeProfile = intents.some((intent) => {
      const profile = document.resolve(document.dict(intent)?.get("DestOutputProfile"));
      return profile instanceof PdfStream && profile.raw.length >= LARGE_PROFILE;
    });
  }

  /** /OutputIntents: what colours mean on paper. A part on whose pages nothing is painted has no use for them. */
  outputIntents(pages: Iterable<number>): PdfObject | undefined {
    const intents = this.#document.catalog.get("OutputIntents");
    return this.#hasLargeProfile && !this.#paints(pages) ? undefined : intents;
  }

  /** /Metadata without the history of the whole document: as it is, or a new stream. */
  metadataOf(): PdfObject | undefined {
    this.#metadata ??= { value: this.#shorterMetadata() };
    return this.#metadata.value;
  }

  #paints(pages: Iterable<number>): boolean {
    const indices = [...pages];
    if (indices.some((index) => this.#document.page(index).dict.has("Annots"))) return true;
    let found = false;
    let rest = "";
    try {
      for (const stream of this.#reader.streamsOf(indices)) {
        this.#reader.read(
          stream,
          () => {
            rest = "";
          },
          (chunk) => {
            const text = rest + latin1Text(chunk);
            found ||= PAINTS.test(text);
            // An operator may be broken in two; it has two characters at most.
            rest = text.slice(-4);
            return found ? "enough" : "more";
          },
        );
        if (found) return true;
      }
    } catch (error) {
      // What cannot be read may paint.
      if (error instanceof PdfProblem) return true;
      throw error;
    }
    return found;
  }

  #shorterMetadata(): PdfObject | undefined {
    const own = this.#document.catalog.get("Metadata");
    const stream = this.#document.resolve(own);
    if (!(stream instanceof PdfStream)) return own;
    const bytes = this.#streamData(stream);
    if (!bytes) return own;
    const { work } = this.#document;
    // Without it a part lacks little. With all of it, it may have pictures of other pages.
    if (!work.affords(bytes.length * METADATA_BYTE)) return undefined;
    work.hold(bytes.length * SHORTENED_BYTES);
    const shorter = this.#shortened(stream, own, latin1Text(bytes));
    work.letGo(bytes.length * SHORTENED_BYTES);
    return shorter;
  }

  /** Undefined where it cannot be read. */
  #streamData(stream: PdfStream): Uint8Array | undefined {
    try {
      return this.#document.streamData(stream);
    } catch (error) {
      if (error instanceof PdfProblem) return undefined;
      throw error;
    }
  }

  #shortened(stream: PdfStream, own: PdfObject | undefined, text: string): PdfObject | undefined {
    const bare = withoutHistory(text);
    const short = withoutPadding(bare);
    const isFiltered = stream.dict.has("Filter");
    const data = isFiltered ? deflate(latin1(short)) : latin1(short);
    if (bare === text && data.length + WORTHWHILE > stream.raw.length) return own;
    const dict = pdfDict({ Type: "Metadata", Subtype: "XML" });
    if (isFiltered) dict.set("Filter", "FlateDecode");
    return new PdfStream(dict, data);
  }
}

function withoutHistory(text: string): string {
  let left = text;
  for (const name of HISTORY) {
    const kept: string[] = [];
    let from = 0;
    for (let at = left.indexOf(`<${name}`); at >= 0; at = left.indexOf(`<${name}`, from)) {
      const end = elementEnd(left, at, name);
      // Nothing further on is closed either.
      if (end < 0) break;
      kept.push(left.slice(from, at));
      from = end;
    }
    left = kept.join("") + left.slice(from);
  }
  return left;
}

function elementEnd(text: string, at: number, name: string): number {
  const open = text.indexOf(">", at);
  if (open < 0 || text[open - 1] === "/") return open < 0 ? -1 : open + 1;
  const close = text.indexOf(`</${name}`, open);
  const end = close < 0 ? -1 : text.indexOf(">", close);
  return end < 0 ? -1 : end + 1;
}

/** Without the room that writers leave for changes in place (XMP part 1, §7.3). */
function withoutPadding(text: string): string {
  const end = text.lastIndexOf("<?xpacket end");
  return end < 0 ? text : `${text.slice(0, end).trimEnd()}\n${text.slice(end)}`;
}
