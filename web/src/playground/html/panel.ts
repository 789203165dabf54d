import type { HtmlToPdfRequest, HtmlToPdfResult, Quire } from "../../../../client/src/index.ts";
import { el } from "../../dom.ts";
import { choice, dressed, type Field, field, textField } from "../../form.ts";
import type { KeyField } from "../key-field.ts";
import { resultView } from "../result-view.ts";
import { runner } from "../runner.ts";
import { chosen, optionDetails, optionGroups } from "./options.ts";
import { watermarkForm } from "./watermark.ts";

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
const MARKDOWN = `# Minutes

| Item | Hours |
| --- | ---: |
| Design | 12 |

- [x] Agreed
`;

export function htmlPanel(key: KeyField): HTMLElement {
  const source = choice(
    "Source",
    [
      ["html", "HTML"],
      ["url", "The address of a page"],
      ["markdown", "Markdown"],
      ["urls", "Addresses of several pages"],
      ["file", "Files"],
    ],
    "html",
  );
  const sources: Record<string, Field> = {
    html: textField("HTML", { rows: 16, spellcheck: "false" }),
    url: field(
      "Address",
      { type: "url", placeholder: "https://example.com/", autocomplete: "off" },
      "A public page; its scripts are run.",
    ),
    markdown: textField("Markdown", { rows: 16, spellcheck: "false" }),
    urls: textField("Addresses", { rows: 4, spellcheck: "false" }, "One a line; they become one PDF in this order."),
    file: filesField("Documents", ".html,.htm,.md,.gz", "HTML or Markdown; several become one PDF."),
  };
  const assets = filesField("Files that it refers to", "", "Pictures, style sheets, fonts.");
  const paper: Record<string, Field> = {
    format: choice(
      "Paper",
      ["A4", "Letter", "Legal", "A3", "A5"].map((name) => [name, name]),
      "A4",
    ),
    margin: field("Margin", { placeholder: "0.4in" }, "Such as 1cm or 10mm 2cm."),
    scale: field("Scale", { type: "number", min: 0.1, max: 2, step: 0.1, value: 1 }),
    media: choice(
      "Styles for",
      [
        ["print", "Print"],
        ["screen", "Screen"],
      ],
      "print",
    ),
  };
  const groups = optionGroups();
  const options = Object.assign({}, ...groups.map((group) => group.options)) as (typeof groups)[number]["options"];
  const watermark = watermarkForm();
  const checks = {
    landscape: el("input", { type: "checkbox" }),
    printBackground: el("input", { type: "checkbox", checked: true }),
    omitBackground: el("input", { type: "checkbox" }),
  };
  const fields: Record<string, Field> = {
    ...sources,
    assets,
    ...paper,
    ...Object.fromEntries(Object.entries(options).map(([name, option]) => [name, option.field])),
    watermark: watermark.fields.text as Field,
  };
  const named = (name: string) => fields[name] as Field;
  named("html").input.value = EXAMPLE;
  named("markdown").input.value = MARKDOWN;
  const check = (input: HTMLInputElement, label: string) => el("label", { class: "check" }, input, label);
  const result = resultView();
  const run = runner<[Quire, HtmlToPdfResult]>({
    label: "Make the PDF",
    key,
    prepare: described,
    async send(quire, call) {
      return [quire, await quire.htmlToPdf({ ...request(), ...files() } as HtmlToPdfRequest, call)];
    },
    show: ([quire, answer]) => result.show(quire, answer),
    placeError(name, message) {
      for (const one of [...Object.values(fields), ...Object.values(watermark.fields)]) one.fail();
      const [whole = "", part = ""] = (name ?? "").split(/[.[]/);
      const target = (whole === "watermark" && watermark.fields[part]) || fields[whole];
      if (!target || target.element.hidden) return false;
      target.element.closest("details")?.setAttribute("open", "");
      target.fail(message);
      target.input.focus();
      return true;
    },
  });

  const all = [...Object.values(fields), ...Object.values(watermark.fields)].map(({ input }) => input);
  for (const input of new Set([source.input, ...all, ...Object.values(checks)]))
    input.addEventListener("input", changed);
  function changed(): void {
    const kind = source.input.value;
    for (const [name, { element }] of Object.entries(sources)) element.hidden = name !== kind;
    assets.element.hidden = kind === "url" || kind === "urls";
    run.describe(described());
  }
  /** What is as the service takes it anyway is left out. */
  function request(): Record<string, unknown> {
    const kind = source.input.value;
    const text = named(kind).input.value;
    const given: Record<string, unknown> = {};
    if (kind === "urls") given.urls = text.split(/\s+/).filter((line) => line !== "");
    else if (kind !== "file") given[kind] = text;
    const usual: Record<string, string> = { format: "A4", margin: "", scale: "1", media: "print" };
    for (const [name, preset] of Object.entries(usual)) {
      const value = named(name).input.value;
      if (value !== preset) given[name] = name === "scale" ? Number(value) : value;
    }
    Object.assign(given, chosen(options));
    const mark = watermark.value();
    if (mark) given.watermark = mark;
    if (checks.landscape.checked) given.landscape = true;
    if (!checks.printBackground.checked) given.printBackground = false;
    if (checks.omitBackground.checked) given.omitBackground = true;
    return given;
  }
  function files(): Record<string, File[]> {
    const picked = (own: Field) => [...((own.input as HTMLInputElement).files ?? [])];
    const given = { file: source.input.value === "file" ? picked(named("file")) : [], assets: picked(assets) };
    if (assets.element.hidden) given.assets = [];
    return Object.fromEntries(Object.entries(given).filter(([, list]) => list.length > 0));
  }
  function described() {
    const names = Object.entries(files()).map(([name, list]) => [name, list.map((file) => file.name)]);
    return {
      path: "/v1/convert/html-to-pdf",
      method: "htmlToPdf",
      files: Object.fromEntries(names) as Record<string, string[]>,
      fields: request(),
    };
  }
  changed();

  return el(
    "div",
    { class: "tool even" },
    el(
      "div",
      { class: "card stack" },
      source.element,
      ...Object.values(sources).map(({ element }) => element),
      assets.element,
      el("div", { class: "fields" }, ...Object.values(paper).map(({ element }) => element)),
      el(
        "div",
        { class: "row" },
        check(checks.landscape, "Landscape"),
        check(checks.printBackground, "Backgrounds"),
        check(checks.omitBackground, "No ground of its own"),
      ),
      ...groups.map(optionDetails),
      watermark.element,
      run.element,
    ),
    el("div", { class: "stages" }, result.element),
  );
}

function filesField(label: string, accept: string, hint: string): Field {
  return dressed(label, el("input", { type: "file", multiple: true, ...(accept === "" ? {} : { accept }) }), hint);
}
