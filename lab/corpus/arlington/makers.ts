import {
  crop,
  dropActiveContent,
  finishPdf,
  inspect,
  layWords,
  markFont,
  merge,
  newExtras,
  newProtection,
  openPdf,
  PdfFile,
  protect,
  redactPdf,
  removeOutside,
  split,
  updated,
  Work,
} from "../../../src/engine.ts";

/** What is made of a PDF: each operation of the engine that writes one. */
export const MAKERS: Readonly<Record<string, (bytes: Uint8Array) => Promise<PdfFile>>> = {
  crop: async (bytes) => (await crop(bytes, { definitions: [await middle(bytes)] })).file,
  removal: async (bytes) => (await removeOutside(bytes, { definitions: [await middle(bytes)] })).file,
  redaction: async (bytes) => (await redactPdf(bytes, { rules: [{ contains: "e" }] })).file,
  split: async (bytes) => {
    const { pageCount } = openPdf(bytes);
    const { parts } = await split(bytes, { parts: [{ from: 1, to: Math.max(1, pageCount >> 1) }] });
    return parts[0]!.file;
  },
  assembly: async (bytes) => {
    const font = await markFont();
    const part = () => ({ document: openPdf(bytes), title: "Part" });
    const place = { position: "bottom", margin: 28 } as const;
    const mark = { layer: "over", font, place, size: 10, color: [0, 0, 0] } as const;
    return (await merge([part(), part()], { overlays: (page) => [{ ...mark, text: `Page ${page}` }] })).file;
  },
  "text layer": async (bytes) => {
    const document = openPdf(bytes);
    const words = [{ text: "Laid", box: [20, 20, 60, 32] } as const];
    await layWords(document, [{ page: 1, lines: [{ words }] }], { existing: "redo" });
    return updated(document);
  },
  "claim and files": async (bytes) => {
    const document = openPdf(bytes);
    const file = { name: "data.xml", type: "text/xml", bytes: new TextEncoder().encode("<data/>") };
    const extras = await newExtras({ claim: ["pdfa-3b", "pdfua-1"], attachments: [file] });
    return new PdfFile(finishPdf(document, { title: "Title" }, { extras }).rope);
  },
  "without tags": async (bytes) => new PdfFile(finishPdf(openPdf(bytes), { author: "Author" }, { tagged: false }).rope),
  password: async (bytes) => {
    const document = openPdf(bytes);
    const how = await newProtection({ ownerPassword: "owner" }, document);
    const { file } = await crop(document, { definitions: [await middle(bytes)] });
    return new PdfFile(await protect(file.pieces, how, { work: new Work(file.size, {}) }));
  },
  "without scripts": async (bytes) => (await dropActiveContent(bytes)).file ?? updated(openPdf(bytes)),
};

async function middle(bytes: Uint8Array) {
  const { pages } = await inspect(bytes, { limit: 1 });
  const { width, height } = pages[0]!;
  return { page: 1, area: { x: width / 4, y: height / 4, width: width / 2, height: height / 2 } };
}
