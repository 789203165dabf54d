import { beforeAll, describe, expect, it, vi } from "vitest";
import type { DescribedOperation } from "../../../src/api/operation.ts";
import { crop } from "../../../src/api/operations/crop.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { type PdfDict, PdfStream } from "../../../src/pdf-file/syntax/objects.ts";
import { Inside } from "../../../src/remove/tally.ts";
import { genericJbig2 } from "../../fixtures/jbig2.ts";
import { boxed } from "../../fixtures/jp2.ts";
import { jpxStream } from "../../fixtures/jpx.ts";
import { type Bodies, pagesOf, pdf, stream, text } from "../../fixtures/pdf.ts";
import { VECTORS } from "../../pdf-file/security/vectors.ts";
import { errorOf, form, type TestApi, testApi } from "../../support/api.ts";

/** A square in the corner, and words above it that are not painted. */
const CONTENT = "1 0 0 rg 10 10 50 50 re f BT /F1 9 Tf 3 Tr 10 80 Td (SECRET) Tj ET";
const FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
const bodies = (content: string): Bodies => ({
  ...pagesOf(2, () => "/Resources<</Font<</F1 30 0 R>>>>"),
  4: stream(content),
  30: FONT,
});
let api: TestApi;
beforeAll(async () => {
  api = await testApi([crop] as unknown as DescribedOperation[]);
});

const send = (file: Uint8Array, fields: Record<string, string>, query = "") =>
  api.request(`/v1/pdf/crop${query}`, {
    method: "POST",
    body: form({ file: ["report.pdf", file], removeOutside: "true", ...fields }),
  });
const square = JSON.stringify([{ pageNumber: 1, cropArea: { x: 0, y: 0, width: 70, height: 70, unit: "pt" } }]);

function contentOf(file: Uint8Array, password?: string): string {
  const document = openPdf(file, password === undefined ? {} : { password });
  const contents = document.resolve(document.page(0).dict.get("Contents"));
  return contents instanceof PdfStream ? text(document.streamData(contents)) : "";
}

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe("POST /v1/pdf/crop with removeOutside", () => {
  it("says what was removed, and returns a file that no longer has it", async () => {
    const response = await send(pdf(bodies(CONTENT)), { cropData: square });
    expect(response.status).toBe(200);
    const body = (await response.json()) as { downloadUrl: string; notes: string[]; removal: Record<string, unknown> };
    expect(body.removal).toMatchObject({ verified: true, notExamined: [], pages: [{ removed: { glyphs: 6 } }] });
    expect(body.notes[0]).toBe("What lies outside of the areas is removed from the file.");
    const content = contentOf(await bytesOf(await api.follow(body.downloadUrl)));
    expect(content).toContain("10 10 50 50 re");
    expect(content).not.toContain("SECRET");
  });

  it("answers 500 and hands out nothing when the result fails its proof: no other request would mend that", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const proof = vi.spyOn(Inside.prototype, "fault").mockReturnValue("6 glyphs instead of 7");
    const response = await send(pdf(bodies(CONTENT)), { cropData: square });
    proof.mockRestore();
    const logged = log.mock.calls.flat().map(String).join("\n");
    log.mockRestore();
    expect(response.status).toBe(500);
    const error = await errorOf(response);
    expect(error.code).toBe("PROCESSING_FAILED");
    expect(error.message).not.toContain("glyphs");
    expect(logged).toContain("page 1 with 6 glyphs instead of 7");
  });

  it("removes what lies outside of what each page shows, with auto", async () => {
    const response = await send(pdf(bodies(CONTENT)), { auto: "true" }, "?format=binary");
    const result = JSON.parse(response.headers.get("quire-result")!) as Record<string, unknown>;
    expect(result).toMatchObject({ pagesCropped: 2, removal: { verified: true, pages: 2, removed: { glyphs: 6 } } });
    const file = await bytesOf(response);
    expect(openPdf(file).page(0).dict.get("MediaBox")).toEqual([10, 10, 60, 60]);
    expect(contentOf(file)).not.toContain("SECRET");
  });

  it("opens a protected document with its password, under which the result stays", async () => {
    const vector = VECTORS.find(({ name }) => name === "rc4-128")!;
    const locked = (content: string): Uint8Array =>
      pdf(
        {
          ...bodies(content),
          40: `<</Filter/Standard/V 2/R 3/Length 128/P ${vector.P}/O<${vector.O}>/U<${vector.U}>>>`,
        },
        { trailer: `/Root 1 0 R/Encrypt 40 0 R/ID[<${vector.id0}><${vector.id0}>]` },
      );
    const { security } = openPdf(locked(""), { password: vector.user });
    const sealed = text(security!.encryptStream(latin1(CONTENT), new Map() as PdfDict, 4, 0));
    const file = locked(sealed);
    const error = await errorOf(await send(file, { cropData: square }));
    expect([error.code, error.field]).toEqual(["INVALID_INPUT", "password"]);
    const result = await bytesOf(await send(file, { cropData: square, password: vector.user }, "?format=binary"));
    expect(() => openPdf(result)).toThrow(/password-protected/);
    const content = contentOf(result, vector.owner);
    expect(content).toContain("10 10 50 50 re");
    expect(content).not.toContain("SECRET");
  });

  it.each([
    ["JBIG2", "/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode", genericJbig2(half(0, 1))],
    ["JPEG 2000", "/Filter/JPXDecode", boxed(jpxStream([half(255, 0)]), 40, 40, 1, 17)],
  ])(
    "loads the decoder of %s when the edge cuts such an image, and when it is asked what a page shows",
    async (_, entries, data) => {
      const file = pdf({
        ...pagesOf(1, () => "/Resources<</XObject<</Im 30 0 R>>>>"),
        4: stream("q 100 0 0 100 0 0 cm /Im Do Q"),
        30: stream(text(data), `/Subtype/Image/Width 40/Height 40${entries}`),
      });
      const body = await (await send(file, { cropData: square })).json();
      expect(body).toMatchObject({ removal: { verified: true, pages: [{ cut: { images: 1 }, dropped: [] }] } });
      const shown = await (await send(file, { auto: "true" })).json();
      expect(shown).toMatchObject({ boxes: [{ cropArea: { x: 50, y: 0, width: 50, height: 100 } }] });
    },
  );

  it("refuses by name what cannot be cut, or leaves it out as asked", async () => {
    const image = "/Subtype/Image/Width 9/Height 9/Filter/JPXDecode";
    const file = pdf({
      ...pagesOf(1, () => "/Resources<</XObject<</Im 30 0 R>>>>"),
      4: stream("q 90 0 0 90 0 0 cm /Im Do Q"),
      30: stream("no image", image),
    });
    const error = await errorOf(await send(file, { cropData: square }));
    expect([error.code, error.field]).toEqual(["INVALID_INPUT", "removeOutside"]);
    expect(error.message).toContain("page 1: an image compressed by JPXDecode");
    const body = await (await send(file, { cropData: square, onUnremovable: "drop" })).json();
    expect(body).toMatchObject({
      removal: { verified: true, pages: [{ dropped: ["an image compressed by JPXDecode"] }] },
    });
  });
});

/** A picture of 40 by 40 samples, one half of it paper and the other ink. */
function half(paper: number, ink: number): number[][] {
  return Array.from({ length: 40 }, () => Array.from({ length: 40 }, (_, x) => (x < 20 ? paper : ink)));
}
