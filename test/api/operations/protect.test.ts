import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import type { DescribedOperation } from "../../../src/api/operation.ts";
import { crop } from "../../../src/api/operations/crop.ts";
import { imageToPdf } from "../../../src/api/operations/images.ts";
import { split } from "../../../src/api/operations/split.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { PdfString } from "../../../src/pdf-file/syntax/objects.ts";
import { pagesOf, pdf, stream } from "../../fixtures/pdf.ts";
import { png } from "../../fixtures/png.ts";
import { form, type TestApi, testApi } from "../../support/api.ts";

const CONTENT = "0 0 50 50 re f ".repeat(40);
const FILE = pdf(
  { ...pagesOf(3, () => "/Contents 80 0 R"), 80: stream(CONTENT), 90: "<</Title(Plain words)>>" },
  { trailer: "/Root 1 0 R/Info 90 0 R" },
);
const PROTECT = { userPassword: "käse", ownerPassword: "cheddar", permissions: { print: "low", copy: false } };
const CROP = { cropData: JSON.stringify([{ pageNumber: 2, cropArea: { x: 10, y: 20, width: 30, height: 40 } }]) };
const SPLIT = { splitMode: "ranges", ranges: '["1-2","3"]' };

let api: TestApi;
beforeAll(async () => {
  api = await testApi([crop, split, imageToPdf] as unknown as DescribedOperation[]);
});

const post = (path: string, fields: Parameters<typeof form>[0]) =>
  api.request(`${path}?format=binary`, { method: "POST", body: form(fields) });
const file = async (path: string, fields: Parameters<typeof form>[0]) => {
  const response = await post(path, fields);
  if (response.status !== 200) throw new Error(await response.text());
  return new Uint8Array(await response.arrayBuffer());
};
const cropped = (input: Uint8Array, fields: Record<string, string>) =>
  file("/v1/pdf/crop", { file: ["a.pdf", input], ...CROP, ...fields });
const parts = async (input: Uint8Array, fields: Record<string, string>) =>
  Object.values(unzipSync(await file("/v1/pdf/split", { file: ["a.pdf", input], ...SPLIT, ...fields })));
const message = async (fields: Record<string, string>, input = FILE) => {
  const response = await post("/v1/pdf/crop", { file: ["a.pdf", input], ...CROP, ...fields });
  const { error } = (await response.json()) as { error: { message: string } };
  return error.message;
};

/** What a reader sees with the password. */
function seen(bytes: Uint8Array, password: string | undefined) {
  const document = openPdf(bytes, { password });
  expect(document.rebuilt).toBe(false);
  const title = document.resolve(document.dict(document.trailer.get("Info"))?.get("Title"));
  const contents = document.resolve(document.page(0).dict.get("Contents"));
  return {
    encrypted: document.encrypted,
    pages: document.pageCount,
    title: title instanceof PdfString ? Buffer.from(title.bytes).toString() : undefined,
    content: Buffer.from(document.streamData(contents as never))
      .toString()
      .trim(),
    permissions: document.dict(document.trailer.get("Encrypt"))?.get("P"),
  };
}

const isReadable = (bytes: Uint8Array) => /Plain words|50 50 re/.test(Buffer.from(bytes).toString("latin1"));

describe("protect", () => {
  const protect = JSON.stringify(PROTECT);
  const made = { encrypted: true, title: "Plain words", content: CONTENT.trim(), permissions: -2068 };

  it("encrypts a crop for the user's password and the owner's", async () => {
    const bytes = await cropped(FILE, { protect });
    expect(isReadable(bytes)).toBe(false);
    for (const password of ["käse", "cheddar"]) expect(seen(bytes, password)).toEqual({ ...made, pages: 3 });
    expect(openPdf(bytes, { password: "käse" }).page(1).dict.get("MediaBox")).toEqual([10, 20, 40, 60]);
    for (const password of [undefined, "other"]) expect(() => openPdf(bytes, { password })).toThrow("password");
  });

  it("encrypts a crop that removes", async () => {
    const bytes = await cropped(FILE, { protect, removeOutside: "true", document: "keep" });
    expect(seen(bytes, "käse")).toMatchObject({ encrypted: true, pages: 3, title: "Plain words" });
    expect(isReadable(bytes)).toBe(false);
  });

  it("encrypts each part of a split", async () => {
    const files = await parts(FILE, { protect });
    expect(files.map((bytes) => seen(bytes, "käse").pages)).toEqual([2, 1]);
    for (const bytes of files)
      expect([seen(bytes, "käse").content, isReadable(bytes)]).toEqual([CONTENT.trim(), false]);
  });

  it("encrypts a PDF of images, with what it says of itself", async () => {
    const image = png({ width: 9, height: 9, depth: 8, colourType: 0, pixel: (x, y) => [x * y] });
    const metadata = JSON.stringify({ title: "Plain words" });
    const bytes = await file("/v1/convert/image-to-pdf", { file: ["a.png", image], protect, metadata });
    expect(seen(bytes, "käse")).toMatchObject({ encrypted: true, pages: 1, title: "Plain words" });
    expect(isReadable(bytes)).toBe(false);
  });

  it("lets everybody open what has an owner's password only", async () => {
    const bytes = await cropped(FILE, {
      protect: JSON.stringify({ ownerPassword: "o", permissions: { modify: false } }),
    });
    expect(seen(bytes, undefined)).toMatchObject({ encrypted: true, permissions: -12 });
  });

  it("prepares passwords by SASLprep", async () => {
    const bytes = await cropped(FILE, { protect: JSON.stringify({ userPassword: "\u2168a\u00adb\u00a0c" }) });
    expect(seen(bytes, "IXab c").encrypted).toBe(true);
  });
});

describe("the protection of a PDF", () => {
  const locked = () => cropped(FILE, { protect: JSON.stringify(PROTECT) });

  it.each([
    ["a crop", async (input: Uint8Array, fields: Record<string, string>) => [await cropped(input, fields)]],
    ["a split", parts],
  ])("is kept, changed or removed by %s with the owner's password", async (_, make) => {
    const input = await locked();
    for (const [kept] of [
      await make(input, { password: "käse" }),
      await make(input, { password: "käse", protect: "keep" }),
    ]) {
      expect(seen(kept!, "käse")).toMatchObject({ encrypted: true, permissions: -2068 });
    }
    const [removed] = await make(input, { password: "cheddar", protect: "remove" });
    expect(seen(removed!, undefined)).toMatchObject({
      encrypted: false,
      title: "Plain words",
      content: CONTENT.trim(),
    });
    const [changed] = await make(input, { password: "cheddar", protect: JSON.stringify({ userPassword: "neu" }) });
    expect(seen(changed!, "neu")).toMatchObject({ encrypted: true, permissions: -4, content: CONTENT.trim() });
    expect(() => openPdf(changed!, { password: "käse" })).toThrow("password");
  });

  it("is not changed or removed with the user's password", async () => {
    const input = await locked();
    for (const protect of ["remove", JSON.stringify({ userPassword: "neu" })]) {
      expect(await message({ password: "käse", protect }, input)).toMatch(/^password: .*owner's password/);
    }
  });

  it("that is not there is removed without ado", async () => {
    expect(seen(await cropped(FILE, { protect: "remove" }), undefined).encrypted).toBe(false);
  });
});

describe("a protection that cannot be", () => {
  it.each([
    ["without a password", {}, /userPassword.*an ownerPassword or both/],
    ["with a password of white space that is dropped", { userPassword: "\u00ad" }, /at least one character/],
    ["with a control character", { userPassword: "secret\u0007" }, /SASLprep/],
    ["with letters of both directions", { userPassword: "secret\u05d0" }, /one direction/],
    ["with a password that is too long", { userPassword: "secret".repeat(30) }, /at most 127 bytes/],
    ["with one password for both", { userPassword: "secret", ownerPassword: "secret", permissions: {} }, /another one/],
    ["with a password that is a number", { userPassword: 12345678 }, /expected a string/],
  ])("is refused %s, and no password is quoted", async (_, protect, reason) => {
    const refused = await message({ protect: JSON.stringify(protect) });
    expect(refused).toMatch(reason);
    expect(refused).not.toMatch(/secret|12345678/);
  });

  it("is not quoted when it is no JSON", async () => {
    expect(await message({ protect: '{"userPassword": secret}' })).not.toContain("secret");
  });
});
