import { beforeAll, describe, expect, it } from "vitest";
import type { DescribedOperation } from "../../../src/api/operation.ts";
import { redact } from "../../../src/api/operations/redact.ts";
import { inspect } from "../../../src/engine.ts";
import { fromBase64 } from "../../../src/platform/bytes.ts";
import { LETTER } from "../../fixtures/letter.ts";
import { pdf, stream, text } from "../../fixtures/pdf.ts";
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
    ["an area without a page", { areas: [{ area: { x: 0, y: 0, width: 9, height: 9 } }] }, "areas[0]"],
    ["a label that bars cannot show", { text: [{ words: "a", label: "\u4fdd" }] }, "text[0].label"],
    ["an id that nothing has", { text: [{ words: "Jane" }], only: ["7.1"] }, "only"],
    ["an unknown column of a list", { list: "text,reason\nJane,b(6)" }, "list"],
    ["a wrong expression below an empty line of a list", { list: "text,search\n\n(,regex" }, "list[3].regex"],
    ["a text of a list with a comma and no quotation marks", { list: "text\nDoe, Jane" }, "list"],
    ["a quotation mark of a list that is not closed", { list: 'text,search\n"Jane,words\nDoe,words' }, "list"],
    ["a wrong expression in a list", { list: "text,search\n(,regex" }, "list[2].regex"],
    ["pages that are not there", { text: [{ contains: "a", pages: "7" }] }, "text[0].pages"],
  ])("refuses %s", async (_, fields, field) => {
    const response = await post(fields);
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({ code: "INVALID_INPUT", field });
  });

  it("takes a list of texts with variants, and says why each was cut in the log", async () => {
    const list =
      'text,search,code,label,color,pages\n"Jane Doe|Doe, Jane",words,b(6),,#ff0000,1-\nemail,pattern,b(7),,,\n';
    const answer = (await (await post({ list, log: "csv" })).json()) as { log: string };
    expect(answer).toMatchObject({
      findings: [
        { id: "1.1", rule: "list[2]", code: "b(6)", text: "Jane Doe" },
        // The address says it, too, in the other order.
        { id: "1.2", rule: "list[2]", code: "b(6)" },
        { id: "1.3", rule: "list[3]", code: "b(7)", text: "jane@example.com" },
      ],
    });
    expect(answer.log).toMatch(
      /^id,page,place,count,x,y,width,height,rule,code\r\n1\.1,1,page,1,[\d.]+,[\d.]+,[\d.]+,[\d.]+,list\[2\],b\(6\)\r\n/,
    );
    expect(answer.log).not.toMatch(/Jane|example/i);
  });

  it.each([false, true])(
    "answers the log as rows and as pages, none of which say the texts (dryRun %s)",
    async (dryRun) => {
      const list = `text,search,code\n"Jane Doe",words,"b(6) § €"\nemail,pattern,\n`;
      const area = { pageNumber: 1, area: { x: 10.12345, y: 20, width: 130.12345, height: 40.12345 }, code: "b(4)" };
      const sent = { list, areas: [area], output: "Brief \u4fdd.pdf", dryRun };
      const { log: rows } = (await (await post({ ...sent, log: "json" })).json()) as { log: Record<string, unknown>[] };
      expect(rows.find(({ id }) => id === "1.1")).toMatchObject({ pageNumber: 1, rule: "list[2]", code: "b(6) § €" });
      expect(rows).toContainEqual(
        expect.objectContaining({ pageNumber: 1, rule: "areas[0]", code: "b(4)", area: area.area }),
      );
      const { log, message } = (await (await post({ ...sent, log: "pdf" })).json()) as { log: string; message: string };
      const { pages } = await inspect(fromBase64(log), { text: "lines" });
      const lines = pages.flatMap((page) => page.text!.lines).map(({ text }) => text);
      expect(lines.slice(0, 3)).toEqual(["Redaction log", message, "File: Brief ?.pdf"]);
      expect(lines.length).toBe(4 + rows.length);
      expect(lines.join("\n")).toMatch(/\n1\.1 +1 +[\d.]+, [\d.]+ +[\d.]+ x [\d.]+ +list\[2\] +b\(6\) § €\n/);
      expect(lines.join("\n")).toMatch(/\n1 +10\.1, 20 +130\.1 x 40\.1 +areas\[0\] +b\(4\)/);
      expect(JSON.stringify(rows) + lines.join("\n")).not.toMatch(/Jane|example/i);
    },
  );

  it("cuts what is chosen among the finds of a dryRun, and names what stays", async () => {
    const text = [{ words: "Jane Doe" }, { pattern: "email" }];
    const tried = (await (await post({ text, dryRun: true })).json()) as {
      findings: { id: string; context: string[] }[];
    };
    expect(tried.findings[0]!.context).toHaveLength(2);
    const answer = (await (await post({ text, except: [tried.findings[0]!.id] })).json()) as { notes: string[] };
    expect(answer).toMatchObject({ findings: [{ text: "jane@example.com" }], kept: [{ id: "1.1", text: "Jane Doe" }] });
    expect(answer).toMatchObject({
      counts: [
        { found: 1, onPages: 0, kept: 1 },
        { found: 1, onPages: 1 },
      ],
    });
    expect(answer.notes.join()).toContain("1 found text stays on its page. Rules all of whose texts stay were not");
  });

  it("tells what is around a text once, where pages repeat it at one place", async () => {
    const one = (body: number) =>
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents[6 0 R ${body} 0 R]/Resources<</Font<</F 7 0 R>>>>>>`;
    const file = pdf({
      ...{ 1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Kids[3 0 R 4 0 R 5 0 R]/Count 3>>" },
      ...{ 3: one(8), 4: one(9), 5: one(8) },
      6: stream("BT /F 10 Tf 20 280 Td (Jane Doe v. Acme) Tj ET"),
      7: "<</Type/Font/Subtype/Type1/BaseFont/Courier>>",
      8: stream("BT /F 10 Tf 20 200 Td (One thing) Tj ET"),
      9: stream("BT /F 10 Tf 20 200 Td (Another) Tj ET"),
    });
    const body = form({ file: ["heads.pdf", file], text: '[{"words":"Jane Doe"}]', dryRun: "true" });
    const answer = await (await api.request("/v1/pdf/redact", { method: "POST", body })).json();
    expect(answer).toMatchObject({
      findings: [
        { id: "1.1", context: ["", " v. Acme\nOne thing\n"] },
        { id: "2.1", like: "1.1" },
        { id: "3.1", like: "1.1" },
      ],
    });
  });

  it("cuts an area of all pages that are named", async () => {
    const area = { x: 90, y: 290, width: 60, height: 30 };
    const answer = await (await post({ areas: [{ pages: "1-", area, code: "§ 4" }] })).json();
    expect(answer).toMatchObject({ areas: [{ pageNumber: 1 }] });
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
