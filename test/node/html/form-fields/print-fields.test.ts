import * as mupdf from "mupdf";
import { PDFCheckBox, PDFDocument, PDFDropdown, PDFOptionList, PDFRadioGroup, PDFTextField } from "pdf-lib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkConformance, finishPdf, mendTags, newExtras, openPdf } from "../../../../src/engine.ts";
import { chromiumBinding, type TestBinding } from "../chromium.ts";
import { patientPool } from "../patient-pool.ts";
import { type Printed, pageTexts, problemOf, renderer } from "../renderer.ts";

let binding: TestBinding;
beforeAll(async () => {
  binding = await chromiumBinding();
});
afterAll(() => binding.close());

const FORM = `<html lang=en><title>Order</title><style>
body { font: 14px sans-serif } .half { width: 50%; border: 1px solid #88f; border-radius: 4px; padding: 3px }
.own { appearance: none; width: 20px; height: 20px; border: 2px solid green } .own:checked { background: green }
.turned { transform: rotate(5deg); margin: 40px 0 } .faded { opacity: .5 } .line { border: none; border-bottom: 1px solid }
h2 { break-before: page }</style><h1>Order</h1><form>
<p><label>Name <input name=name value="Ada Lovelace" title="As in the passport" required></label> and more</p>
<p><label for=mail>Mail</label> <input id=mail type=email name=mail placeholder="you@example.com"></p>
<p><input class=half name=wide value="half as wide" maxlength=20> <input class=line name=line value=line></p>
<p>Line <select name=colour><option value=r>Red<option value=g selected>Green</select> of text
<select multiple name=sizes size=3><option selected>S<option>M<option selected>L</select></p>
<p>Text <textarea name=notes rows=3>One
two</textarea> beside</p>
<p><input type=checkbox name=news checked><input type=checkbox name=terms><input type=checkbox class=own name=own checked>
<input type=radio name=pay value=card checked>Card <input type=radio name=pay value="by bill">Bill</p>
<p class=turned><input name=turned value=turned> <span class=faded><input name=faded value=faded></span></p>
<p><input type=number name=count value=5><input type=date name=day value=2026-11-29><input type=password name=secret
value=secret></p><p><input type=search name=find value=find readonly><input name=off value=off disabled></p>
<p><button type=reset>Clear</button></p>
<h2>Second page</h2><p><input name=address.street value="1 Road"><input name=address.town value=Town></p></form>`;

async function printed(html: string, options: Record<string, unknown> = {}) {
  const warnings: string[] = [];
  const rules = { onWarn: (warning: string) => void warnings.push(warning) };
  const print = await renderer(binding, rules, patientPool(), { isForReaders: true }).html(html, {
    forms: "fields",
    ...options,
  });
  return { print, warnings, form: (await PDFDocument.load(print.pdf)).getForm() };
}

/** How many samples of a page differ by more than MuPDF rounds where something is transparent. */
function differing(one: Printed, other: Printed, index: number): number {
  const [a, b] = [one, other].map(({ document }) => {
    const scale = mupdf.Matrix.scale(2, 2);
    return document.loadPage(index).toPixmap(scale, mupdf.ColorSpace.DeviceRGB, false).getPixels().slice();
  });
  expect(a!.length).toBe(b!.length);
  return a!.reduce((sum, sample, at) => sum + (Math.abs(sample - b![at]!) > 40 ? 1 : 0), 0);
}

describe("a form of every kind of field", () => {
  let made: Awaited<ReturnType<typeof printed>>;
  let plain: Printed;
  beforeAll(async () => {
    made = await printed(FORM);
    plain = (await printed(FORM, { forms: "print" })).print;
  });

  it("looks as it does without fields", () => {
    expect(made.print.document.countPages()).toBe(2);
    expect(made.warnings).toEqual([]);
    for (const index of [0, 1]) expect(differing(made.print, plain, index)).toBe(0);
  });

  it("has its values in fields, and in nothing else on the pages", () => {
    const [text] = pageTexts(made.print);
    expect(text).toContain("Name");
    expect(text).not.toMatch(/Ada|you@|half|Green|One|two|turned|2026|find/);
  });

  it("is filled in by pdf-lib", async () => {
    const { form } = made;
    const texts = form.getFields().flatMap((field) => (field instanceof PDFTextField ? [field] : []));
    expect(Object.fromEntries(texts.map((field) => [field.getName(), field.getText()]))).toEqual({
      ...{ name: "Ada Lovelace", mail: undefined, wide: "half as wide", line: "line", notes: "One\ntwo" },
      ...{ turned: "turned", faded: "faded", count: "5", day: "2026-11-29", secret: undefined, find: "find" },
      ...{ off: "off", "address.street": "1 Road", "address.town": "Town" },
    });
    expect(form.getTextField("name").isRequired()).toBe(true);
    expect(form.getTextField("wide").getMaxLength()).toBe(20);
    expect(form.getTextField("notes").isMultiline()).toBe(true);
    expect(form.getTextField("secret").isPassword()).toBe(true);
    expect(form.getTextField("find").isReadOnly()).toBe(true);
    expect(form.getTextField("off").isReadOnly()).toBe(true);
    const kinds: [string, unknown][] = [
      ["colour", PDFDropdown],
      ["sizes", PDFOptionList],
      ["news", PDFCheckBox],
      ["pay", PDFRadioGroup],
    ];
    for (const [name, kind] of kinds) expect(form.getField(name)).toBeInstanceOf(kind);
    expect(form.getDropdown("colour").getSelected()).toEqual(["g"]);
    expect(form.getOptionList("sizes").getSelected()).toEqual(["S", "L"]);
    expect([form.getCheckBox("news").isChecked(), form.getCheckBox("terms").isChecked()]).toEqual([true, false]);
    expect(form.getRadioGroup("pay").getOptions()).toEqual(["card", "by bill"]);
    expect(form.getRadioGroup("pay").getSelected()).toBe("card");
    form.getTextField("name").setText("Grace");
    form.getCheckBox("terms").check();
    form.getRadioGroup("pay").select("by bill");
    const filled = mupdf.PDFDocument.openDocument(await form.doc.save(), "application/pdf") as mupdf.PDFDocument;
    const widgets = (filled.loadPage(0) as mupdf.PDFPage).getWidgets();
    const values = new Map(widgets.map((widget) => [widget.getName(), widget.getValue()]));
    expect(values.get("name")).toBe("Grace");
    expect(values.get("terms")).toBe("on");
  });

  it("changes the look of boxes as the browser would", async () => {
    const { document } = made.print;
    const ticked = await printed(FORM.replace("name=terms", "name=terms checked"), { forms: "print" });
    const page = document.loadPage(0) as mupdf.PDFPage;
    const terms = page.getWidgets().find((widget) => widget.getName() === "terms")!;
    terms.toggle();
    expect(differing(made.print, ticked.print, 0)).toBe(0);
    terms.toggle();
    expect(differing(made.print, plain, 0)).toBe(0);
  });

  it("is PDF/UA with each field in an element of its own, and a description", async () => {
    const document = openPdf(made.print.pdf);
    await mendTags(document);
    const file = finishPdf(document, undefined, { extras: await newExtras({ claim: "pdfua-1" }) }).rope.toBytes();
    expect((await checkConformance(file, "pdfua-1")).violations).toEqual([]);
    const widgets = (made.print.document.loadPage(0) as mupdf.PDFPage).getWidgets();
    const described = new Map(widgets.map((one) => [one.getName(), one.getLabel()]));
    expect(described.get("name")).toBe("Name: As in the passport");
    expect(described.get("mail")).toBe("Mail");
    expect(described.get("turned")).toBe("turned");
  });
});

it("makes a field for a signature", async () => {
  const { form } = await printed('<label>Buyer <input data-signature name=buyer placeholder="Sign here"></label>');
  expect(form.getSignature("buyer").acroField.getWidgets()).toHaveLength(1);
});

it("goes from field to field as the page orders them", async () => {
  const { form } = await printed("<input name=c><input name=b tabindex=2><input name=a tabindex=1><input name=d>");
  expect(form.getFields().map((field) => field.getName())).toEqual(["a", "b", "c", "d"]);
});

describe("names", () => {
  it("are one field where a form says the same twice, and several where it does not", async () => {
    const { form } = await printed(`<form><input name=same value=1><input name=same value=1><input name=same value=2>
      <input name="row[]"><input name="row[]"><input type=checkbox name=is value=red checked>
      <input type=checkbox name=is value=blue><input></form><form><input name=same value=1></form>`);
    const names = form.getFields().map((field) => [field.getName(), field.acroField.getWidgets().length]);
    expect(names).toEqual([
      ...[
        ["same", 2],
        ["same (2)", 1],
        ["row[]", 1],
        ["row[] (2)", 1],
        ["is.red", 1],
        ["is.blue", 1],
      ],
      ...[
        ["text", 1],
        ["same (3)", 1],
      ],
    ]);
    expect(form.getCheckBox("is.red").isChecked()).toBe(true);
  });

  it("divide where they have full stops, unless another field has the part's name", async () => {
    const { form } = await printed("<input name=a.b><input name=a.c><input name=a><input name=d><input name=d.e>");
    expect(form.getFields().map((field) => field.getName())).toEqual(["a.b", "a.c", "a (2)", "d", "d_e"]);
  });
});

it("finds fields in open shadow trees, and names what is none", async () => {
  const { form, warnings } = await printed(`<div id=host></div><input style="display: none" name=none><iframe
    srcdoc="<input name=inner>"></iframe><p style="filter: blur(1px)"><input name=blurred value=blurred></p><script>
    host.attachShadow({ mode: "open" }).innerHTML = "<p>In <input name=shadow value=dark></p>";
    HTMLInputElement.prototype.hasAttribute = () => { throw 1 }; Array.prototype.flatMap = () => [];
    CSSStyleDeclaration.prototype.setProperty = () => {};</script>`);
  expect(form.getFields().map((field) => field.getName())).toEqual(["shadow"]);
  expect(form.getTextField("shadow").getText()).toBe("dark");
  expect(warnings).toEqual([
    "forms: fields in frames are printed as they look, and cannot be filled in.",
    "forms: 2 fields are not shown, or shown in a way that the PDF has as a picture, and cannot be filled in.",
  ]);
});

it("prints what cannot be filled in as it looks", async () => {
  const html = `<p style="filter: blur(1px)"><input value=blurred></p><input name=clear value=clear>
    <input type=radio name=r checked><input type=radio name=r>`;
  const [fields, plain] = [await printed(html), await printed(html, { forms: "print" })];
  expect(differing(fields.print, plain.print, 0)).toBe(0);
});

it("says that a page has no fields", async () => {
  const { form, warnings } = await printed("<p>Text");
  expect(form.getFields()).toEqual([]);
  expect(warnings).toEqual(["forms: no fields were found in the page."]);
});

it("keeps the fields of pages that are printed, on one page, and without tags", async () => {
  const html = "<p>One <input name=one><p style='break-before: page'>Two <input name=two value=second>";
  const ranged = await printed(html, { pageRanges: "2", tagged: false, outline: false });
  expect(ranged.form.getFields().map((field) => field.getName())).toEqual(["two"]);
  expect(ranged.warnings).toEqual([]);
  const single = await printed(html, { singlePage: true });
  expect(single.print.document.countPages()).toBe(1);
  expect(single.form.getFields()).toHaveLength(2);
});

it.each([
  ["fields", "for (let i = 0; i < 5000; i++) document.body.append(document.createElement('input'))", /5001 fields/],
  ["characters", "document.querySelector('input').value = 'x'.repeat(1e6)", /more than 1000000 characters/],
])("refuses too many %s", async (_, script, message) => {
  const problem = await problemOf(printed(`<input><script>${script}</script>`));
  expect(problem).toMatchObject({ kind: "input", field: "forms", message: expect.stringMatching(message) });
});

it("cuts names that are far too long, and says so", async () => {
  const { form, warnings } = await printed(
    "<input><script>document.querySelector('input').name = 'n'.repeat(1e6)</script>",
  );
  expect(form.getFields().map((field) => field.getName())).toEqual(["n".repeat(500)]);
  expect(warnings).toEqual(["forms: names of more than 500 characters were cut."]);
});

it("fills in page numbers beside fields", async () => {
  const { print, form } = await printed(`<style>a::after { content: target-counter(attr(href url), page) }</style>
    <p>On page <a href="#there"></a> <input name=one value=1><p id=there style="break-before: page">There`);
  expect(pageTexts(print)[0]).toMatch(/On page\s+2/);
  expect(form.getTextField("one").getText()).toBe("1");
});
