import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Work } from "../../src/meter/work.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { longDocument } from "../fixtures/long-document.ts";
import { removeOutside } from "../support/at-once.ts";
import { drawn } from "./drawn.ts";
import { build, stream } from "./files.ts";

const SQUARE = { x: 100, y: 100, width: 200, height: 200 };
const AREA = [100, 100, 300, 300] as const;
const BOTH = "120 120 20 20 re f 20 20 20 20 re f ";
const definitions = [{ page: 1, area: SQUARE }];

/** What is refused by name, and left out when that is asked. */
function unremovable(made: Parameters<typeof build>[0]): readonly string[] {
  const file = build(made);
  expect(() => removeOutside(openPdf(file), { definitions })).toThrow("unremovable");
  return removeOutside(openPdf(file), { definitions, onUnremovable: "drop" }).removal.pages[0]!.dropped;
}

describe("what takes more work than its size explains is refused by name", () => {
  it("a line of more points than can be cut", () => {
    const content = `50 200 m ${"9 9 350 200 50 201 c ".repeat(87_400)} S ${BOTH}`;
    expect(unremovable({ content })).toEqual(["a path of too many points or dashes"]);
  });

  it("an annotation of more points than can be drawn", () => {
    const annotation = "<</Type/Annot/Subtype/Ink/Rect[150 150 350 151]/InkList[20 0 R 20 0 R 20 0 R]>>";
    const more = { 20: `[${"150 150 351 151 ".repeat(100_000)}]` };
    expect(unremovable({ content: BOTH, page: `/Annots[${annotation}]`, more })).toEqual([
      "annotations of too many points",
    ]);
  });

  it("a large image at many places", () => {
    const size = 1 << 14;
    const data = Buffer.from(deflateSync(new Uint8Array((size * size) / 8))).toString("latin1");
    const look = "/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/FlateDecode";
    const dict = `/Subtype/Image/Width ${size}/Height ${size}${look}`;
    const content = [0, 1, 2].map((at) => `q 200 0 0 1 298 ${150 + at} cm /I Do Q `).join("") + BOTH;
    const made = { content, resources: "/XObject<</I 20 0 R>>", more: { 20: stream(dict, data) } };
    expect(unremovable(made)).toEqual(["an image at too many places"]);
  });
});

describe("what is repeated often costs little each time", () => {
  it("short contents are not compressed", () => {
    const square = (at: number) => `<</Type/Annot/Subtype/Square/C[1 0 0]/Rect[50 ${at} 150 ${at + 9}]>>`;
    const { rope } = removeOutside(openPdf(build({ content: BOTH, page: `/Annots[${square(120)}${square(150)}]` })), {
      definitions,
    });
    const forms = Buffer.from(rope.toBytes())
      .toString("latin1")
      .match(/<<[^>]*\/Subtype\/Form[\s\S]*?stream/g);
    expect(forms).toHaveLength(4);
    for (const form of forms!) expect(form).not.toContain("/Filter");
  });
});

describe("cells that are larger than their steps and than the area", () => {
  it.each([
    ["a path", "5 5 290 290 re f 0 0 m 300 300 l S", 100],
    ["a path and text", "5 5 290 290 re S BT /F1 9 Tf 10 10 Td (abc) Tj ET", 250],
    ["a cell within a cell", "/Pattern cs /Q scn 5 5 290 290 re f", 100],
  ])("stay as they look: %s", (_, cell, step) => {
    const tiling = (size: number, by: number, content: string) =>
      stream(
        `/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 ${size} ${size}]/XStep ${by}/YStep ${by}` +
          "/Resources<</Font<</F1 5 0 R>>/Pattern<</Q 21 0 R>>>>",
        content,
      );
    const file = build({
      content: `/Pattern cs /P scn 0 0 400 400 re f 150 150 20 20 re f `,
      resources: "/Pattern<</P 20 0 R>>",
      more: { 20: tiling(300, step, cell), 21: tiling(9, 9, "1 1 5 5 re f") },
    });
    const { rope } = removeOutside(openPdf(file), { definitions });
    expect(drawn(rope.toBytes(), AREA).length).toBe(drawn(file, AREA).length);
  });
});

it("what is outside goes from every page of a long document for what its size explains", () => {
  const count = 20;
  const file = longDocument(count, "Dear Jane", 250);
  const document = openPdf(file, { work: new Work(file.length, { steps: 30_000 }) });
  const area = { x: 0, y: 0, width: 400, height: 280 };
  const { removal } = removeOutside(document, { definitions: [{ page: 1, area }], all: true });
  expect(removal.pages.map(({ removed }) => removed.glyphs)).toEqual(Array(count).fill("Dear Jane".length));
});

it("a document above a megabyte may take twice what one reading of it may, as the result is read to be proved", () => {
  const outcome = (padding: number) => {
    const file = build({ content: BOTH.repeat(2_000), more: { 40: stream("", "x".repeat(padding)) } });
    const free = new Work(file.length);
    removeOutside(openPdf(file, { work: free }), { definitions });
    const most = { steps: 0, stepsPerMebibyte: free.used.steps / (1.5 * (file.length / 2 ** 20)) };
    const work = new Work(file.length, most);
    return () => removeOutside(openPdf(file, { work }), { definitions });
  };
  expect(outcome(1_100_000)).not.toThrow();
  expect(outcome(100_000)).toThrow(expect.objectContaining({ kind: "steps" }));
});
