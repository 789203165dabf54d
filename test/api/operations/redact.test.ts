import { beforeAll, describe, expect, it } from "vitest";
import type { DescribedOperation } from "../../../src/api/operation.ts";
import { redact } from "../../../src/api/operations/redact.ts";
import { LETTER } from "../../fixtures/letter.ts";
import { text } from "../../fixtures/pdf.ts";
import { errorOf, form, type TestApi, testApi } from "../../support/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi([redact] as unknown as DescribedOperation[]);
});

const post = (fields: Record<string, unknown>, query = "") =>
  api.request(`/v1/pdf/redact${query}`, {
    method: "POST",
    body: form({
      file: ["letter.pdf", LETTER],
      ...Object.fromEntries(
        Object.entries(fields).map(([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)]),
      ),
    }),
  });

describe("POST /v1/pdf/redact", () => {
  it("answers a link, what was found by which rule, and the proof", async () => {
    const response = await post({ text: [{ words: "Jane Doe" }], patterns: ["email"] });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      success: true,
      message: "2 texts and 0 areas were cut from 1 page.",
      fileName: "letter-redacted.pdf",
      downloadUrl: expect.stringContaining("http"),
      findings: [
        { rule: "text[0]", pageNumber: 1, text: "Jane Doe" },
        { rule: "email", pageNumber: 1, text: "jane@example.com" },
      ],
      counts: [
        { rule: "text[0]", onPages: 1, elsewhere: [] },
        { rule: "email", onPages: 1, elsewhere: [] },
      ],
      redaction: { verified: true },
    });
  });

  it("answers the file itself", async () => {
    const response = await post(
      { areas: [{ pageNumber: 1, area: { x: 90, y: 290, width: 60, height: 30 } }] },
      "?format=binary",
    );
    expect(response.headers.get("Content-Type")).toBe("application/pdf");
    expect(JSON.parse(response.headers.get("Quire-Result") ?? "{}")).toMatchObject({ verified: true });
    const file = text(new Uint8Array(await response.arrayBuffer()));
    expect(file).toContain("%PDF-");
    expect(file).not.toContain("Jane");
  });

  it("tries without making a file", async () => {
    const answer = (await (await post({ text: [{ regex: "J\\w+" }], dryRun: true })).json()) as Record<string, unknown>;
    expect(answer).toMatchObject({ downloadUrl: "", message: "2 texts and 0 areas would be cut from 1 page." });
    expect(answer).not.toHaveProperty("redaction");
  });

  it.each([false, true])("names the rules that found nothing, dryRun %s", async (dryRun) => {
    const rules = { text: [{ words: "Jane Doe" }, { words: "Jnae" }], patterns: ["iban"] };
    const { notes, counts } = (await (await post({ ...rules, dryRun })).json()) as {
      notes: string[];
      counts: { text: string; found: number }[];
    };
    expect(notes[0]).toBe("Found nowhere: “Jnae”, iban.");
    expect(counts.map(({ text, found }) => [text, found])).toEqual([
      ["“Jane Doe”", 1],
      ["“Jnae”", 0],
      ["iban", 0],
    ]);
    const found = (await (await post({ text: rules.text.slice(0, 1), dryRun })).json()) as { notes: string[] };
    expect(found.notes.join()).not.toContain("Found nowhere");
  });

  it("says first that nothing was found, and which pages were not read", async () => {
    const answer = (await (await post({ text: [{ words: "Jnae" }] })).json()) as { message: string };
    expect(answer.message).toBe("Nothing was found in 1 page, and nothing was cut.");
    expect(answer).toMatchObject({ coverage: { read: 1, partly: 0, pictures: 0, pages: [] }, counts: [{ found: 0 }] });
  });

  it.each([
    ["nothing to cut", {}, "text"],
    ["two searches in one", { text: [{ contains: "a", words: "b" }] }, "text[0]"],
    ["a text of spaces", { text: [{ contains: "  " }] }, "text[0].contains"],
    ["a wrong expression", { text: [{ words: "Jane" }, { regex: "(" }] }, "text[1].regex"],
    ["an unknown pattern", { patterns: ["name"] }, "patterns[0]"],
    [
      "a page that is not there",
      { areas: [{ pageNumber: 9, area: { x: 0, y: 0, width: 9, height: 9 } }] },
      "areas[0].pageNumber",
    ],
    [
      "an area beside the page",
      { areas: [{ pageNumber: 1, area: { x: 900, y: 0, width: 9, height: 9 } }] },
      "areas[0].area",
    ],
    ["pages that are not there", { text: [{ contains: "a", pages: "7" }] }, "text[0].pages"],
  ])("refuses %s", async (_, fields, field) => {
    const response = await post(fields);
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({ code: "INVALID_INPUT", field });
  });

  it("names attached files that stay, and those of a document without any not at all", async () => {
    const response = await post({ text: [{ words: "Jane Doe" }], attachments: "keep" });
    expect(response.status).toBe(200);
    expect(await response.json()).not.toHaveProperty("attachments");
    expect(await errorOf(await post({ text: [{ words: "Jane" }], attachments: "hide" }))).toMatchObject({
      field: "attachments",
    });
  });
});
