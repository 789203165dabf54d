import type { Quire } from "../../../client/src/index.ts";
import { el } from "../dom.ts";
import { bytes } from "../format.ts";
import { drawPage, openPdf, type PdfView } from "./viewer.ts";

export interface ResultView {
  element: HTMLElement;
  /** The password of a protected document, whose result is protected by it too. */
  show: (quire: Quire, answer: Answer, page?: number, password?: string) => Promise<void>;
  clear: () => void;
}

interface Answer {
  message: string;
  fileName: string;
  downloadUrl: string;
  notes?: string[];
  warnings?: string[] | undefined;
}

/** A produced PDF: drawn page by page, with its link. */
export function resultView(): ResultView {
  const canvas = el("canvas", { role: "img", "aria-label": "The produced page" });
  const message = el("p");
  const remarks = el("div");
  const link = el("a", { class: "button primary" }, "Save the PDF");
  const pager = pageTurner((number) => void turn(number));
  const element = el(
    "section",
    { class: "card stack result", "aria-label": "Result", hidden: true },
    el("h3", {}, "Result"),
    message,
    remarks,
    el("div", { class: "row" }, link, pager.element),
    el("div", { class: "sheet" }, canvas),
  );
  let pdf: PdfView | undefined;
  async function turn(number: number): Promise<void> {
    if (!pdf) return;
    await drawPage(pdf, number, canvas, Math.max(element.clientWidth - 40, 200));
    canvas.setAttribute("aria-label", `Page ${number} of the produced PDF`);
  }
  return {
    element,
    async show(quire, answer, page = 1, password) {
      const { blob } = await quire.download(answer.downloadUrl);
      message.textContent = `${answer.message} ${answer.fileName}, ${bytes(blob.size)}.`;
      remarks.replaceChildren(...(answer.warnings ?? []).map((text) => el("p", { class: "notice warn" }, text)));
      link.href = answer.downloadUrl;
      link.setAttribute("download", answer.fileName);
      element.hidden = false;
      await pdf?.loadingTask.destroy();
      pdf = await openPdf(blob, password);
      pager.set(Math.min(page, pdf.numPages), pdf.numPages);
      await turn(Math.min(page, pdf.numPages));
    },
    clear() {
      element.hidden = true;
    },
  };
}

/** Previous, next, and the number itself. */
export function pageTurner(onTurn: (page: number) => void): {
  element: HTMLElement;
  set: (page: number, count: number) => void;
} {
  const previous = el("button", { type: "button", class: "compact", "aria-label": "Previous page" }, "‹");
  const next = el("button", { type: "button", class: "compact", "aria-label": "Next page" }, "›");
  const input = el("input", { type: "number", min: 1, value: 1, "aria-label": "Page", class: "page-number" });
  const of = el("span", { class: "soft small" });
  let page = 1;
  let count = 1;
  function set(number: number, pages: number): void {
    page = number;
    count = pages;
    input.value = String(page);
    input.max = String(count);
    of.textContent = `of ${count}`;
    previous.disabled = page <= 1;
    next.disabled = page >= count;
  }
  function go(number: number): void {
    const wanted = Math.min(Math.max(Math.round(number) || 1, 1), count);
    const turns = wanted !== page;
    set(wanted, count);
    if (turns) onTurn(wanted);
  }
  previous.addEventListener("click", () => go(page - 1));
  next.addEventListener("click", () => go(page + 1));
  input.addEventListener("change", () => go(Number(input.value)));
  return { element: el("div", { class: "row page-turner" }, previous, input, of, next), set };
}
