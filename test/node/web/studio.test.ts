import { describe, expect, it } from "vitest";
import { QuireError } from "../../../client/src/index.ts";
import { PAPERS as OF_SERVICE } from "../../../src/images/page/layout.ts";
import { samplesOfCall } from "../../../web/src/studio/calls.ts";
import { inShape, sidesOf, withSide } from "../../../web/src/studio/crop/area.ts";
import { faultsIn, partsFromRanges } from "../../../web/src/studio/document/parts.ts";
import { kindOfBytes } from "../../../web/src/studio/images/kinds.ts";
import { PAPERS, placed } from "../../../web/src/studio/images/layout.ts";
import { forPeople } from "../../../web/src/studio/messages.ts";
import { marks, marksNow, numberAsked, resetMarks, stampAsked } from "../../../web/src/studio/organize/marks-state.ts";
import { readAddress } from "../../../web/src/studio/share.ts";
import { planOf } from "../../../web/src/studio/split/plan.ts";

const PAGE = { width: 600, height: 800 };

describe("an area in numbers", () => {
  const area = { x: 100, y: 200, width: 300, height: 400 };

  it("is measured from each side of the page, and moved by each", () => {
    expect(sidesOf(area, PAGE)).toEqual({ left: 100, bottom: 200, right: 200, top: 200, width: 300, height: 400 });
    expect(withSide(area, "left", 50, PAGE)).toEqual({ x: 50, y: 200, width: 350, height: 400 });
    expect(withSide(area, "right", 0, PAGE)).toEqual({ x: 100, y: 200, width: 500, height: 400 });
    expect(withSide(area, "top", 100, PAGE)).toEqual({ x: 100, y: 200, width: 300, height: 500 });
    expect(withSide(area, "height", 100, PAGE)).toEqual({ x: 100, y: 500, width: 300, height: 100 });
  });

  it("keeps its shape where that is asked for, and stays on the page", () => {
    const wide = inShape({ ...area, width: 400 }, 0.75, { right: true }, PAGE);
    expect(wide.width / wide.height).toBeCloseTo(0.75);
    const most = inShape({ ...area, width: 600 }, 0.75, { right: true }, PAGE);
    expect(most.x + most.width).toBeLessThanOrEqual(600);
    expect(most.y).toBeGreaterThanOrEqual(0);
  });
});

it("ranges become parts, and what is wrong with them is said in words", () => {
  expect(partsFromRanges(["1-2, 5", "4-"], 6).map(({ pages }) => pages)).toEqual([
    [1, 2, 5],
    [4, 5, 6],
  ]);
  expect(faultsIn(["1-3", "4-"], 6)).toBeUndefined();
  expect(faultsIn([], 6)).toContain("at least one");
  expect(partsFromRanges(["r2-", "1-5,x2", "odd", "1-6:even"], 6).map(({ pages }) => pages)).toEqual([
    [5, 6],
    [1, 3, 4, 5],
    [1, 3, 5],
    [2, 4, 6],
  ]);
  expect(faultsIn(["a"], 6)).toContain("“a”: that is not a page range");
  expect(faultsIn(["3-1"], 6)).toContain("its last page comes before its first");
  expect(faultsIn(["1-3,2"], 6)).toContain("it names page 2 twice");
  expect(faultsIn(["0-2"], 6)).toContain("counted from 1");
  expect(faultsIn(["2-9"], 6)).toContain("goes beyond the last page. The document has 6 pages.");
});

it("numbers and a stamp are asked for as the interface takes them, and a link brings them back", () => {
  expect([numberAsked.value, stampAsked.value]).toEqual([undefined, undefined]);
  marks.hasNumbers.value = true;
  expect(numberAsked.value).toEqual({});
  marks.style.value = "bates";
  marks.prefix.value = "ACME-";
  marks.skip.value = "2";
  expect(numberAsked.value).toEqual({ prefix: "ACME-", digits: 6, skip: 2 });
  marks.style.value = "roman";
  marks.numberPlace.value = "top-right";
  marks.hasStamp.value = true;
  marks.layer.value = "under";
  const asked = { format: "{page:roman}", skip: 2, position: "top-right" };
  const stamp = { text: "DRAFT", position: "center", rotation: -45, opacity: 0.15, layer: "under" };
  expect([numberAsked.value, stampAsked.value]).toEqual([asked, stamp]);
  const linked = marksNow();
  resetMarks();
  expect([numberAsked.value, stampAsked.value]).toEqual([undefined, undefined]);
  resetMarks({ ...linked, prefix: 5 });
  expect([numberAsked.value, stampAsked.value]).toEqual([asked, stamp]);
  expect(marks.prefix.value).toBe("");
});

it("the places that a rule divides at are marked by page, also those that are left out", () => {
  const parts = [
    { fileName: "a.pdf", pages: "1-2" },
    { fileName: "b.pdf", pages: "4-5", match: "Invoice" },
  ];
  const marks = (text: object) => [...planOf(JSON.stringify({ text }), { parts, notes: [] }, 6).marks];
  expect(marks({ at: "start", page: "keep" })).toEqual([[4, "Invoice"]]);
  expect(marks({ at: "start", page: "drop" })).toEqual([[3, "Invoice"]]);
  expect(marks({ at: "end", page: "keep" })).toEqual([[5, "Invoice"]]);
  expect(marks({ at: "end", page: "drop" })).toEqual([[6, "Invoice"]]);
  const ink = { share: 0, largestMark: 0 };
  const blank = (["nothing", "specks"] as const).map((shows, at) => ({
    pageNumber: at + 1,
    contentBox: null,
    ink,
    shows,
  }));
  const found = planOf("{}", { parts, blank, notes: [] }, 6);
  expect([...found.marks.values()].slice(1)).toEqual(["Blank", "Blank but for specks"]);
  expect(found.parts.map(({ pages }) => pages)).toEqual([
    [1, 2],
    [4, 5],
  ]);
});

it("an image is known by its first bytes", () => {
  const kind = (text: string) => kindOfBytes(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
  expect(kind("\xff\xd8\xff\xe0")).toEqual({ name: "JPEG", isShown: true });
  expect(kind("II*\0")).toEqual({ name: "TIFF", isShown: false });
  expect(kind("\0\0\0\x18ftypheic\0\0\0\0mif1").refusal).toContain("This browser cannot read HEIC");
  expect(kind("\0\0\0\x18ftypavif\0\0\0\0")).toEqual({ name: "AVIF", isShown: true });
  expect(kind("<svg xmlns='a'/>")).toEqual({ name: "SVG", isShown: true });
  expect(kind("%PDF-1.7").refusal).toContain("PDF already");
  expect(kind("").refusal).toContain("empty");
});

it("an image lies on its page as the service lays it", () => {
  const layout = { pageSize: "A4", orientation: "auto", fitMode: "contain", margin: 0 } as const;
  const { page, box } = placed({ width: 400, height: 200 }, 0, layout);
  expect(page.width).toBeGreaterThan(page.height);
  expect(box.width / box.height).toBeCloseTo(2);
  const turned = placed({ width: 400, height: 200 }, 90, layout);
  expect(turned.page.height).toBeGreaterThan(turned.page.width);
  const own = placed({ width: 400, height: 200 }, 0, { ...layout, pageSize: "Original", margin: 10 });
  expect(own.page).toEqual({ width: 420, height: 220 });
  const cover = placed({ width: 400, height: 200 }, 0, { ...layout, orientation: "portrait", fitMode: "cover" });
  expect(cover.box.height).toBeCloseTo(cover.inner.height);
});

it("offers the papers that the service has, in its sizes", () => {
  const sizes = PAPERS.map((pageSize) => {
    const layout = { pageSize, orientation: "portrait", fitMode: "contain", margin: 0 } as const;
    const { width, height } = placed({ width: 4, height: 4 }, 0, layout).page;
    return [pageSize, Math.round(width), Math.round(height)];
  });
  const pixels = (points: number) => Math.round((points * 96) / 72);
  expect(sizes).toEqual(Object.entries(OF_SERVICE).map(([name, [w, h]]) => [name, pixels(w), pixels(h)]));
});

it("a call in code names a password, and never prints it", () => {
  globalThis.location ??= { origin: "https://api.test" } as Location;
  const samples = samplesOfCall({
    path: "/v1/pdf/crop",
    files: { file: ['a "b".pdf'] },
    fields: { cropData: [{ pageNumber: 1 }], isOn: true, password: "open sesame" },
  });
  expect(samples.map(({ language }) => language)).toEqual(["curl", "TypeScript", "Python"]);
  for (const { text } of samples) {
    expect(text).not.toContain("sesame");
    expect(text).toContain("PDF_PASSWORD");
  }
  expect(samples[0]?.text).toContain(`-F 'file=@"a \\"b\\".pdf"'`);
  expect(samples[2]?.text).toContain('json.dumps([{"pageNumber":1}])');
});

it("settings in an address are read, and a link that was cut short opens the tool", () => {
  expect(readAddress("#split=%7B%22way%22%3A%22every%22%7D")).toEqual({ tool: "split", settings: { way: "every" } });
  expect(readAddress("#crop=%7B%22way")).toEqual({ tool: "crop", settings: undefined });
  expect(readAddress("#other")).toEqual({ tool: undefined, settings: undefined });
});

it("a refusal is shown without the names of the interface", () => {
  const refusal = (code: string, message: string, field?: string) =>
    forPeople(new QuireError(400, { code, message, requestId: "r", retryable: false, field }, undefined));
  const text = refusal(
    "INVALID_INPUT",
    "cropData[0].cropArea.width: expected a number above 0",
    "cropData[0].cropArea.width",
  );
  expect(text).toBe("Expected a number above 0");
  expect(refusal("FILE_TOO_LARGE", "file is larger than 50 MB (52428800 bytes).")).not.toContain("52428800");
  expect(refusal("PROCESSING_FAILED", "The operation failed.")).toContain("r");
});
