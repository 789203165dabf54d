import { describe, expect, it } from "vitest";
import { openPdf } from "../../src/pdf-file/open.ts";
import type { MisfitProblem } from "../../src/pdf-file/pdf-problem.ts";
import { PdfRef } from "../../src/pdf-file/syntax/objects.ts";
import { pageSet } from "../../src/pdf-pages/page-set.ts";
import { type Bodies, damaged, deflated, type FileOptions, pagesOf, pdf, stream, text } from "../fixtures/pdf.ts";
import { splitDocument } from "../support/at-once.ts";
import { bytesOf, checkComplete, dictOf, partBytes, partOf, partsOf } from "./parts.ts";

const contents = (part: ReturnType<typeof partOf>, page: number) => {
  const stream = part.resolve(part.page(page).dict.get("Contents"));
  return text(part.streamData(stream as Parameters<typeof part.streamData>[0]));
};

describe("the pages of a part", () => {
  it("are those asked for, in the order asked for", () => {
    const part = partOf(pagesOf(9), "7,2-3");
    expect([0, 1, 2].map((page) => contents(part, page).slice(9, 11))).toEqual(["6 ", "1 ", "2 "]);
  });

  it("have what they took from their ancestors", () => {
    const nested: Bodies = {
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 300 400]/Rotate 90/Resources 8 0 R>>",
      3: "<</Type/Pages/Parent 2 0 R/Count 1/Kids[5 0 R]/CropBox[10 10 100 100]/Rotate 180>>",
      4: "<</Type/Page/Parent 2 0 R/Contents 7 0 R/MediaBox[0 0 50 50]>>",
      5: "<</Type/Page/Parent 3 0 R/Contents 7 0 R>>",
      7: stream("0 g"),
      8: "<</Font<</F 9 0 R>>>>",
      9: "<</Type/Font/Subtype/Type1/BaseFont/Courier>>",
    };
    const [first, second] = partsOf(nested, ["1", "2"]).map((part) => part.page(0).dict);
    expect([first?.get("MediaBox"), first?.get("CropBox"), first?.get("Rotate")]).toEqual([
      [0, 0, 300, 400],
      [10, 10, 100, 100],
      180,
    ]);
    expect([second?.get("MediaBox"), second?.get("CropBox"), second?.get("Rotate")]).toEqual([
      [0, 0, 50, 50],
      undefined,
      90,
    ]);
    expect(first?.get("Resources")).toBeInstanceOf(PdfRef);
  });

  it("that are twice in the document are twice in the part", () => {
    const part = partOf(
      { ...pagesOf(2), 2: "<</Type/Pages/Count 3/Kids[3 0 R 5 0 R 3 0 R]/MediaBox[0 0 9 9]>>" },
      "1-3",
    );
    expect([0, 1, 2].map((page) => contents(part, page).slice(9, 11))).toEqual(["0 ", "1 ", "0 "]);
    expect(part.page(0).ref?.number).not.toBe(part.page(2).ref?.number);
  });

  it("have their contents byte for byte, where an object of its own says how long they are", () => {
    const odd = "<< /Length   9 0 R\n/Odd  (x) >>\nstream\n0 g 1 1 8 8 re f\nendstream";
    const made = (length: string) => text(partBytes(pdf({ ...pagesOf(1), 4: odd, 9: length }), ["1"])[0]!);
    expect(made("16")).toContain(odd);
    // Without a length to go by, the stream is written again with the right one.
    for (const length of ["null", "(16)", "-1", "15"]) expect(made(length), length).toMatch(/\/Length 16\b/);
  });

  it("that are in the tree itself become objects", () => {
    const bodies = {
      ...pagesOf(1),
      2: "<</Type/Pages/Count 2/Kids[3 0 R<</Type/Page/MediaBox[0 0 7 7]/Contents 4 0 R>>]>>",
    };
    expect(partOf(bodies, "2").page(0).dict.get("MediaBox")).toEqual([0, 0, 7, 7]);
  });

  it("come along alone when the catalog names a page for the tree", () => {
    const part = partOf({ 1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Page/MediaBox[0 0 7 7]>>" }, "1");
    expect(part.pageCount).toBe(1);
  });
});

describe("resources", () => {
  const image = (shade: number) =>
    stream(
      String.fromCharCode(shade).repeat(5000),
      "/Type/XObject/Subtype/Image/Width 50/Height 100/BitsPerComponent 8/ColorSpace/DeviceGray",
    );
  const shared = (content: (index: number) => string): Bodies => {
    const bodies = pagesOf(3, () => "/Resources 20 0 R");
    bodies[20] = "<</XObject<</Im0 30 0 R/Im1 31 0 R/Im2 32 0 R/Fm 33 0 R>>/ColorSpace<</DefaultRGB/DeviceRGB>>>>";
    for (let i = 0; i < 3; i++) {
      bodies[30 + i] = image(65 + i);
      bodies[4 + 2 * i] = deflated(content(i));
    }
    bodies[33] = stream("/Im2 Do", "/Type/XObject/Subtype/Form/BBox[0 0 9 9]");
    return bodies;
  };
  const named = (part: ReturnType<typeof partOf>) => [
    ...dictOf(part, dictOf(part, part.page(0).dict.get("Resources")).get("XObject")).keys(),
  ];

  it("that all pages share are cut to what the part's pages use", () => {
    const bodies = shared((index) => `q /Im${index} Do Q`);
    const [one, two] = partsOf(bodies, ["1", "2-3"]);
    expect([named(one!), named(two!)]).toEqual([["Im0"], ["Im1", "Im2"]]);
    expect(dictOf(one!, one!.page(0).dict.get("Resources")).has("ColorSpace")).toBe(true);
    const whole = pdf(bodies).length;
    expect(partBytes(pdf(bodies), ["1"])[0]!.length).toBeLessThan(whole / 2);
  });

  it("that a form takes from its page stay", () => {
    expect(
      named(
        partsOf(
          shared(() => "/Fm Do"),
          ["1"],
        )[0]!,
      ).sort(),
    ).toEqual(["Fm", "Im2"]);
  });

  it("stay where the content cannot be read", () => {
    const bodies = shared(() => "q Q");
    bodies[4] = stream("nothing", "/Filter/DCTDecode");
    expect(named(partOf(bodies, "1"))).toHaveLength(4);
  });

  it("named with escapes are found", () => {
    expect(
      named(
        partOf(
          shared(() => "/I#6d1 Do"),
          "1",
        ),
      ),
    ).toEqual(["Im1"]);
  });
});

describe("what a comment in an object says", () => {
  it("is no part of it: neither a reference, nor the beginning of a text", () => {
    const bodies: Bodies = {
      ...pagesOf(1, () => "/X% 20 0 R (\n21 0 R/Y% >>\r22 0 R"),
      20: "(a)",
      21: "(b)",
      22: "(c)",
    };
    const part = text(partBytes(pdf(bodies), ["1"])[0] as Uint8Array);
    expect(part.match(/\((a|b|c)\)/g)).toEqual(["(b)", "(c)"]);
  });
});

describe("the file of a part", () => {
  const compressed: FileOptions = { style: "stream", compressed: [1, 2, 3, 5, 7, 20, 21] };
  const bodies: Bodies = { ...pagesOf(3, (index) => `/X ${20 + (index % 2)} 0 R`), 20: "[(even)]", 21: "[(odd)]" };

  it.each<[string, FileOptions]>([
    ["a table", {}],
    ["a table of an old version", { header: "%PDF-1.4\n" }],
    ["object streams", compressed],
    ["generations", { generations: { 3: 2, 20: 5 } }],
    ["junk before its header", { header: "junk\n%PDF-1.7\n" }],
  ])("is complete and minimal where the document has %s", (_, options) => {
    const parts = partsOf(bodies, ["1", "2", "1-3", "3,1"], options);
    expect(parts.map(({ pageCount }) => pageCount)).toEqual([1, 1, 3, 2]);
  });

  it("is a table before version 1.5, and a cross-reference stream from then on", () => {
    const [old] = partBytes(pdf(bodies, { header: "%PDF-1.4\n" }), ["1"]);
    expect(text(old!)).toContain("\nxref\n0 5\n");
    const [modern] = partBytes(pdf(bodies), ["1"]);
    expect(text(modern!)).toContain("/Type/XRef");
  });

  it("is whole where the document was damaged", () => {
    const file = damaged(pdf(pagesOf(3)), "startxref", "startxxxx");
    const parts = partBytes(damaged(file, "/Length ", "/Length 9"), ["1", "2-3"]).map((bytes) => openPdf(bytes));
    expect(parts.map(({ pageCount }) => pageCount)).toEqual([1, 2]);
    for (const part of parts) checkComplete(part);
  });

  it("is known by its length and checksum before it is read, and is the same each time", async () => {
    const { crc32 } = await import("node:zlib");
    const large = pagesOf(4);
    for (let i = 0; i < 4; i++) large[4 + 2 * i] = stream(`% ${i}\n`.repeat(5000));
    const document = openPdf(pdf(large));
    const sets = [
      [0, 3],
      [1, 1],
      [0, 3],
      [2, 3],
    ].map(([first = 0, last = 0]) => pageSet([{ first: first + 1, last: last + 1 }]));
    const { parts } = splitDocument(document, { parts: sets }, { outputBytes: 1e9 });
    expect(parts).toHaveLength(sets.length);
    for (const part of parts) {
      const bytes = bytesOf(part);
      expect([bytes.length, crc32(bytes)]).toEqual([part.length, part.crc32()]);
      expect(bytesOf(part)).toEqual(bytes);
    }
  });

  it.each([
    ["with its length", 22],
    ["without it", 9999],
  ])("ends a stream whose end is mangled where its object ends, %s", (_, length) => {
    const bodies = { ...pagesOf(2), 4: `<</Length ${length}>>\nstream\n0 0 1 rg 0 0 5 5 re f \nendstre\xa7m` };
    const [part] = partBytes(pdf(bodies), ["1"]);
    expect(text(part as Uint8Array)).toContain("0 0 5 5 re f");
    expect(text(part as Uint8Array)).not.toContain("1 1 50 50 re");
  });

  it("drops references to what does not exist", () => {
    const part = partOf(
      pagesOf(1, () => "/Metadata 99 0 R/Group<</S/Transparency/CS 98 0 R>>"),
      "1",
    );
    expect([...part.page(0).dict.keys()]).not.toContain("Metadata");
  });

  it("keeps the content streams that there are of a list that names others", () => {
    const bodies: Bodies = { ...pagesOf(1), 50: "[4 0 R 99 0 R]" };
    bodies[3] = bodies[3]!.replace("/Contents 4 0 R", "/Contents 50 0 R");
    const listed = partOf(bodies, "1").page(0).dict.get("Contents");
    expect(listed).toEqual([expect.any(PdfRef)]);
  });
});

describe("a split that would be too large", () => {
  const document = openPdf(pdf(pagesOf(10)));
  const all = pageSet([{ first: 1, last: 10 }]);

  it("is refused before the work, with the estimate", () => {
    const parts = Array(5000).fill(all);
    expect(() => splitDocument(document, { parts }, { outputBytes: 2 << 20 })).toThrow(
      expect.objectContaining({
        misfit: { kind: "too much output", bytes: 5000 * document.bytes.length, most: 2 << 20 },
      }),
    );
  });

  it("is refused when shared resources make it so", () => {
    const bodies = pagesOf(20, () => "/Resources<</XObject<</I 90 0 R>>>>");
    for (let page = 0; page < 20; page++) bodies[4 + 2 * page] = stream("/I Do");
    bodies[90] = stream("x".repeat(100_000));
    const sets = Array.from({ length: 20 }, (_, page) => pageSet([{ first: page + 1, last: page + 1 }]));
    let problem: unknown;
    try {
      splitDocument(openPdf(pdf(bodies)), { parts: sets }, { outputBytes: 300_000 });
    } catch (error) {
      problem = error;
    }
    expect(problem).toMatchObject({ misfit: { kind: "too much output", most: 300_000 } });
    const { misfit } = problem as MisfitProblem;
    // Each of the twenty parts holds the image.
    expect("bytes" in misfit && misfit.bytes / 2e6).toBeCloseTo(1, 1);
  });
});
