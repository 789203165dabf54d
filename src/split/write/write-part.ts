import { COST } from "../../meter/work-limits.ts";
import { ByteWriter } from "../../pdf-file/syntax/byte-writer.ts";
import { CLASS } from "../../pdf-file/syntax/chars.ts";
import { type PdfDict, PdfRef, PdfStream, PdfString, pdfDict } from "../../pdf-file/syntax/objects.ts";
import { writeObject } from "../../pdf-file/syntax/serialise.ts";
import { XrefEntries } from "../../pdf-file/write/entries.ts";
import {
  END_OBJECT,
  END_STREAM,
  fileEnd,
  fileHeader,
  objectHead,
  writeStreamHead,
} from "../../pdf-file/write/frame.ts";
import { ObjectStreamPacker } from "../../pdf-file/write/object-streams.ts";
import { positionsInOrder } from "../../pdf-file/write/radix-order.ts";
import { writeXrefStream, writeXrefTable } from "../../pdf-file/write/write-xref.ts";
import { letGo } from "../../platform/buffers.ts";
import { addTo } from "../../platform/grouped.ts";
import type { Checksums } from "./crc.ts";
import type { Definition, Draft } from "./draft.ts";
import { PartFile, PartSpans } from "./part-file.ts";
import type { Trailer } from "./part-trailer.ts";

/** How the part's file is written, after the input's. */
export interface FileStyle {
  readonly version: string;
  readonly xref: "table" | "stream";
  /** Whether what is new goes into object streams. */
  readonly objectStreams: boolean;
}

/** Cross-references gain nothing from more work. */
const XREF_LEVEL = 2;
/** White space between two objects of the input that are copied with it, as one run. */
const LARGEST_GAP = 4;

/** What the writing of all parts of a document shares. */
export interface Writing {
  readonly style: FileStyle;
  readonly checksums: Checksums;
  readonly buffers: Buffers;
}

/** Reused for each part: otherwise thousands of parts would leave thousands of buffers behind. */
export interface Buffers {
  readonly own: ByteWriter;
  readonly packer: ObjectStreamPacker;
  readonly xref: XrefEntries;
}

export function newBuffers(): Buffers {
  return { own: new ByteWriter(), packer: new ObjectStreamPacker(), xref: new XrefEntries() };
}

/** Writes the draft as a file: copied objects in runs of the input's bytes, then what is new, then the xref. */
export function writePart(draft: Draft, trailer: Trailer, writing: Writing): PartFile {
  const writer = new PartWriter(draft, trailer, writing);
  return writer.write();
}

class PartWriter {
  readonly #draft: Draft;
  readonly #style: FileStyle;
  readonly #trailer: Trailer;
  readonly #checksums: Checksums;
  readonly #buffers: Buffers;
  readonly #input: Uint8Array;
  readonly #own: ByteWriter;
  readonly #spans = new PartSpans();
  readonly #xref: XrefEntries;
  readonly #encryptNumber: number;
  #nextNumber: number;

  constructor(draft: Draft, trailer: Trailer, { style, checksums, buffers }: Writing) {
    this.#draft = draft;
    this.#style = style;
    this.#trailer = trailer;
    this.#checksums = checksums;
    this.#buffers = buffers;
    this.#own = buffers.own;
    this.#own.clear();
    this.#xref = buffers.xref;
    this.#xref.truncate(0);
    this.#input = draft.document.bytes;
    this.#encryptNumber = trailer.encrypt instanceof PdfRef ? trailer.encrypt.number : -1;
    this.#nextNumber = draft.size;
  }

  write(): PartFile {
    this.#ownText(fileHeader(this.#style.version));
    const { copied, defined, packed, contained } = this.#sort();
    this.#copyRuns(copied);
    for (const number of defined) this.#writeDefined(number);
    this.#writeContainers(contained, packed);
    this.#packStreams(packed);
    this.#writeEnd();
    const { work } = this.#draft.document;
    work.spend(this.#draft.reached.length * COST.copiedObject + this.#own.length * COST.writtenByte);
    const own = this.#own.view().slice();
    return new PartFile(this.#input, own, this.#spans, this.#checksums);
  }

  /** How each object gets into the part. */
  #sort(): { copied: Uint32Array; defined: number[]; packed: number[]; contained: Map<number, number[]> } {
    const { raw, definitions, reached } = this.#draft;
    const copied: number[] = [];
    const defined: number[] = [];
    const packed: number[] = [];
    const contained = new Map<number, number[]>();
    for (const number of reached) {
      const definition = definitions.get(number);
      const inStream = number < raw.size && raw.inStream(number);
      if (definition === undefined && inStream) {
        addTo(contained, raw.containerOf(number), number);
      } else if (definition === undefined && raw.isVerbatim(number)) copied.push(number);
      else if (
        definition !== undefined &&
        this.#style.objectStreams &&
        this.#canBePacked(number, inStream, definition)
      ) {
        packed.push(number);
      } else defined.push(number);
    }
    return { copied: this.#inFileOrder(copied), defined, packed: packed.sort((a, b) => a - b), contained };
  }

  #inFileOrder(numbers: readonly number[]): Uint32Array {
    const { start } = this.#draft.raw;
    const offsets = new Uint32Array(numbers.length);
    for (let i = 0; i < offsets.length; i++) offsets[i] = start[numbers[i]!]!;
    const order = positionsInOrder(offsets);
    for (let i = 0; i < order.length; i++) order[i] = numbers[order[i]!]!;
    return order;
  }

  #canBePacked(number: number, inStream: boolean, definition: Definition): boolean {
    if (definition.object instanceof PdfStream) return false;
    return inStream || number >= this.#draft.raw.size;
  }

  #copyRuns(copied: Uint32Array): void {
    const { raw } = this.#draft;
    let start = -1;
    let end = -1;
    for (const number of copied) {
      const from = raw.start[number]!;
      if (start >= 0 && this.#isGap(end, from)) this.#spans.fromInput(end, from);
      else if (start >= 0) this.#ownText("\n");
      start = from;
      end = raw.end[number]!;
      this.#xref.inFile(number, this.#spans.length, raw.generationOf(number));
      this.#spans.fromInput(start, end);
    }
    if (start >= 0) this.#ownText("\n");
  }

  #isGap(from: number, to: number): boolean {
    if (to <= from || to - from > LARGEST_GAP) return false;
    for (let at = from; at < to; at++) if (CLASS[this.#input[at]!] !== 1) return false;
    return true;
  }

  #writeDefined(number: number): void {
    const { raw, definitions, document } = this.#draft;
    const definition = definitions.get(number);
    const generation = raw.generationOf(number);
    this.#xref.inFile(number, this.#spans.length, generation);
    const from = this.#own.length;
    const object = definition === undefined ? document.get(number) : definition.object;
    const { security } = document;
    const seal =
      security === undefined || number === this.#encryptNumber
        ? undefined
        : (bytes: Uint8Array) => security.encryptString(bytes, number, generation);
    if (object instanceof PdfStream) {
      this.#writeStream(from, { number, generation }, object, seal);
      return;
    }
    this.#own.text(objectHead(number, generation));
    writeObject(this.#own, object, seal);
    this.#own.text(END_OBJECT);
    this.#spans.fromOwn(from, this.#own.length);
  }

  /**
   * An old stream's data is copied, encrypted or not, since its number is the same. Only a new stream's is written
   * here.
   */
  #writeStream(
    from: number,
    { number, generation }: { number: number; generation: number },
    stream: PdfStream,
    seal: ((bytes: Uint8Array) => Uint8Array) | undefined,
  ): void {
    const { security } = this.#draft.document;
    const isNew = stream.home === undefined || stream.isEdit;
    const data = isNew && security ? security.encryptStream(stream.raw, stream.dict, number, generation) : stream.raw;
    const dict: PdfDict = new Map(stream.dict).set("Length", data.length);
    writeStreamHead(this.#own, number, generation, dict, seal);
    if (isNew) this.#own.copy(data);
    this.#spans.fromOwn(from, this.#own.length);
    if (!isNew) {
      const start = data.byteOffset - this.#input.byteOffset;
      this.#spans.fromInput(start, start + data.length);
    }
    this.#ownText(END_STREAM);
  }

  /** Object streams whose objects are all in the part are copied; what the part has of the others is packed again. */
  #writeContainers(contained: Map<number, number[]>, packed: number[]): void {
    const { raw } = this.#draft;
    const whole: number[] = [];
    for (const [container, numbers] of contained) {
      if (this.#style.objectStreams && raw.isWholeContainer(container, numbers.length)) {
        whole.push(container);
        for (const number of numbers) this.#xref.inStream(number, container, raw.indexInContainer(number));
      } else for (const number of numbers) packed.push(number);
    }
    this.#copyRuns(this.#inFileOrder(whole));
  }

  #packStreams(packed: number[]): void {
    const { raw } = this.#draft;
    // In the order of the input's object streams, so that each is decoded once.
    const container = (number: number) => (number < raw.size && raw.inStream(number) ? raw.containerOf(number) : 0);
    packed.sort((a, b) => container(a) - container(b) || a - b);
    const { packer } = this.#buffers;
    for (const number of packed) {
      this.#writePackedBody(packer.begin(number), number);
      packer.end();
      if (packer.isFull) this.#writeObjectStream();
    }
    if (!packer.isEmpty) this.#writeObjectStream();
  }

  #writePackedBody(out: ByteWriter, number: number): void {
    const { definitions, document, raw } = this.#draft;
    const definition = definitions.get(number);
    if (definition !== undefined) {
      writeObject(out, definition.object);
      return;
    }
    const span = raw.isVerbatim(number) ? document.rawSpan(number) : undefined;
    if (span?.kind === "stream") out.copy(span.bytes, span.start, span.end);
    else writeObject(out, document.get(number));
  }

  #writeObjectStream(): void {
    const { security } = this.#draft.document;
    const number = this.#nextNumber++;
    const { numbers, dict, data: deflated } = this.#buffers.packer.take();
    const data = security === undefined ? deflated : security.encryptStream(deflated, dict, number, 0);
    for (const [index, packed] of numbers.entries()) this.#xref.inStream(packed, number, index);
    this.#xref.inFile(number, this.#spans.length, 0);
    const from = this.#own.length;
    writeStreamHead(this.#own, number, 0, dict.set("Length", data.length));
    this.#own.copy(data);
    letGo(deflated);
    this.#own.text(END_STREAM);
    this.#spans.fromOwn(from, this.#own.length);
  }

  #writeEnd(): void {
    const start = this.#spans.length;
    const from = this.#own.length;
    const entries = pdfDict({ Root: this.#trailer.root });
    if (this.#trailer.info !== undefined) entries.set("Info", this.#trailer.info);
    if (this.#trailer.encrypt !== null) entries.set("Encrypt", this.#trailer.encrypt);
    entries.set(
      "ID",
      this.#trailer.id.map((bytes) => new PdfString(bytes, true)),
    );
    if (this.#style.xref === "table") writeXrefTable(this.#own, this.#xref, entries);
    else writeXrefStream(this.#own, this.#xref, entries, { number: this.#nextNumber++, start }, XREF_LEVEL);
    this.#own.text(fileEnd(start));
    this.#spans.fromOwn(from, this.#own.length);
  }

  #ownText(text: string): void {
    const from = this.#own.length;
    this.#own.text(text);
    this.#spans.fromOwn(from, this.#own.length);
  }
}
