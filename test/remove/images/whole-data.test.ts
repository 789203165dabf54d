import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { atOnce } from "../../../src/meter/turns.ts";
import { Resources } from "../../../src/pdf-content/resources.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import type { PdfDict, PdfObject } from "../../../src/pdf-file/syntax/objects.ts";
import { endsWithSamples } from "../../../src/remove/images/whole-data.ts";
import { openReading } from "../../../src/remove/reading.ts";
import { tinyPdf } from "../../fixtures/pdf.ts";

const reading = openReading(openPdf(tinyPdf(1)));

/** Whether nothing stands behind the samples of an image in a content stream. */
function ends(data: Uint8Array, entries: Record<string, PdfObject>): boolean {
  const dict: PdfDict = new Map(Object.entries({ W: 5, H: 3, BPC: 8, CS: "DeviceGray", ...entries }));
  return atOnce(
    endsWithSamples(reading, { dict, data, stream: undefined, resources: new Resources(reading.document, null) }),
  );
}

const deflated = (length: number, behind = "") =>
  Buffer.concat([deflateSync(new Uint8Array(length)), Buffer.from(behind, "latin1")]);

it.each<[string, number, Record<string, PdfObject>]>([
  ["a byte each", 15, {}],
  ["three bytes each", 45, { CS: "DeviceRGB" }],
  ["two bytes each", 30, { BPC: 16 }],
  ["a bit each, with rows of whole bytes", 3, { BPC: 1 }],
  ["two bits each, with rows of whole bytes", 6, { BPC: 2 }],
  ["a stencil", 3, { IM: true }],
])("the samples of an image end where its size says, by %s", (_, size, entries) => {
  expect(ends(new Uint8Array(size), entries)).toBe(true);
  expect(ends(new Uint8Array(size - 1), entries)).toBe(true);
  expect(ends(new Uint8Array(size + 1), entries)).toBe(false);
  expect(ends(deflated(size), { F: "Fl", ...entries })).toBe(true);
  expect(ends(deflated(size + 1), { F: "Fl", ...entries })).toBe(false);
});

it("rows of a PNG predictor have a byte more, and those of another have none", () => {
  const by = (Predictor: number) => ({ F: "Fl", DP: new Map([["Predictor", Predictor]]) });
  for (const predictor of [10, 15]) {
    expect(ends(deflated(18), by(predictor))).toBe(true);
    expect(ends(deflated(19), by(predictor))).toBe(false);
  }
  for (const predictor of [1, 2]) {
    expect(ends(deflated(15), by(predictor))).toBe(true);
    expect(ends(deflated(16), by(predictor))).toBe(false);
  }
});

it("an end of line may be behind deflated data, and nothing else", () => {
  for (const behind of ["", "\n", "\r\n"]) expect(ends(deflated(15, behind), { F: "Fl" }), behind).toBe(true);
  for (const behind of ["x", "\nx", "x\n", "\n\n\n"])
    expect(ends(deflated(15, behind), { F: "Fl" }), behind).toBe(false);
});

it("data that says itself where it ends is taken as it is, and other filters hide what they hold", () => {
  const data = new Uint8Array(99);
  for (const name of ["JPXDecode", "JBIG2Decode", "CCF"]) expect(ends(data, { F: name }), name).toBe(true);
  for (const name of ["LZW", "RL", "AHx", "DCT"]) expect(ends(data, { F: name }), name).toBe(false);
  expect(ends(deflated(15), { F: ["AHx", "Fl"] })).toBe(false);
});

it("an image of more than eight megabytes is not decoded for that", () => {
  const most = { W: 1 << 13, H: 1 << 10 };
  expect(ends(new Uint8Array((1 << 23) + 1), most)).toBe(false);
  expect(ends(new Uint8Array((1 << 23) + (1 << 13) + 1), { ...most, H: (1 << 10) + 1 })).toBe(true);
});

it("bits that fill up rows are alike in all rows, since they could hold anything", () => {
  const oneBit = { BPC: 1 };
  for (const rows of [
    [0, 0, 0],
    [0x7, 0x7, 0x7],
    [0xa8, 0x50, 0xf8],
  ]) {
    expect(ends(Uint8Array.from(rows), oneBit), rows.join(" ")).toBe(true);
  }
  expect(ends(Uint8Array.of(0x1, 0x2, 0x3), oneBit)).toBe(false);
  expect(ends(deflateSync(Uint8Array.of(0xf9, 0xf8, 0xf8)), { F: "Fl", ...oneBit })).toBe(false);
});
