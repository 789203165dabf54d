import { beforeAll, describe, expect, it } from "vitest";
import type { DescribedOperation } from "../../../src/api/operation.ts";
import { imageToPdf } from "../../../src/api/operations/images.ts";
import { checkConformance } from "../../../src/engine.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import type { PdfStream, PdfString } from "../../../src/pdf-file/syntax/objects.ts";
import { cii } from "../../fixtures/invoice.ts";
import { jpeg } from "../../fixtures/jpeg.ts";
import { png } from "../../fixtures/png.ts";
import { form, type TestApi, testApi } from "../../support/api.ts";

const GRAY = png({ width: 30, height: 30, colourType: 0, depth: 8, pixel: () => [7] });
const CMYK = jpeg({ blocks: [[[255, 0, 128, 64]]] });

let api: TestApi;
beforeAll(async () => {
  api = await testApi([imageToPdf] as unknown as DescribedOperation[]);
});

const post = (fields: Parameters<typeof form>[0], format = "json") =>
  api.request(`/v1/convert/image-to-pdf?format=${format}`, { method: "POST", body: form(fields) });
interface Answer {
  conformance: { level: string; met: boolean; rules: number; violations: { page: number | null; what: string }[] };
  error: { code: string; field: string; message: string; conformance: Answer["conformance"] };
}
const answer = async (fields: Parameters<typeof form>[0]): Promise<Answer> => (await post(fields)).json();

describe("conformance", () => {
  it("is kept, and reported", async () => {
    const { conformance } = await answer({ file: ["a.png", GRAY], conformance: "pdfa-2b" });
    expect(conformance).toEqual({ level: "pdfa-2b", met: true, rules: 144, violations: [] });
    const response = await post({ file: ["a.png", GRAY], conformance: "PDF/A-3b" }, "binary");
    expect(JSON.parse(response.headers.get("Quire-Result")!).conformance).toEqual({
      ...{ level: "pdfa-3b", met: true },
      ...{ rules: 146, violations: 0 },
    });
    const pdf = new Uint8Array(await response.arrayBuffer());
    expect((await checkConformance(pdf, "pdfa-3b")).violations).toEqual([]);
  });

  it("is refused with what is in the way, and where", async () => {
    const { error } = await answer({ file: ["a.jpg", CMYK], conformance: "pdfa-2b" });
    expect([error.code, error.field]).toEqual(["INVALID_INPUT", "conformance"]);
    expect(error.message).toMatch(/^conformance: the PDF would not be pdfa-2b: .* on page 1: DeviceCMYK is used/);
    expect(error.conformance.violations).toHaveLength(1);
  });

  it("is not claimed where only a report is asked for and a rule is broken", async () => {
    const asked = { file: ["a.jpg", CMYK] as [string, Uint8Array], conformance: "pdfa-2b", conformanceMode: "report" };
    const { conformance } = await answer(asked);
    expect([conformance.met, conformance.violations[0]?.page]).toEqual([false, 1]);
    const pdf = Buffer.from(await (await post(asked, "binary")).arrayBuffer()).toString("latin1");
    expect(pdf).toContain("%PDF-");
    expect(pdf).not.toContain("pdfaid");
  });

  it("is of no part that is not made here, and goes with no encryption", async () => {
    const message = async (more: Record<string, string>) =>
      (await answer({ file: ["a.png", GRAY], ...more })).error.message;
    expect(await message({ conformance: "pdfa-1b" })).toMatch(
      /PDF\/A-1 is not made here, since it has no transparency/,
    );
    expect(await message({ conformance: "PDF/A-4" })).toMatch(/PDF\/A-4 is not made here/);
    const protect = '{"userPassword":"x"}';
    expect(await message({ conformance: "pdfa-2b", protect })).toMatch(/^protect: a PDF that is pdfa-2b/);
  });
});

/** The files in a PDF by name, with what they are to it. */
async function attached(response: Response): Promise<Record<string, [relationship: unknown, text: string]>> {
  if (response.status !== 200) throw new Error(await response.text());
  const document = openPdf(new Uint8Array(await response.arrayBuffer()));
  const names = document.dict(document.dict(document.catalog.get("Names"))?.get("EmbeddedFiles"))?.get("Names");
  const listed = (document.array(names) ?? []).filter((_, index) => index % 2 === 0);
  const files = (document.array(document.catalog.get("AF")) ?? []).map((item) => {
    const file = document.dict(item)!;
    const stream = document.resolve(document.dict(file.get("EF"))?.get("F"));
    const name = Buffer.from((file.get("UF") as PdfString).bytes).toString();
    return [name, [file.get("AFRelationship"), Buffer.from(document.streamData(stream as PdfStream)).toString()]];
  });
  expect(listed.map((name) => Buffer.from((name as PdfString).bytes).toString()).sort()).toEqual(
    files.map(([name]) => name).sort(),
  );
  return Object.fromEntries(files);
}

describe("attachments", () => {
  it("are parts of a form, of which the list says more", async () => {
    const list = '[{"name":"a.csv","relationship":"Source"},{"name":"b.txt","base64":"aGVsbG8="}]';
    const fields = { file: ["a.png", GRAY], attachment: ["a.csv", Buffer.from("1;2")], attachments: list };
    expect(await attached(await post(fields as never, "binary"))).toEqual({
      "a.csv": ["Source", "1;2"],
      "b.txt": ["Unspecified", "hello"],
    });
  });

  it("may be anything in PDF/A-3, and are no images", async () => {
    const fields = { file: ["a.png", GRAY], attachment: ["x.bin", Buffer.from("1;2")] };
    const { conformance } = await answer({ ...fields, conformance: "pdfa-3b" } as never);
    expect(conformance.violations).toEqual([]);
    const { error } = await answer({ ...fields, conformance: "pdfa-2b" } as never);
    expect(error.message).toMatch(/An embedded file is not PDF\/A/);
  });

  it.each([
    ['[{"name":"a"}]', /^attachments\[0\]: expected base64/],
    ['[{"name":"a","base64":"AA=="},{"name":"a","base64":"AA=="}]', /"a" is the name of two files/],
    ['[{"name":"a","base64":"AA==","type":"csv"}]', /expected a media type/],
  ])("are refused by name: %s", async (attachments, message) => {
    const { error } = await answer({ file: ["a.png", GRAY], attachments });
    expect(error.message).toMatch(message);
  });
});

describe("an invoice", () => {
  const BASIC_WL = cii("urn:factur-x.eu:1p0:basicwl");

  it("makes the PDF PDF/A-3, and says its profile as the standard writes it", async () => {
    const response = await post({ file: ["a.png", GRAY], invoice: BASIC_WL }, "binary");
    const pdf = new Uint8Array(await response.clone().arrayBuffer());
    expect((await checkConformance(pdf, "pdfa-3b")).violations).toEqual([]);
    expect(Buffer.from(pdf).toString("latin1")).toContain("<fx:ConformanceLevel>BASIC WL</fx:ConformanceLevel>");
    expect(await attached(response)).toEqual({ "factur-x.xml": ["Data", BASIC_WL] });
  });

  it.each([
    [{ invoice: "<html/>" }, /^invoice: expected an invoice in UN\/CEFACT CII/],
    [{ invoice: BASIC_WL, conformance: "pdfa-2b" }, /^conformance: a PDF with an invoice is pdfa-3b/],
    [{ invoice: BASIC_WL, protect: '{"userPassword":"x"}' }, /^protect: a PDF that is pdfa-3b/],
  ])("is refused where it cannot be one", async (fields, message) => {
    const { error } = await answer({ file: ["a.png", GRAY], ...(fields as Record<string, string>) });
    expect(error.message).toMatch(message);
  });
});
