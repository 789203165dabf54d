import * as mupdf from "../../../test/fixtures/mupdf/mupdf.ts";
import type { Random } from "../../../test/fixtures/random.ts";
import type { Kept } from "../../../test/fixtures/removal/secret.ts";

/** A place on the page that is far outside of the kept area. */
interface Spot {
  readonly x: number;
  readonly y: number;
  /** How large something there may be. */
  readonly size: number;
}

interface Planting {
  readonly document: mupdf.PDFDocument;
  readonly page: mupdf.PDFObject;
  readonly spot: Spot;
  readonly word: string;
  readonly random: Random;
}

type Planter = (planting: Planting) => void;

const FORM = { Type: "XObject", Subtype: "Form" };

/** Text that is painted in each way that content has. */
const texts: ((word: string, at: string) => string)[] = [
  (word, at) => `BT /Planted 1 Tf ${at} Td (${word}) Tj ET`,
  (word, at) => `BT 3 Tr /Planted 1 Tf ${at} Td [${Array.from(word, (letter) => `(${letter})`).join("-9")}] TJ ET`,
  (word, at) => `BT /Planted 1 Tf 1 0 0 1 ${at} Tm <${Buffer.from(word).toString("hex")}> ' ET`,
  (word, at) => `q BT 7 Tr /Planted 1 Tf ${at} Td (${word}) Tj ET 0 0 9999 9999 re f Q`,
  (word, at) => `/Span <</ActualText (${word})>> BDC BT /Planted 1 Tf ${at} Td (x) Tj ET EMC`,
  (word, at) => `q 1 0 0 1 ${at} cm BI /W 8 /H 1 /BPC 8 /CS /G ID ${word}\nEI Q`,
  (word, at) => `q 1 0 0 1 ${at} cm /${word} Do Q`,
  (word) => `% ${word}\n/${word} MP`,
];

/** Content that comes first and leaves the state as it was, so that nothing of the page's own content can move it. */
function inContent({ document, page, spot, word, random }: Planting): void {
  const planted = `q ${random.pick(texts)(word, `${spot.x} ${spot.y}`)} Q\n`;
  addFont(document, page);
  prepend(document, page, planted);
}

function inForm({ document, page, spot, word, random }: Planting): void {
  const text = random.pick(texts)(word, "0 0");
  const form = document.addStream(`${text} ${random.next() < 0.5 ? "/Loop Do" : ""}`, {
    ...FORM,
    BBox: [-5, -5, 5 + spot.size, 5 + spot.size],
    Resources: { Font: { Planted: font(document) } },
  });
  resources(document, page, "XObject").put("PlantedForm", form);
  prepend(document, page, `q 1 0 0 1 ${spot.x} ${spot.y} cm /PlantedForm Do Q\n`);
}

function inPattern({ document, page, spot, word }: Planting): void {
  const pattern = document.addStream(`BT /Planted 1 Tf ${spot.x} ${spot.y} Td (${word}) Tj ET`, {
    Type: "Pattern",
    PatternType: 1,
    PaintType: 1,
    TilingType: 1,
    BBox: [-2000, -2000, 5000, 5000],
    XStep: 9000,
    YStep: 9000,
    Resources: { Font: { Planted: font(document) } },
  });
  resources(document, page, "Pattern").put("PlantedPattern", pattern);
  prepend(document, page, "q /Pattern cs /PlantedPattern scn -2000 -2000 9000 9000 re f Q\n");
}

function inImage({ document, page, spot, word, random }: Planting): void {
  const dict = {
    Type: "XObject",
    Subtype: "Image",
    Width: 8,
    Height: 1,
    BitsPerComponent: 8,
    ColorSpace: "DeviceGray",
  };
  const image = document.addStream(
    word,
    random.next() < 0.5 ? dict : { ...dict, Metadata: document.addStream(word, {}) },
  );
  resources(document, page, "XObject").put("PlantedImage", image);
  prepend(document, page, `q ${spot.size} 0 0 ${spot.size} ${spot.x} ${spot.y} cm /PlantedImage Do Q\n`);
}

function inAnnotation({ document, page, spot, word, random }: Planting): void {
  const { x, y, size } = spot;
  const rect = [x, y, x + size, y + size];
  const look = document.addStream(`BT /Planted 1 Tf 0 0 Td (${word}) Tj ET`, {
    ...FORM,
    BBox: [0, 0, size, size],
    Resources: { Font: { Planted: font(document) } },
  });
  const subtype = random.pick(["Text", "FreeText", "Stamp", "Square", "Highlight", "Widget", "Link"]);
  const more = subtype === "Widget" ? { FT: "Tx", T: text(document, word), V: text(document, word) } : {};
  const entries = {
    Type: "Annot",
    Subtype: subtype,
    Rect: rect,
    Contents: text(document, word),
    AP: { N: look },
    ...more,
  };
  const annotation = document.addObject(entries);
  const own = page.get("Annots");
  if (own.isArray()) own.push(annotation);
  else page.put("Annots", [annotation]);
}

/** Places that belong to the page or the document, and that the inside does not need. */
function besides({ document, page, word, random }: Planting): void {
  const root = document.getTrailer().get("Root");
  const file = {
    Type: "Filespec",
    F: text(document, word),
    EF: { F: document.addStream(word, { Type: "EmbeddedFile" }) },
  };
  const places: (() => unknown)[] = [
    () => page.put("PieceInfo", { A: { Private: text(document, word) } }),
    () => page.put("Metadata", document.addStream(`<x>${word}</x>`, { Type: "Metadata", Subtype: "XML" })),
    () =>
      page.put(
        "Thumb",
        document.addStream(word, { Width: 8, Height: 1, BitsPerComponent: 8, ColorSpace: "DeviceGray" }),
      ),
    () => page.put("AF", [document.addObject(file)]),
    () => root.put("Metadata", document.addStream(`<x>${word}</x>`, { Type: "Metadata", Subtype: "XML" })),
    () => root.put("Outlines", outline(document, word)),
    () =>
      root.put("Names", {
        JavaScript: { Names: [text(document, word), { S: "JavaScript", JS: text(document, word) }] },
      }),
    () => root.put("Names", { EmbeddedFiles: { Names: [text(document, word), document.addObject(file)] } }),
    () => root.put("AF", [document.addObject(file)]),
    () => document.getTrailer().put("Info", document.addObject({ Title: text(document, word) })),
    () => document.addObject({ Unused: text(document, word) }),
  ];
  random.pick(places)();
}

const planters: Planter[] = [inContent, inContent, inForm, inPattern, inImage, inAnnotation, besides];

/** Hides the word outside of a page's kept area, in one to three of these ways. Undefined when mupdf cannot. */
export function plant(file: Uint8Array, kept: readonly Kept[], word: string, random: Random): Uint8Array | undefined {
  try {
    const document = mupdf.Document.openDocument(file.slice(), "application/pdf") as mupdf.PDFDocument;
    if (document.needsPassword() || kept.length === 0) return undefined;
    for (let times = 1 + random.below(3); times > 0; times--) {
      const { page, box } = random.pick(kept);
      const planting = { document, page: document.findPage(page - 1), spot: spotBeside(box, random), word, random };
      random.pick(planters)(planting);
    }
    const planted = document.saveToBuffer(random.pick(SAVED)).asUint8Array().slice();
    document.destroy();
    return random.next() < 0.1 ? Buffer.concat([planted, Buffer.from(`\n% ${word}\n`)]) : planted;
  } catch {
    // A file that mupdf does not read cannot be planted in.
    return undefined;
  }
}

const SAVED = ["", "compress", "garbage", "garbage=compact,objstms=yes,compress", "encrypt=aes-128,owner-password=own"];

/** Left of or below the box, as far away as the box is from the page's corner. */
function spotBeside([left, bottom, right, top]: Kept["box"], random: Random): Spot {
  const [width, height] = [right - left, top - bottom];
  const size = Math.min(width, height) * 0.1;
  const x = random.next() < 0.5 ? left - width * 0.6 : left + random.next() * width * 0.8;
  const y = x < left ? bottom + random.next() * height * 0.8 : bottom - height * 0.6;
  return { x: Math.round(x), y: Math.round(y), size };
}

function text(document: mupdf.PDFDocument, word: string): mupdf.PDFObject {
  return document.newString(word);
}

function font(document: mupdf.PDFDocument): mupdf.PDFObject {
  return document.addObject({ Type: "Font", Subtype: "Type1", BaseFont: "Helvetica", Encoding: "WinAnsiEncoding" });
}

function addFont(document: mupdf.PDFDocument, page: mupdf.PDFObject): void {
  resources(document, page, "Font").put("Planted", font(document));
}

/** The page's own dictionary of resources of this kind. A shared one is copied first. */
function resources(document: mupdf.PDFDocument, page: mupdf.PDFObject, kind: string): mupdf.PDFObject {
  const copy = (value: mupdf.PDFObject): mupdf.PDFObject => {
    const dict = document.newDictionary();
    if (value.isDictionary()) value.forEach((item, key) => void dict.put(key, item));
    return dict;
  };
  const all = copy(page.getInheritable("Resources"));
  all.put(kind, copy(all.get(kind)));
  page.put("Resources", all);
  return page.get("Resources").get(kind);
}

function prepend(document: mupdf.PDFDocument, page: mupdf.PDFObject, content: string): void {
  const contents = document.newArray();
  contents.push(document.addStream(content, {}));
  const own = page.get("Contents");
  if (own.isArray()) own.forEach((item) => void contents.push(item));
  else if (own.isStream()) contents.push(own);
  page.put("Contents", contents);
}

function outline(document: mupdf.PDFDocument, word: string): mupdf.PDFObject {
  const item = document.addObject({ Title: text(document, word) });
  const root = document.addObject({ Type: "Outlines", First: item, Last: item, Count: 1 });
  item.put("Parent", root);
  return root;
}
