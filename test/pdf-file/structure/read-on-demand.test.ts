import { PDFDocument, PDFName } from "pdf-lib";
import { describe, expect, it } from "vitest";
import { compare } from "#platform/bytes.ts";
import { autoCrop, crop, inspect, openPdf, passing, readOnDemand, removeOutside, split } from "../../../src/engine.ts";
import { joined } from "../../../src/platform/bytes.ts";
import { pdf, stream } from "../../fixtures/pdf.ts";

/** Twelve pages, and an attachment that is much larger than all of them; if asked for, pages with much to keep. */
async function largePdf(useObjectStreams: boolean, hasLargePages = false): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (let page = 1; page <= 12; page++) pdf.addPage([300, 400]).drawText(`Page ${page}`, { x: 60, y: 200 });
  await pdf.attach(crypto.getRandomValues(new Uint8Array(65_000)), "noise.bin");
  const padding = crypto.getRandomValues(new Uint8Array(65_000));
  for (let piece = 0; piece < 40; piece++) pdf.context.register(pdf.context.stream(padding));
  for (const page of hasLargePages ? pdf.getPages() : []) {
    page.node.set(PDFName.of("Thumb"), pdf.context.register(pdf.context.stream(new Uint8Array(300_000).fill(7))));
  }
  return pdf.save({ useObjectStreams });
}

/** The file as a page reads it, and how much of it was read. */
function read(file: Uint8Array): { bytes: Uint8Array; moved: () => number; kept: () => number } {
  let moved = 0;
  const bytes = readOnDemand(file.length, (start, end) => {
    moved += end - start;
    return file.subarray(start, end);
  });
  const kept = () => {
    let count = 0;
    for (let at = 0; at < bytes.length; at += 1000) if (bytes[at] === 7) count++;
    return count;
  };
  return { bytes, moved: () => moved, kept };
}

it("a large image is looked at, and not kept", async () => {
  const image = "/Type/XObject/Subtype/Image/Width 500/Height 400/ColorSpace/DeviceGray/BitsPerComponent 8";
  const file = pdf({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>",
    4: stream("q 100 0 0 50 20 30 cm /I Do Q"),
    5: stream("\x07".repeat(200_000), image),
  });
  const { bytes, moved, kept } = read(file);
  const { definitions } = await autoCrop(bytes, {});
  expect(definitions).toMatchObject([{ page: 1, area: { x: 20, y: 30, width: 100, height: 50 } }]);
  expect(moved()).toBeGreaterThan(200_000);
  // The parts that are read around the other objects.
  expect(kept()).toBeLessThan(140);
});

const area = { x: 30, y: 40, width: 200, height: 300 };
const definitions = [{ page: 11, area }];

describe.each([
  ["a table", false],
  ["streams", true],
])("a file that is read on demand, with %s", (_, useObjectStreams) => {
  it("is cropped as if all of it were here, and little of it is read", async () => {
    const file = await largePdf(useObjectStreams);
    const whole = await crop(openPdf(file), { definitions });
    const { bytes, moved } = read(file);
    const made = await crop(openPdf(bytes), { definitions });
    expect(made.file.size).toBe(whole.file.size);
    // The first piece is the file itself, of which only parts are here.
    const [first, ...update] = made.file.pieces;
    expect([first?.buffer, first?.length]).toEqual([bytes.buffer, file.length]);
    const [, ...expected] = whole.file.pieces;
    expect(update.map((piece) => [...piece])).toEqual(expected.map((piece) => [...piece]));
    expect(moved()).toBeLessThan(file.length / 4);
  });

  it("is split into the same parts, and what only lies in them is not kept", async () => {
    const file = await largePdf(useObjectStreams, true);
    const parts = [
      { from: 1, to: 1 },
      { from: 2, to: 12 },
    ];
    const whole = await split(openPdf(file), { parts });
    const { bytes, kept, moved } = read(file);
    const made = await split(openPdf(bytes), { parts });
    expect(moved()).toBeLessThan(file.length / 2);
    const before = kept();
    expect(made.parts.map(({ crc32 }) => crc32())).toEqual(whole.parts.map(({ crc32 }) => crc32()));
    for (const [index, part] of made.parts.entries()) {
      const pieces = [...part.file.pieces].flatMap((piece) => Array.from(passing(piece), (bytes) => bytes.slice()));
      expect(compare(joined(pieces), whole.parts[index]!.file.bytes())).toBe(0);
    }
    expect(kept()).toBe(before);
  });

  it("loses what is outside as if all of it were here", async () => {
    const file = await largePdf(useObjectStreams);
    const asked = { definitions, all: true };
    const whole = await removeOutside(openPdf(file), asked);
    const { bytes, moved } = read(file);
    const made = await removeOutside(openPdf(bytes), asked);
    expect(made.removal).toEqual(whole.removal);
    expect(made.file.size).toBe(whole.file.size);
    expect(moved()).toBeLessThan(file.length / 4);
  });

  it("is described with what its pages show", async () => {
    const file = await largePdf(useObjectStreams);
    const { bytes } = read(file);
    expect((await inspect(bytes, { content: true })).pages).toEqual((await inspect(file, { content: true })).pages);
  });
});

it("a damaged file that is read on demand is rebuilt from all of it", async () => {
  const file = await largePdf(false);
  const cut = file.subarray(0, file.lastIndexOf(0x78) - 40);
  expect(openPdf(read(cut).bytes).pageCount).toBe(openPdf(cut).pageCount);
});

it("junk before the header is no harm to it", async () => {
  const file = await largePdf(true);
  const late = new Uint8Array(file.length + 100);
  late.set(file, 100);
  expect(openPdf(read(late).bytes).pageCount).toBe(12);
});
