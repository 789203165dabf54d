import type { SplitPdfRequest, SplitPdfResult } from "../../../../client/src/index.ts";
import { announce, el } from "../../dom.ts";
import { choice, field, textField } from "../../form.ts";
import { bytes, plural } from "../../format.ts";
import { dropZone } from "../drop-zone.ts";
import type { KeyField } from "../key-field.ts";
import { runner } from "../runner.ts";
import { openPdf, PasswordNeeded, type PdfView } from "../viewer.ts";
import { cutsFromRanges, linesOf, rangesFromCuts } from "./parts.ts";
import { thumbnails, type Way } from "./thumbnails.ts";

interface Opened {
  file: File;
  pdf: PdfView;
  password: string | undefined;
}

export function splitPanel(key: KeyField): HTMLElement {
  let opened: Opened | undefined;
  let cuts: Set<number> | undefined = new Set();
  let chosen = new Set<number>();

  const drop = dropZone({
    label: "Choose or drop a PDF",
    hint: "Up to 50 MB",
    accept: "application/pdf,.pdf",
    onFiles: ([file]) => file && void open(file),
  });
  const password = field("Password", { type: "password", autocomplete: "off" });
  password.element.hidden = true;
  const mode = choice(
    "Split",
    [
      ["ranges", "Into ranges"],
      ["individual", "Out single pages"],
    ],
    "ranges",
  );
  const ranges = textField(
    "Ranges, a part each line",
    { rows: 5, spellcheck: "false" },
    "Such as 1-3, 5, 8- or 1-3,7.",
  );
  const numbers = field("Page numbers", { inputmode: "numeric" }, "Such as 1, 4, 9: a file each.");
  const pages = thumbnails({
    cut(after) {
      if (!cuts || !opened) return;
      if (!cuts.delete(after)) cuts.add(after);
      const parts = rangesFromCuts(cuts, opened.pdf.numPages);
      ranges.input.value = parts.join("\n");
      announce(plural(parts.length, "part"));
      changed();
    },
    choose(page) {
      if (!chosen.delete(page)) chosen.add(page);
      numbers.input.value = [...chosen].sort((a, b) => a - b).join(", ");
      changed();
    },
  });
  const stage = el(
    "div",
    { class: "card stack", hidden: true },
    el("p", { class: "small soft page-facts" }),
    pages.element,
  );
  const result = resultList();
  const run = runner<SplitPdfResult>({
    label: "Split",
    key,
    prepare() {
      if (!opened) return void drop.fail("Choose a PDF first.");
      return described();
    },
    send: (quire, call) => quire.split({ file: (opened as Opened).file, ...request() } as SplitPdfRequest, call),
    show: result.show,
    placeError(name, message) {
      const fields = { splitMode: mode, ranges, pageNumbers: numbers, password };
      for (const one of Object.values(fields)) one.fail();
      drop.fail();
      const target = fields[(name ?? "").replace(/\[.*$/, "") as keyof typeof fields];
      if (target) {
        target.fail(message);
        target.input.focus();
      } else if (name === "file") drop.fail(message);
      return target !== undefined || name === "file";
    },
  });
  const controls = el(
    "div",
    { class: "card stack controls", hidden: true },
    mode.element,
    ranges.element,
    numbers.element,
    run.element,
  );

  mode.input.addEventListener("change", changed);
  ranges.input.addEventListener("input", () => {
    cuts = opened ? cutsFromRanges(linesOf(ranges.input.value), opened.pdf.numPages) : undefined;
    changed();
  });
  numbers.input.addEventListener("input", () => {
    chosen = new Set(pageNumbers());
    changed();
  });
  let pending: File | undefined;
  password.input.addEventListener("change", () => void (pending && open(pending, password.input.value)));

  async function open(file: File, secret?: string): Promise<void> {
    drop.fail();
    password.fail();
    pending = file;
    try {
      const pdf = await openPdf(file, secret);
      await opened?.pdf.loadingTask.destroy();
      opened = { file, pdf, password: secret };
    } catch (error) {
      opened = undefined;
      stage.hidden = controls.hidden = true;
      if (error instanceof PasswordNeeded) {
        password.element.hidden = false;
        password.fail(error.message);
        password.input.focus();
      } else drop.fail((error as Error).message);
      return;
    }
    cuts = new Set();
    chosen = new Set();
    ranges.input.value = rangesFromCuts(cuts, opened.pdf.numPages).join("\n");
    numbers.input.value = "";
    result.element.hidden = true;
    (stage.firstElementChild as HTMLElement).textContent =
      `${file.name}: ${plural(opened.pdf.numPages, "page")}, ${bytes(file.size)}`;
    stage.hidden = controls.hidden = false;
    pages.open(opened.pdf);
    changed();
    announce(`${file.name}: ${plural(opened.pdf.numPages, "page")}.`);
  }

  function changed(): void {
    const way = mode.input.value as Way;
    ranges.element.hidden = way !== "ranges";
    numbers.element.hidden = way !== "individual";
    pages.show(way, cuts, chosen);
    if (opened) run.describe(described());
  }
  /** What is not a number goes as it is: the service says what is wrong with it. */
  function pageNumbers(): number[] {
    return numbers.input.value
      .split(/[\s,]+/)
      .filter((text) => text !== "")
      .map((text) => (/^\d+$/.test(text) ? Number(text) : (text as unknown as number)));
  }
  function request(): Omit<SplitPdfRequest, "file"> {
    const secret = opened?.password === undefined ? {} : { password: opened.password };
    return mode.input.value === "ranges"
      ? { splitMode: "ranges", ranges: linesOf(ranges.input.value), ...secret }
      : { splitMode: "individual", pageNumbers: pageNumbers(), ...secret };
  }
  function described() {
    return {
      path: "/v1/pdf/split",
      method: "split",
      files: { file: [(opened as Opened).file.name] },
      fields: request(),
    };
  }

  return el(
    "div",
    { class: "tool" },
    el("div", { class: "stack" }, drop.element, password.element, controls),
    el("div", { class: "stages" }, stage, result.element),
  );
}

/** The parts, with what each holds, how large it is, and its link. */
function resultList(): { element: HTMLElement; show: (answer: SplitPdfResult) => void } {
  const body = el("div", { class: "stack" });
  const element = el(
    "section",
    { class: "card stack result", "aria-label": "Result", hidden: true },
    el("h3", {}, "Result"),
    body,
  );
  return {
    element,
    show(answer) {
      const rows = answer.files.map(({ fileName, pages, size, downloadUrl }) =>
        el(
          "tr",
          {},
          el("td", {}, el("a", { href: downloadUrl, download: fileName }, fileName)),
          el("td", {}, pages),
          el("td", { class: "number" }, bytes(size)),
        ),
      );
      const heads = el(
        "tr",
        {},
        ...["File", "Pages"].map((text) => el("th", { scope: "col" }, text)),
        el("th", { scope: "col", class: "number" }, "Size"),
      );
      const zip = el(
        "a",
        { class: "button primary", href: answer.zipDownloadUrl, download: answer.fileName },
        `Save all (ZIP, ${bytes(answer.outputSize)})`,
      );
      body.replaceChildren(
        el("p", {}, answer.message),
        ...[...answer.notes, ...(answer.warnings ?? [])].map((text) => el("p", { class: "notice warn" }, text)),
        el("div", {}, zip),
        el(
          "div",
          { class: "table-scroll", tabindex: 0, role: "region", "aria-label": "Parts" },
          el("table", {}, el("thead", {}, heads), el("tbody", {}, ...rows)),
        ),
      );
      element.hidden = false;
    },
  };
}
