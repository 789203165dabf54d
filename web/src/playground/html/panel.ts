import type { HtmlToPdfRequest, HtmlToPdfResult, Quire } from "../../../../client/src/index.ts";
import { el } from "../../dom.ts";
import { choice, type Field, field, textField } from "../../form.ts";
import type { KeyField } from "../key-field.ts";
import { resultView } from "../result-view.ts";
import { runner } from "../runner.ts";

const EXAMPLE = `<!doctype html>
<style>
  body { font: 16px/1.5 Georgia, serif; color: #211d18; }
  h1 { color: #a8321a; }
  td { border-bottom: 1px solid #ccc; padding: 4px 24px 4px 0; }
</style>
<h1>Invoice 42</h1>
<table>
  <tr><td>Paper, folded</td><td>24.00</td></tr>
  <tr><td>Thread</td><td>3.50</td></tr>
</table>
`;

export function htmlPanel(key: KeyField): HTMLElement {
  const source = choice(
    "Source",
    [
      ["html", "HTML"],
      ["url", "The address of a page"],
    ],
    "html",
  );
  const fields: Record<string, Field> = {
    html: textField("HTML", { rows: 16, spellcheck: "false" }),
    url: field(
      "Address",
      { type: "url", placeholder: "https://example.com/", autocomplete: "off" },
      "A public page; its scripts are run.",
    ),
    format: choice(
      "Paper",
      ["A4", "Letter", "Legal", "A3", "A5"].map((name) => [name, name]),
      "A4",
    ),
    margin: field("Margin", { value: "0.4in" }, "Such as 1cm or 10mm 2cm."),
    scale: field("Scale", { type: "number", min: 0.1, max: 2, step: 0.1, value: 1 }),
    media: choice(
      "Styles for",
      [
        ["print", "Print"],
        ["screen", "Screen"],
      ],
      "print",
    ),
    headerTemplate: textField("Header (HTML)", { rows: 2, spellcheck: "false" }),
    footerTemplate: textField("Footer (HTML)", {
      rows: 2,
      spellcheck: "false",
      placeholder: '<span class="pageNumber"></span>',
    }),
  };
  const named = (name: string) => fields[name] as Field;
  named("html").input.value = EXAMPLE;
  const checks = {
    landscape: el("input", { type: "checkbox" }),
    printBackground: el("input", { type: "checkbox", checked: true }),
  };
  const check = (input: HTMLInputElement, label: string) => el("label", { class: "check" }, input, label);
  const result = resultView();
  const run = runner<[Quire, HtmlToPdfResult]>({
    label: "Make the PDF",
    key,
    prepare: described,
    async send(quire, call) {
      return [quire, await quire.htmlToPdf(request(), call)];
    },
    show: ([quire, answer]) => result.show(quire, answer),
    placeError(name, message) {
      for (const one of Object.values(fields)) one.fail();
      const target = fields[(name ?? "").replace(/[.[].*$/, "")];
      if (!target || target.element.hidden) return false;
      target.element.closest("details")?.setAttribute("open", "");
      target.fail(message);
      target.input.focus();
      return true;
    },
  });

  const inputs = [source.input, ...Object.values(fields).map(({ input }) => input), ...Object.values(checks)];
  for (const input of inputs) input.addEventListener("input", changed);
  function changed(): void {
    const isUrl = source.input.value === "url";
    named("html").element.hidden = isUrl;
    named("url").element.hidden = !isUrl;
    run.describe(described());
  }
  /** What is as the service takes it anyway is left out. */
  function request(): HtmlToPdfRequest {
    const value = (name: string) => named(name).input.value;
    const isUrl = source.input.value === "url";
    const given: Record<string, unknown> = isUrl ? { url: value("url") } : { html: value("html") };
    const usual: Record<string, string> = {
      format: "A4",
      margin: "0.4in",
      scale: "1",
      media: "print",
      headerTemplate: "",
      footerTemplate: "",
    };
    for (const [name, preset] of Object.entries(usual)) {
      if (value(name) !== preset) given[name] = name === "scale" ? Number(value(name)) : value(name);
    }
    if (checks.landscape.checked) given.landscape = true;
    if (!checks.printBackground.checked) given.printBackground = false;
    return given as HtmlToPdfRequest;
  }
  function described() {
    return { path: "/v1/convert/html-to-pdf", method: "htmlToPdf", files: {}, fields: { ...request() } };
  }
  changed();

  return el(
    "div",
    { class: "tool even" },
    el(
      "div",
      { class: "card stack" },
      source.element,
      named("html").element,
      named("url").element,
      el("div", { class: "fields" }, ...["format", "margin", "scale", "media"].map((name) => named(name).element)),
      el("div", { class: "row" }, check(checks.landscape, "Landscape"), check(checks.printBackground, "Backgrounds")),
      el(
        "details",
        {},
        el("summary", {}, "Header and footer"),
        el("div", { class: "stack" }, named("headerTemplate").element, named("footerTemplate").element),
      ),
      run.element,
    ),
    el("div", { class: "stages" }, result.element),
  );
}
