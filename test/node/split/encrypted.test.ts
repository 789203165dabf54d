import * as mupdf from "mupdf";
import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { openSecurity } from "../../../src/pdf-file/security/security.ts";
import { type PdfDict, type PdfObject, type PdfStream, PdfString } from "../../../src/pdf-file/syntax/objects.ts";
import { type FileOptions, pagesOf, pdf, stream, text } from "../../fixtures/pdf.ts";
import { VECTORS, type Vector } from "../../pdf-file/security/vectors.ts";
import { checkComplete, partBytes, textOf } from "../../split/parts.ts";

const hex = (value: string) => new Uint8Array(Buffer.from(value, "hex"));

/** A document of three pages, encrypted by our own cipher under a vector's keys; object 40 is its /Encrypt. */
function encrypted(v: Vector, options: FileOptions = {}): Uint8Array {
  const entries = [`/Filter/Standard/V ${v.V}/R ${v.R}/Length ${v.Length}/P ${v.P}/O<${v.O}>/U<${v.U}>`];
  if (v.OE !== undefined) entries.push(`/OE<${v.OE}>/UE<${v.UE}>`);
  if (v.method !== undefined) entries.push(`/CF<</StdCF<</CFM/${v.method}>>>>/StmF/StdCF/StrF/StdCF`);
  if (v.cleartextMetadata) entries.push("/EncryptMetadata false");
  const dict: PdfDict = new Map<string, PdfObject>([
    ["Filter", "Standard"],
    ["V", v.V],
    ["R", v.R],
    ["Length", v.Length],
    ["P", v.P],
  ]);
  for (const key of ["O", "U", "OE", "UE"] as const)
    if (v[key] !== undefined) dict.set(key, new PdfString(hex(v[key] as string)));
  if (v.method !== undefined)
    dict
      .set("CF", new Map([["StdCF", new Map([["CFM", v.method]])]]))
      .set("StmF", "StdCF")
      .set("StrF", "StdCF");
  if (v.cleartextMetadata) dict.set("EncryptMetadata", false);
  const security = openSecurity(dict, hex(v.id0), v.user);
  const sealed = (value: string, number: number) =>
    `<${Buffer.from(security.encryptString(latin1(value), number, 0)).toString("hex")}>`;
  const bodies = pagesOf(3, (index) => (index === 0 ? `/Annots[30 0 R 31 0 R]` : ""));
  for (let page = 0; page < 3; page++) {
    const number = 4 + 2 * page;
    bodies[number] = stream(
      text(security.encryptStream(latin1(`0 0 1 rg ${page} ${page} 50 50 re f`), new Map(), number, 0)),
    );
  }
  bodies[1] = "<</Type/Catalog/Pages 2 0 R/Outlines 34 0 R/Metadata 36 0 R>>";
  const metadata = latin1("<x><xmp:Thumbnails>page one</xmp:Thumbnails><dc:title>Kept</dc:title></x>");
  bodies[36] = stream(
    text(security.encryptStream(metadata, new Map([["Type", "Metadata"]]), 36, 0)),
    "/Type/Metadata/Subtype/XML",
  );
  bodies[30] = `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Contents ${sealed("a remark", 30)}/A<</S/GoTo/D[5 0 R/Fit]/Next<</S/URI/URI ${sealed("http://x.test/", 30)}>>>>>>`;
  bodies[31] = `<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents ${sealed("as it was", 31)}>>`;
  bodies[33] = `<</Title ${sealed("Kept secret", 33)}>>`;
  bodies[34] = "<</First 35 0 R/Last 35 0 R>>";
  bodies[35] = `<</Title ${sealed("Chapter", 35)}/Parent 34 0 R/Dest[3 0 R/Fit]>>`;
  bodies[40] = `<<${entries.join("")}>>`;
  return pdf(bodies, { ...options, trailer: `/Root 1 0 R/Info 33 0 R/Encrypt 40 0 R/ID[<${v.id0}><${v.id0}>]` });
}

describe.each(VECTORS)("parts of a document under $name", (v) => {
  it("open with the same passwords, in our reader and another, and hold what they held", () => {
    const [first, rest] = partBytes(encrypted(v), ["1", "2-3"], v.user) as [Uint8Array, Uint8Array];
    for (const password of [v.user, v.owner]) {
      const part = openPdf(first, { password });
      checkComplete(part);
      const notes = part.array(part.page(0).dict.get("Annots"))?.map((item) => part.dict(item));
      const contents = notes?.map((note) => textOf(part, note?.get("Contents")));
      expect(contents).toEqual(["a remark", "as it was"]);
      expect(textOf(part, part.dict(notes?.[0]?.get("A"))?.get("URI"))).toBe("http://x.test/");
      const item = part.dict(part.dict(part.catalog.get("Outlines"))?.get("First"));
      expect(textOf(part, item?.get("Title"))).toBe("Chapter");
      expect(openPdf(rest, { password }).pageCount).toBe(2);
      const described = part.resolve(part.catalog.get("Metadata"));
      expect(text(part.streamData(described as PdfStream))).toBe("<x><dc:title>Kept</dc:title></x>");
    }
    const other = mupdf.Document.openDocument(first, "application/pdf");
    expect(other.needsPassword()).toBe(v.user !== "");
    if (v.user !== "") expect(other.authenticatePassword(v.user)).toBeGreaterThan(0);
    expect(other.countPages()).toBe(1);
    expect(other.getMetaData("info:Title")).toBe("Kept secret");
    const pixels = other.loadPage(0).toPixmap(mupdf.Matrix.identity, mupdf.ColorSpace.DeviceRGB).getPixels();
    expect([...pixels.subarray(3 * 200 * 80 + 30, 3 * 200 * 80 + 33)]).toEqual([0, 0, 255]);
  });

  if (v.user !== "") {
    it("do not open without a password", () => {
      const [part] = partBytes(encrypted(v), ["1"], v.user) as [Uint8Array];
      expect(() => openPdf(part)).toThrow(/password-protected/);
    });
  }
});
