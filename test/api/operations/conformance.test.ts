import { beforeAll, describe, expect, it } from "vitest";
import type { DescribedOperation } from "../../../src/api/operation.ts";
import { imageToPdf } from "../../../src/api/operations/images.ts";
import { checkConformance } from "../../../src/engine.ts";
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
  it("is kept, and told", async () => {
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
