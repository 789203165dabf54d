import * as mupdf from "mupdf";
import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import type { PdfDict, PdfString } from "../../../src/pdf-file/syntax/objects.ts";
import { pdf, stream, text } from "../../fixtures/pdf.ts";
import { cropPdf } from "../../support/at-once.ts";

const PLAIN = pdf({
  1: "<</Type/Catalog/Pages 2 0 R>>",
  2: "<</Type/Pages/Count 2/Kids[3 0 R 5 0 R]/MediaBox[0 0 200 100]>>",
  3: "<</Type/Page/Parent 2 0 R/Contents 4 0 R/LastModified(D:2026)/Annots[7 0 R]>>",
  4: stream("1 0 0 rg 0 0 100 50 re f"),
  5: "<</Type/Page/Parent 2 0 R/Contents 6 0 R>>",
  6: stream("0 1 0 rg 0 0 100 50 re f"),
  7: "<</Type/Annot/Subtype/Text/Rect[1 1 9 9]/Contents(a secret note)>>",
});

function protect(options: string): Uint8Array {
  const document = mupdf.Document.openDocument(PLAIN, "application/pdf") as mupdf.PDFDocument;
  return document.saveToBuffer(options).asUint8Array().slice();
}

const AREA = { x: 10, y: 20, width: 30, height: 40 };

describe("an encrypted document stays encrypted", () => {
  const methods = ["rc4-40", "rc4-128", "aes-128", "aes-256"];
  const cases = methods.flatMap((method) => [
    [`${method}, its objects in the file`, `encrypt=${method}`],
    [`${method}, its objects in object streams`, `encrypt=${method},objstms=yes`],
  ]);

  it.each(cases)("%s", (_, options) => {
    const file = protect(`${options},user-password=open,owner-password=own`);
    const document = openPdf(file, { password: "open" });
    expect(document.encrypted).toBe(true);
    const bytes = cropPdf(document, { definitions: [{ page: 1, area: AREA }] }).rope.toBytes();
    expect(bytes.subarray(0, file.length)).toEqual(file);
    expect(text(bytes)).not.toContain("D:2026");

    const page = openPdf(bytes, { password: "own" }).page(0).dict as PdfDict;
    expect(page.get("MediaBox")).toEqual([10, 20, 40, 60]);
    expect(text((page.get("LastModified") as PdfString).bytes)).toBe("D:2026");

    const reader = mupdf.Document.openDocument(bytes, "application/pdf") as mupdf.PDFDocument;
    expect(reader.needsPassword()).toBe(true);
    expect(reader.authenticatePassword("open")).toBeGreaterThan(0);
    expect(reader.wasRepaired()).toBe(false);
    expect(reader.loadPage(0).getBounds()).toEqual([0, 0, 30, 40]);
    expect(reader.findPage(0).get("LastModified").asString()).toBe("D:2026");
    expect(reader.findPage(0).get("Annots").get(0).get("Contents").asString()).toBe("a secret note");
    const pixels = reader.loadPage(0).toPixmap(mupdf.Matrix.identity, mupdf.ColorSpace.DeviceRGB, false, false);
    expect([...pixels.getPixels().subarray(pixels.getStride() * 39, pixels.getStride() * 39 + 3)]).toEqual([255, 0, 0]);
  });

  it("opening without a password where only the owner has one", () => {
    const file = protect("encrypt=aes-256,owner-password=own");
    const bytes = cropPdf(openPdf(file), { definitions: [{ page: 2, area: AREA }] }).rope.toBytes();
    expect(openPdf(bytes).page(1).dict.get("MediaBox")).toEqual([10, 20, 40, 60]);
  });

  it.each([
    ["none was given", undefined],
    ["the wrong one was given", "wrong"],
  ])("a document that needs a password is refused when %s", (_, password) => {
    const file = protect("encrypt=aes-128,user-password=open,owner-password=own");
    expect(() => openPdf(file, { password })).toThrowError(
      expect.objectContaining({ kind: "password", message: expect.stringContaining("password-protected") }),
    );
  });
});
