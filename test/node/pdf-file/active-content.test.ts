import * as mupdf from "mupdf";
import { describe, expect, it } from "vitest";
import { atOnce } from "../../../src/meter/turns.ts";
import { dropActiveContent } from "../../../src/pdf-file/active-content.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { pdf, stream } from "../../fixtures/pdf.ts";
import { cropPdf, splitDocument } from "../../support/at-once.ts";

const KINDS: readonly (readonly [string, string])[] = [
  ["a script", "/S/JavaScript/JS(badly)"],
  ["a program", "/S/Launch/F(badly.exe)"],
  ["data to import", "/S/ImportData/F(badly.fdf)"],
  ["a script as an address", "/S/URI/URI(javascript:badly)"],
  ["such an address with white space", "/S/URI/URI( Java\\nScript:badly)"],
  ["such an address in UTF-16", "/S/URI/URI<FEFF006A006100760061007300630072006900700074003A006200610064006C0079>"],
  ["a file as an address", "/S/URI/URI(file:///badly)"],
  ["data as an address", "/S/URI/URI(data:text/html,badly)"],
  ["a script in VBScript", "/S/URI/URI(vbscript:badly)"],
  ["an indirect address", "/S/URI/URI 12 0 R"],
];

/** A document with the action at each place. */
function active(action: string): Uint8Array {
  return pdf({
    1: `<</Type/Catalog/Pages 2 0 R/OpenAction ${action}/AA<</WC ${action}>>/Outlines 5 0 R/AcroForm<</Fields[7 0 R]>>
        /Names<</JavaScript<</Names[(all) ${action}]>>/Dests<</Names[(here)[3 0 R/Fit]]>>>>>>`,
    2: "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 100]>>",
    3: `<</Type/Page/Parent 2 0 R/Contents 4 0 R/AA<</O ${action}>>/Annots[7 0 R 8 0 R 9 0 R
        <</Type/Annot/Subtype/Link/Rect[1 1 9 9]/A ${action}>>]>>`,
    4: stream("1 0 0 rg 0 0 100 50 re f"),
    5: "<</Type/Outlines/First 6 0 R/Last 6 0 R/Count 1>>",
    6: `<</Title(An item)/Parent 5 0 R/Dest[3 0 R/Fit]/A ${action}>>`,
    7: `<</FT/Tx/T(name)/V(a value)/Subtype/Widget/Type/Annot/Rect[9 9 20 20]/AA<</K ${action}/F 10 0 R>>>>`,
    8: `<</Type/Annot/Subtype/Link/Rect[1 1 9 9]/A<</S/GoTo/D[3 0 R/Fit]/Next[${action} 11 0 R]>>>>`,
    9: "<</Type/Annot/Subtype/Link/Rect[1 1 9 9]/A 11 0 R>>",
    10: `<</S/JavaScript/JS 13 0 R/Next ${action}>>`,
    11: "<</S/URI/URI(https://example.com/kept)>>",
    12: "(javascript:badly)",
    13: stream("badly()"),
  });
}

/** Everything that the document leads to, as mupdf reads it. */
function reachable(bytes: Uint8Array, password?: string): string {
  const document = mupdf.Document.openDocument(bytes, "application/pdf") as mupdf.PDFDocument;
  if (password !== undefined) document.authenticatePassword(password);
  const seen = new Set<number>();
  const texts: string[] = [];
  const open = [document.getTrailer().get("Root")];
  for (let object = open.pop(); object !== undefined; object = open.pop()) {
    if (object.isIndirect()) {
      if (seen.has(object.asIndirect())) continue;
      seen.add(object.asIndirect());
    }
    if (object.isString()) texts.push(object.asString());
    if (object.isName()) texts.push(`/${object.asName()}`);
    if (object.isArray() || object.isDictionary()) {
      object.forEach((value, key) => {
        if (typeof key === "string") texts.push(`/${key}`);
        open.push(value);
      });
    }
  }
  return texts.join("\n");
}

function dropped(bytes: Uint8Array, password?: string): Uint8Array {
  const { rope } = atOnce(dropActiveContent(openPdf(bytes, { password })));
  return rope?.toBytes() ?? bytes;
}

const BAD = /badly|\/JavaScript|\/Launch|\/ImportData|script:/i;
const AREA = { x: 10, y: 20, width: 30, height: 40 };

describe("a document without its active content", () => {
  it.each(KINDS)("drops %s at every place, and keeps the rest", (_, kind) => {
    const file = active(`<<${kind}>>`);
    expect(reachable(file)).toMatch(BAD);
    const left = reachable(dropped(file));
    expect(left).not.toMatch(BAD);
    for (const kept of ["https://example.com/kept", "An item", "a value", "here", "/GoTo", "/Widget"]) {
      expect(left).toContain(kept);
    }
  });

  it("is what a crop and the parts of a split are made of", () => {
    const file = dropped(active("<</S/Launch/F(badly.exe)>>"));
    const cropped = cropPdf(openPdf(file), { definitions: [{ page: 1, area: AREA }] }).rope.toBytes();
    expect(cropped.subarray(0, file.length)).toEqual(file);
    const { parts } = splitDocument(openPdf(file), { every: 1 }, { outputBytes: 1 << 20 });
    const part = Buffer.concat([...parts[0]!.pieces]);
    for (const result of [cropped, part]) {
      expect(reachable(result)).not.toMatch(BAD);
      expect(reachable(result)).toContain("https://example.com/kept");
    }
    expect(part.toString("latin1")).not.toMatch(BAD);
  });

  it("drops actions that are objects of their own, and keeps what follows them", () => {
    const chain = pdf({
      1: "<</Type/Catalog/Pages 2 0 R/OpenAction 4 0 R>>",
      2: "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 100]>>",
      3: "<</Type/Page/Parent 2 0 R/AA<</O 7 0 R>>>>",
      4: "<</S/JavaScript/JS(badly)/Next 5 0 R>>",
      5: "<</S/Launch/F(badly)/Next[4 0 R 6 0 R]>>",
      6: "<</S/URI/URI(https://example.com/kept)>>",
      7: "<</S/Launch/F(badly)/Next<</S/Named/N/NextPage>>>>",
    });
    const rest = reachable(dropped(chain));
    expect(rest).not.toMatch(BAD);
    expect(rest).toContain("https://example.com/kept");
    expect(openPdf(dropped(chain)).get(7)).toEqual(new Map(Object.entries({ S: "Named", N: "NextPage" })));
  });

  it("stays encrypted where it was", () => {
    const plain = mupdf.Document.openDocument(active("<</S/Launch/F(badly)>>"), "application/pdf");
    const options = "encrypt=aes-256,user-password=open,owner-password=own,objstms=yes";
    const file = (plain as mupdf.PDFDocument).saveToBuffer(options).asUint8Array().slice();
    const left = dropped(file, "open");
    expect(reachable(left, "open")).not.toMatch(BAD);
    expect(reachable(left, "open")).toContain("a value");
  });

  it("is the same when it does nothing", () => {
    const file = pdf({
      1: "<</Type/Catalog/Pages 2 0 R/URI<</Base(https://example.com/)>>>>",
      2: "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 100]>>",
      3: "<</Type/Page/Parent 2 0 R/Annots[<</Subtype/Link/Rect[1 1 9 9]/A<</S/URI/URI(mailto:a@b.c)>>>>]>>",
    });
    expect(atOnce(dropActiveContent(openPdf(file)))).toEqual({ rope: undefined, dropped: 0 });
  });
});
