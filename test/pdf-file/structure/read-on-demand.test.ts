import { PDFDocument } from "pdf-lib";
import { describe, expect, it } from "vitest";
import { crop, inspect, openPdf, readOnDemand } from "../../../src/engine.ts";

/** Twelve pages, and an attachment that is much larger than all of them. */
async function largePdf(useObjectStreams: boolean): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (let page = 1; page <= 12; page++) pdf.addPage([300, 400]).drawText(`Page ${page}`, { x: 60, y: 200 });
  await pdf.attach(crypto.getRandomValues(new Uint8Array(65_000)), "noise.bin");
  const padding = crypto.getRandomValues(new Uint8Array(65_000));
  for (let piece = 0; piece < 40; piece++) pdf.context.register(pdf.context.stream(padding));
  return pdf.save({ useObjectStreams });
}

/** The file as a page reads it, and how much of it was read. */
function read(file: Uint8Array): { bytes: Uint8Array; moved: () => number } {
  let moved = 0;
  const bytes = readOnDemand(file.length, (start, end) => {
    moved += end - start;
    return file.subarray(start, end);
  });
  return { bytes, moved: () => moved };
}

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
