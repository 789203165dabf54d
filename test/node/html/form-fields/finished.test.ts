import * as mupdf from "mupdf";
import { PDFDocument } from "pdf-lib";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  checkConformance,
  finishPdf,
  newExtras,
  newProtection,
  openPdf,
  protect,
  Work,
} from "../../../../src/engine.ts";
import { composePdf } from "../../../../src/html/compose.ts";
import { documentFields } from "../../../../src/html/fields/documents.ts";
import { htmlOptions } from "../../../../src/html/fields/options.ts";
import { localSource } from "../../../../src/html/resources/html-source.ts";
import { chromiumBinding, type TestBinding } from "../chromium.ts";
import { patientPool } from "../patient-pool.ts";

let binding: TestBinding;
beforeAll(async () => {
  binding = await chromiumBinding();
});
afterAll(() => binding.close());

const FORM = `<html lang=en><title>Form</title><form><label>Name <input name=name value=Ada></label>
<label><input type=checkbox name=news checked>News</label> <button type=reset>Clear</button>
<p style="break-before: page"><label>Town <input name=town value=Paris></label></form>`;

async function composed(texts: readonly string[], options: object = {}, watermark?: unknown): Promise<Uint8Array> {
  const cleaning: Promise<unknown>[] = [];
  const documents = texts.map((html, index) => ({
    source: localSource(new TextEncoder().encode(html), undefined, [], "utf-8"),
    options: htmlOptions.parse({ forms: "fields", ...options }),
    name: `File ${index + 1}`,
  }));
  const marks = [documentFields.watermark.parse(watermark) ?? []].flat();
  try {
    const { content } = await composePdf(
      documents,
      { marks, information: undefined },
      {
        binding: binding as never,
        ledger: binding.ledger,
        pool: patientPool(),
        network: {},
        signal: new AbortController().signal,
        waitUntil: (work) => void cleaning.push(work),
      },
    );
    return new Uint8Array(Buffer.concat([...content.pieces]));
  } finally {
    await Promise.all(cleaning);
  }
}

async function valuesOf(pdf: Uint8Array): Promise<Record<string, string>> {
  const document = mupdf.PDFDocument.openDocument(pdf, "application/pdf") as mupdf.PDFDocument;
  document.authenticatePassword("open");
  const values: Record<string, string> = {};
  for (let index = 0; index < document.countPages(); index++) {
    for (const widget of (document.loadPage(index) as mupdf.PDFPage).getWidgets())
      if (!widget.isPushButton()) values[widget.getName()] = widget.getValue();
  }
  return values;
}

it("are one form in several documents, whose equal names are apart", async () => {
  const pdf = await composed([FORM, FORM.replace("Ada", "Grace"), "<p>No fields"]);
  expect(await valuesOf(pdf)).toEqual({
    ...{ name: "Ada", news: "on", town: "Paris" },
    ...{ "name (2)": "Grace", "news (2)": "on", "town (2)": "Paris" },
  });
  expect((await PDFDocument.load(pdf)).getForm().getFields()).toHaveLength(8);
});

it("stay with a watermark and a header, on the pages that are chosen", async () => {
  const header = { headerTemplate: "<b style='font-size: 9px'>Head</b>", margin: "30mm" };
  const marked = await composed([FORM], header, { text: "Draft" });
  expect(await valuesOf(marked)).toEqual({ name: "Ada", news: "on", town: "Paris" });
  const last = await composed([FORM], { pageRanges: "z" });
  expect(await valuesOf(last)).toEqual({ town: "Paris" });
  expect(
    (await PDFDocument.load(last))
      .getForm()
      .getFields()
      .map((field) => field.getName()),
  ).toEqual(["town"]);
});

it("can be read behind a password", async () => {
  const pdf = await composed([FORM]);
  const how = await newProtection({ userPassword: "open" });
  const { pieces } = await protect([pdf], how, { work: new Work(pdf.length) });
  const encrypted = new Uint8Array(Buffer.concat(Array.from(pieces, (piece) => piece.slice())));
  expect(openPdf(encrypted, { password: "open" }).pageCount).toBe(2);
  expect(await valuesOf(encrypted)).toEqual({ name: "Ada", news: "on", town: "Paris" });
});

it.each(["pdfa-2b", "pdfa-2u", "pdfa-3b"] as const)("keep %s, unless a button does something", async (claim) => {
  const check = async (html: string) => {
    const document = openPdf(await composed([html]));
    const file = finishPdf(document, undefined, { extras: await newExtras({ claim }) }).rope.toBytes();
    return (await checkConformance(file, claim)).violations.map(({ rule }) => rule);
  };
  expect(await check(FORM.replace(/<button.*button>/, ""))).toEqual([]);
  expect(await check(FORM)).toEqual(["6.5.1-1", "6.4.1-1"]);
});
