import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { contentAreasInTurns } from "../../../../src/crop/content-areas.ts";
import { atOnce, type Turns } from "../../../../src/meter/turns.ts";
import { Work } from "../../../../src/meter/work.ts";
import "../../../support/parts.ts";
import type { PdfDocument } from "../../../../src/pdf-file/document.ts";
import { openPdf } from "../../../../src/pdf-file/open.ts";
import { redactInTurns } from "../../../../src/redact/redact.ts";
import { removeInTurns } from "../../../../src/remove/index.ts";
import { pagesShown } from "../../../../src/split/by-blank-pages.ts";
import { bytes } from "../../../fixtures/bytes.ts";
import { jpxOf } from "../../../fixtures/hostile/coded.ts";
import { pageInformation, region, segment } from "../../../fixtures/jbig2.ts";
import { jpeg } from "../../../fixtures/jpeg.ts";
import { pdf, stream, text } from "../../../fixtures/pdf.ts";

/** The steps of a turn, and as many again, since what is done in one piece may begin shortly before its end. */
const MOST_AT_ONCE = 2 * 20_000;

/** Measures what was charged before and is done between two turns. */
class Watch extends Work {
  all = 0;
  longest = 0;
  #since = 0;

  override done(steps: number): void {
    this.all += steps;
    this.#since += steps;
    this.longest = Math.max(this.longest, this.#since);
    super.done(steps);
  }

  override beginTurn(isBounded?: boolean): void {
    this.#since = 0;
    super.beginTurn(isBounded);
  }
}

interface Image {
  readonly side: number;
  readonly filter: string;
  readonly data: Uint8Array;
  readonly bits?: number;
  readonly space?: string;
  readonly parameters?: string;
}

const image = ({ side, filter, data, bits = 8, space = "DeviceGray", parameters = "" }: Image): string =>
  stream(
    text(data),
    `/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent ${bits}/ColorSpace/${space}/Filter/${filter}` +
      parameters,
  );

const placed = "q 300 0 0 300 50 50 cm /I Do Q";
const resources = "/Resources<</XObject<</I 4 0 R>>>>";

/** A page that a content stream paints, which may name an image. */
const page = (shown: string, content = placed, more: Record<number, string> = {}, own = resources): Uint8Array =>
  pdf({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 5 0 R${own}>>`,
    4: shown,
    5: stream(content),
    ...more,
  });

/** What nobody decodes in one turn, in a file of some kilobytes. */
const IMAGES: Readonly<Record<string, () => Image>> = {
  "JPEG 2000": () => jpx(1200),
  Flate: () => ({ side: 2000, filter: "FlateDecode", data: deflateSync(new Uint8Array(2000 * 2000)) }),
  "a PNG's rows": () => ({
    ...{ side: 2000, filter: "FlateDecode", data: deflateSync(new Uint8Array(2001 * 2000)) },
    parameters: "/DecodeParms<</Predictor 15/Columns 2000>>",
  }),
  "run lengths": () => ({
    side: 2000,
    filter: "RunLengthDecode",
    data: bytes(...Array.from({ length: (2000 * 2000) / 128 }, () => [129, 0]), 128),
  }),
  fax: () => ({
    ...{ side: 5000, filter: "CCITTFaxDecode", bits: 1, parameters: "/DecodeParms<</K -1/Columns 5000>>" },
    // A row that is white like the one above takes a bit.
    data: new Uint8Array(625).fill(0xff),
  }),
  JBIG2: () => ({
    ...{ side: 4400, filter: "JBIG2Decode", bits: 1 },
    data: bytes(
      pageInformation(4400, 4400),
      segment(1, 38, [], 1, bytes(region(4400, 4400, 0, 0), [6, 2, 255], new Uint8Array(9))),
    ),
  }),
  JPEG: () => ({
    ...{ side: 2000, filter: "DCTDecode" },
    data: jpeg({ blocks: Array.from({ length: 250 }, () => Array<number[]>(250).fill([255])) }),
  }),
};

/** Without any data: its samples are put together all the same. */
const jpx = (side: number): Image => ({
  ...{ side, filter: "JPXDecode", space: "DeviceRGB" },
  data: jpxOf({ width: side, height: side, components: 3, levels: 3, body: new Uint8Array(0) }),
});

const ink = { threshold: 191, specks: 0 };
const area = { x: 60, y: 60, width: 200, height: 200 };

const OPERATIONS: Readonly<Record<string, (document: PdfDocument) => Turns<unknown>>> = {
  "automatic crop": (document) => contentAreasInTurns(document, [0], ink),
  "a split at blank pages": (document) => pagesShown(document, { ...ink, drop: false, margins: 0 }),
  removal: (document) => removeInTurns(document, { definitions: [{ page: 1, area }] }),
  redaction: (document) => redactInTurns(document, { areas: [{ page: 1, area }], onUnreadable: "report" }),
};

/** Does it in turns, as the service does. */
function watched<Made>(file: Uint8Array, operate: (document: PdfDocument) => Turns<Made>): { work: Watch; made: Made } {
  const work = new Watch(file.length);
  const turns = operate(openPdf(file, { work }));
  for (;;) {
    work.beginTurn(true);
    while (!work.isTurnOver) {
      const step = turns.next();
      if (step.done) return { work, made: step.value };
    }
  }
}

/** More than two turns. */
const MUCH = 40_000;

const cases = Object.keys(IMAGES).flatMap((kind) => Object.keys(OPERATIONS).map((operation) => [kind, operation]));

describe("a large image on a page", () => {
  it.each(cases)("of %s lets others on the thread while it is decoded, in %s", (kind, operation) => {
    const { work } = watched(page(image(IMAGES[kind!]!())), OPERATIONS[operation!]!);
    expect(work.all).toBeGreaterThan(MUCH);
    expect(work.longest).toBeLessThan(MOST_AT_ONCE);
  });

  const form = { 6: stream(placed, `/Subtype/Form/BBox[0 0 400 400]${resources}`) };
  const inForm = "/Resources<</XObject<</F 6 0 R>>>>";

  it.each(Object.entries(OPERATIONS))("in a form lets others on the thread, too: %s", (_, operate) => {
    const { work } = watched(page(image(jpx(1200)), "/F Do", form, inForm), operate);
    expect(work.all).toBeGreaterThan(MUCH);
    expect(work.longest).toBeLessThan(MOST_AT_ONCE);
  });

  it("is cut when it is small as a file, and gives what it gives at once", () => {
    const file = page(image(jpx(2600)));
    const remove = (document: PdfDocument) => removeInTurns(document, { definitions: [{ page: 1, area }] });
    const { work, made } = watched(file, remove);
    // More than what may be done at once.
    expect(work.used.steps).toBeGreaterThan(200_000);
    const { rope, removal } = made;
    expect(removal.pages[0]!.cut.images).toBe(1);
    expect(rope.length).toBe(atOnce(remove(openPdf(file))).rope.length);
  });

  it("may cost no more than what is done at once in what is not divided, such as a pattern's cell", () => {
    const cell = "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 400 400]/XStep 400/YStep 400";
    const pattern = { 6: stream(placed, `${cell}${resources}`) };
    const own = "/Resources<</Pattern<</P 6 0 R>>>>";
    const file = page(image(jpx(2600)), "/Pattern cs /P scn 50 50 300 300 re f", pattern, own);
    expect(() => watched(file, OPERATIONS.removal!)).toThrow("unremovable");
    atOnce(OPERATIONS.removal!(openPdf(file)));
  });
});
