import { beforeAll, describe, expect, it, vi } from "vitest";
import { crop } from "../../../src/api/operations/crop.ts";
import { inspect } from "../../../src/api/operations/inspect.ts";
import { split } from "../../../src/api/operations/split.ts";
import { bytes } from "../../fixtures/bytes.ts";
import { tinyPdf } from "../../fixtures/pdf.ts";
import { errorOf, form, type TestApi, testApi } from "../../support/api.ts";

const URL_OF_PDF = "https://files.test/a.pdf";
const pdf: [string, Uint8Array] = ["a.pdf", tinyPdf(1)];
const base64 = Buffer.from(pdf[1]).toString("base64");
const cropData = JSON.stringify([{ pageNumber: 1, cropArea: { x: 1, y: 1, width: 9, height: 9 } }]);

/** Each operation that takes one PDF, what it needs beside it, and its codes for no PDF and for one that is none. */
const operations: [path: string, fields: Record<string, string>, input: string, corrupt: string][] = [
  ["/v1/pdf/crop", { cropData }, "INVALID_INPUT", "CORRUPTED_FILE"],
  ["/v1/pdf/split", { splitMode: "ranges", ranges: '["1"]' }, "INVALID_PDF", "INVALID_PDF"],
  ["/v1/pdf/inspect", {}, "INVALID_INPUT", "CORRUPTED_FILE"],
];

let api: TestApi;
beforeAll(async () => {
  api = await testApi([crop, split, inspect]);
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});

describe.each(operations)("%s takes one PDF", (path, fields, input, corrupt) => {
  async function refusal(given: Parameters<typeof form>[0], more: [string, string | File][] = []) {
    const body = form({ ...fields, ...given });
    for (const [name, value] of more) body.append(name, value as string);
    const { code, field, message } = await errorOf(await api.request(path, { method: "POST", body }));
    return { answer: [code, field], message };
  }

  it.each<[string, Parameters<typeof form>[0], [string, string | File][], string, string]>([
    [
      "two files",
      { file: pdf },
      [["file", new File([pdf[1] as Uint8Array<ArrayBuffer>], "b.pdf")]],
      "file",
      "file and file",
    ],
    ["a second one in base64", { file: pdf, fileBase64: base64 }, [], "fileBase64", "file and fileBase64"],
    ["a second one at an address", { file: pdf, url: URL_OF_PDF }, [], "url", "file and url"],
    ["an empty file beside an address", { file: ["b.pdf", bytes("")], url: URL_OF_PDF }, [], "url", "file and url"],
  ])("and not %s", async (_, given, more, field, came) => {
    const { answer, message } = await refusal(given, more);
    expect(answer).toEqual([input, field]);
    expect(message).toContain(`Exactly one of file, fileBase64 and url is needed; ${came} were sent.`);
  });

  it("and not none, or one without a byte", async () => {
    expect(await refusal({})).toMatchObject({ answer: [input, "file"], message: /^No PDF was sent/ });
    expect((await refusal({ file: ["a.pdf", bytes("")] })).message).toContain("the file is empty");
  });

  it.each([
    [
      "file",
      "<!doctype html><title>Report",
      "an HTML page, not a PDF; POST /v1/convert/html-to-pdf makes a PDF of it.",
    ],
    ["file", "GIF89a", "a GIF image, not a PDF; POST /v1/convert/image-to-pdf makes a PDF of it."],
    ["fileBase64", "PK\x03\x04", "a ZIP archive or an Office document, not a PDF."],
  ])("and calls what is plainly another kind of %s by its name: %j", async (field, text, says) => {
    const given = field === "file" ? { file: ["a.pdf", bytes(text)] as [string, Uint8Array] } : {};
    const more: [string, string][] = field === "file" ? [] : [[field, Buffer.from(text, "latin1").toString("base64")]];
    const { answer, message } = await refusal(given, more);
    expect(answer[0]).toBe(corrupt);
    expect(message).toContain(`${field}: this is ${says}`);
  });
});
