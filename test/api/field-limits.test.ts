import { describe, expect, it } from "vitest";
import { LIMITS } from "../../src/api/limits.ts";
import { crop } from "../../src/api/operations/crop.ts";
import { htmlToPdf as html } from "../../src/api/operations/html.ts";
import { imageToPdf } from "../../src/api/operations/images.ts";
import { inspect } from "../../src/api/operations/inspect.ts";
import { redact } from "../../src/api/operations/redact.ts";
import { split } from "../../src/api/operations/split.ts";
import { pagesOf, pdf } from "../fixtures/pdf.ts";
import { errorOf, form, testApi } from "../support/api.ts";

const area = { pageNumber: 1, cropArea: { x: 1, y: 1, width: 9, height: 9 } };

describe("text that is larger than text may be", () => {
  const text = "x".repeat(LIMITS.request.textBytes + 1);
  const json = (body: unknown) => ({
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const inForm = { method: "POST", body: form({ html: text }) };
  const urlencoded = {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: `html=${text}`,
  };

  it.each<[string, string, RequestInit, string]>([
    ["HTML in JSON", html.path, json({ html: text }), "20 MB (20971520 bytes)"],
    ["HTML in a form", html.path, inForm, "20 MB (20971520 bytes)"],
    ["HTML in a form of one line", html.path, urlencoded, "20 MB (20971520 bytes)"],
    ["images in a form", imageToPdf.path, { method: "POST", body: form({ images: text }) }, "50 MB (52428800 bytes)"],
  ])("is refused with how large a file may be: %s", async (_, path, init, most) => {
    const api = await testApi([html, imageToPdf] as never);
    const response = await api.request(path, init);
    expect([response.status, (await errorOf(response)).message]).toEqual([
      413,
      expect.stringMatching(new RegExp(` 8 MB .*; send a file for up to ${most.replace(/[()]/g, "\\$&")}\\.`)),
    ]);
  });

  it("is refused without such advice where no file replaces it", async () => {
    const api = await testApi([crop] as never);
    const response = await api.request(crop.path, { method: "POST", body: form({ cropData: text }) });
    expect(await errorOf(response)).toMatchObject({
      code: "FILE_TOO_LARGE",
      message: expect.not.stringContaining("send a file"),
    });
  });
});

describe("a field at its limit", () => {
  it("cropData takes as many definitions as the limit and not one more", () => {
    const { cropData } = crop.fields.shape;
    const most = Array(LIMITS.pdf.cropDefinitions).fill(area);
    expect(cropData.safeParse(most).success).toBe(true);
    expect(cropData.safeParse([...most, area]).success).toBe(false);
  });

  it.each<[keyof typeof redact.fields.shape, number, unknown]>([
    ["areas", LIMITS.redact.areas, { pageNumber: 1, area: area.cropArea }],
    ["text", LIMITS.redact.rules, { words: "Jane" }],
    ["patterns", LIMITS.redact.rules, "email"],
  ])("%s of a redaction takes %i items and not one more", (field, most, item) => {
    const list = redact.fields.shape[field];
    expect(list.safeParse(Array(most).fill(item)).success).toBe(true);
    expect(list.safeParse(Array(most + 1).fill(item)).success).toBe(false);
  });

  it.each([crop, split, redact, inspect].map(({ id, fields }) => [id, fields.shape.password] as const))(
    "%s takes a password of as many characters as the limit and not one more",
    (_, password) => {
      expect(password.safeParse("x".repeat(LIMITS.pdf.passwordChars)).success).toBe(true);
      expect(password.safeParse("x".repeat(LIMITS.pdf.passwordChars + 1)).success).toBe(false);
    },
  );

  it.each([crop, split, redact, inspect].map(({ id, fields, limits }) => [id, fields.shape.url, limits] as const))(
    "%s takes an address of 8,192 characters and not one more, and room for fields beside the largest file",
    (_, url, limits) => {
      expect(url.safeParse(`https://a.example/${"x".repeat(8_174)}`).success).toBe(true);
      expect(url.safeParse(`https://a.example/${"x".repeat(8_175)}`).success).toBe(false);
      expect(limits.bodyBytes).toBe(LIMITS.pdf.fileBytes + LIMITS.request.envelopeBytes);
    },
  );

  it("is refused beyond it by its name", async () => {
    const api = await testApi([crop] as never);
    const file: [string, Uint8Array] = ["a.pdf", pdf(pagesOf(1))];
    const send = (fields: Record<string, string>) =>
      api.request("/v1/pdf/crop", { method: "POST", body: form({ file, ...fields }) });
    const tooMany = JSON.stringify(Array(LIMITS.pdf.cropDefinitions + 1).fill(area));
    const tooLong = "x".repeat(LIMITS.pdf.passwordChars + 1);
    for (const [field, fields] of Object.entries({
      cropData: { cropData: tooMany },
      password: { cropData: JSON.stringify([area]), password: tooLong },
    })) {
      const response = await send(fields);
      expect([response.status, (await errorOf(response)).field]).toEqual([400, field]);
    }
  });
});
