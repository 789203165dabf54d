import * as mupdf from "mupdf";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterAll, expect, it } from "vitest";
import { chromiumBinding } from "../chromium.ts";
import { renderer } from "../renderer.ts";

const binding = await chromiumBinding();
afterAll(() => binding.close());

const FORM = `<title>Order</title><form><input name=last tabindex=2 value=Lovelace><input name=first tabindex=1 value=Ada>
<textarea name=notes>One</textarea><input type=checkbox name=news checked><input type=checkbox name=terms>
<input type=radio name=pay value=card checked><input type=radio name=pay value=bill>
<select name=colour><option value=r>Red<option value=g selected>Green</select>
<select multiple name=sizes><option selected>S<option>M<option selected>L</select></form>`;

interface Field {
  id: string;
  type: string;
  value: unknown;
  exportValues?: string;
}

it("pdf.js reads the values, fills them in, and MuPDF reads what it saved", async () => {
  const { pdf } = await renderer(binding).html(FORM, { forms: "fields" });
  const document = await getDocument({ data: pdf.slice(), verbosity: 0 }).promise;
  try {
    const fields = (await document.getFieldObjects()) as unknown as Map<string, Field[]>;
    // A group comes before its buttons.
    const buttons = (name: string) => fields.get(name)!.filter(({ type }) => type !== "");
    const values = [...fields.keys()].map((name) => [name, buttons(name)[0]?.type, buttons(name)[0]?.value]);
    expect(values).toEqual([
      ["first", "text", "Ada"],
      ["last", "text", "Lovelace"],
      ["notes", "text", "One"],
      ["news", "checkbox", "on"],
      ["terms", "checkbox", "Off"],
      ["pay", "radiobutton", "card"],
      ["colour", "combobox", "g"],
      // Of several values pdf.js tells the first.
      ["sizes", "listbox", "S"],
    ]);
    const storage = document.annotationStorage;
    const set = (name: string, value: unknown, at = 0) => storage.setValue(buttons(name)[at]!.id, { value });
    set("first", "Grace");
    set("terms", true);
    set("pay", false, 0);
    set("pay", true, 1);
    set("colour", "r");
    const saved = mupdf.PDFDocument.openDocument(await document.saveDocument(), "application/pdf");
    const widgets = (saved as mupdf.PDFDocument).loadPage(0).getWidgets();
    const filled = widgets.map((widget) => [widget.getName(), widget.getValue()]);
    expect(filled).toEqual(
      expect.arrayContaining([
        ["first", "Grace"],
        ["last", "Lovelace"],
        ["terms", "on"],
        ["pay", "bill"],
        ["colour", "r"],
      ]),
    );
  } finally {
    await document.loadingTask.destroy();
  }
});
