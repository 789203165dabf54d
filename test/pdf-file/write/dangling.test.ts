import { describe, expect, it } from "vitest";
import {
  crop,
  finishPdf,
  layWords,
  merge,
  newProtection,
  openPdf,
  PdfFile,
  protect,
  removeOutside,
  split,
  updated,
  Work,
} from "../../../src/engine.ts";
import { type PdfObject, PdfRef, PdfStream } from "../../../src/pdf-file/syntax/objects.ts";
import { type Bodies, type FileOptions, pdf, stream, text } from "../../fixtures/pdf.ts";

/** References to the numbers that come next, of which there is no object (ISO 32000-2 §7.3.10), from everywhere. */
const nowhere = (first: number) => `/Nowhere [${Array.from({ length: 30 }, (_, at) => `${first + at} 0 R`).join(" ")}]`;

/** One page object at two places of the tree, and a page of its own. */
function document(options?: FileOptions, isDeep = false): Uint8Array {
  const first = options?.style === "stream" ? 14 : 12;
  const shallow = isDeep ? "" : nowhere(first);
  const bodies: Bodies = {
    1: `<</Type/Catalog/Pages 2 0 R/OCProperties 8 0 R${shallow}>>`,
    2: `<</Type/Pages/Kids[3 0 R 4 0 R 3 0 R]/Count 3>>`,
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 5 0 R/Resources 6 0 R${shallow}>>`,
    4: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 5 0 R/Resources 6 0 R/PieceInfo 10 0 R>>`,
    5: stream("BT /F 12 Tf 20 100 Td (Text) Tj ET"),
    6: "<</Font<</F 7 0 R>>>>",
    7: `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FontDescriptor 9 0 R>>`,
    8: `<</OCGs[]/D<<>>${shallow}>>`,
    9: `<</Type/FontDescriptor/FontName/Helvetica/Flags 32${shallow}>>`,
    10: `<<${nowhere(first)}>>`,
    11: "<</Title(Title)>>",
  };
  return pdf(bodies, { trailer: "/Root 1 0 R/Info 11 0 R", ...options });
}

const area = { x: 20, y: 20, width: 100, height: 100 };
const part = (bytes: Uint8Array) => ({ document: openPdf(bytes), title: "Part" });
const WAYS: Record<string, (bytes: Uint8Array) => Promise<PdfFile>> = {
  crop: async (bytes) => (await crop(bytes, { definitions: [{ page: 1, area }] })).file,
  removal: async (bytes) => (await removeOutside(bytes, { definitions: [{ page: 1, area }] })).file,
  part: async (bytes) => (await split(bytes, { parts: [{ from: 1, to: 2 }] })).parts[0]!.file,
  "part that says more": async (bytes) =>
    (await split(bytes, { parts: [{ from: 1, to: 3 }], information: { title: "Part" } })).parts[0]!.file,
  joined: async (bytes) => (await merge([part(bytes), part(bytes)], {})).file,
  "title, language": async (bytes) => new PdfFile(finishPdf(openPdf(bytes), { title: "Other", language: "en" }).rope),
  text: async (bytes) => {
    const opened = openPdf(bytes);
    await layWords(opened, [{ page: 2, lines: [{ words: [{ text: "Laid", box: [20, 20, 60, 32] }] }] }], {
      existing: "add",
    });
    return updated(opened);
  },
  password: async (bytes) => {
    const opened = openPdf(bytes);
    const how = await newProtection({ ownerPassword: "owner" }, opened);
    const { file } = await crop(opened, { definitions: [{ page: 2, area }] });
    return new PdfFile(await protect(file.pieces, how, { work: new Work(file.size, {}) }));
  },
};

describe.each(Object.entries(WAYS))("what refers to nothing refers to nothing in a new file: %s", (way, make) => {
  it.each<[string, Uint8Array]>([
    ["a table", document()],
    ["a stream", document({ style: "stream", compressed: [1, 2, 3, 4, 6, 7, 8, 9] })],
    [
      "a damaged file",
      Uint8Array.from(Buffer.from(text(document()).replace(/startxref\n\d+/, "startxref\n9"), "latin1")),
    ],
  ])("with %s", async (_, bytes) => {
    const { found, live } = looked((await make(bytes)).bytes());
    expect(live).toEqual([]);
    // A removal copies what it knows, and nothing else.
    if (way !== "removal") expect(found).toBeGreaterThan(0);
  });
});

it.each(["part", "part that says more", "password"])("nor does what is copied without a look: %s", async (way) => {
  const { found, live } = looked((await WAYS[way]!(document({}, true))).bytes());
  expect(live).toEqual([]);
  expect(found).toBe(1);
});

it("a reference to a number far away does not make the numbers of new objects as large", async () => {
  const bytes = Uint8Array.from(Buffer.from(text(document()).replaceAll(" 41 0 R", " 1999999 0 R"), "latin1"));
  const made = openPdf((await WAYS.crop!(bytes)).bytes());
  expect(made.size).toBeLessThan(60);
});

/** How many entries there are that led nowhere, and which of their items now lead to something. */
function looked(bytes: Uint8Array): { found: number; live: string[] } {
  const opened = openPdf(bytes);
  const seen = new Set<number>();
  const live: string[] = [];
  let found = 0;
  const look = (object: PdfObject): void => {
    if (object instanceof PdfRef) {
      if (seen.has(object.number)) return;
      seen.add(object.number);
      look(opened.get(object));
    } else if (object instanceof PdfStream) look(object.dict);
    else if (Array.isArray(object)) object.forEach(look);
    else if (object instanceof Map) {
      for (const [key, value] of object) {
        if (key !== "Nowhere") look(value);
        else {
          const items = opened.array(value) ?? [];
          found++;
          live.push(...items.filter((item) => opened.resolve(item) !== null).map((item) => `${JSON.stringify(item)}`));
        }
      }
    }
  };
  look(opened.trailer);
  return { found, live };
}
