import { el } from "../../dom.ts";
import { drawPage, type PdfView } from "../viewer.ts";

const WIDTH = 110;
/** A document of more pages than this is cut by typing; a browser does not show so many well. */
const MOST_SHOWN = 500;

export type Way = "ranges" | "individual";

/** Pages side by side, with a place to cut between each two; or pages to choose. */
export function thumbnails(actions: { cut: (after: number) => void; choose: (page: number) => void }): {
  element: HTMLElement;
  open: (pdf: PdfView) => void;
  show: (way: Way, cuts: ReadonlySet<number> | undefined, chosen: ReadonlySet<number>) => void;
} {
  const element = el("div", { class: "thumbnails" });
  let pages: { page: HTMLButtonElement; cut: HTMLButtonElement | undefined }[] = [];
  let drawing: IntersectionObserver | undefined;
  return {
    element,
    open(pdf) {
      drawing?.disconnect();
      const shown = Math.min(pdf.numPages, MOST_SHOWN);
      pages = Array.from({ length: shown }, (_, index) => {
        const number = index + 1;
        const canvas = el("canvas", { "aria-hidden": "true", "data-page": number, width: WIDTH, height: WIDTH * 1.4 });
        const page = el("button", { type: "button", class: "thumbnail" }, canvas, el("span", {}, String(number)));
        page.addEventListener("click", () => actions.choose(number));
        const cut = number < pdf.numPages ? el("button", { type: "button", class: "cut" }) : undefined;
        cut?.addEventListener("click", () => actions.cut(number));
        return { page, cut };
      });
      // Only what is looked at is drawn.
      drawing = new IntersectionObserver(
        (entries, observer) => {
          for (const { isIntersecting, target } of entries) {
            if (!isIntersecting) continue;
            observer.unobserve(target);
            const canvas = target as HTMLCanvasElement;
            void drawPage(pdf, Number(canvas.dataset.page), canvas, WIDTH).catch(() => canvas.classList.add("undrawn"));
          }
        },
        { rootMargin: "200px" },
      );
      element.replaceChildren(...pages.flatMap(({ page, cut }) => (cut ? [page, cut] : [page])));
      if (shown < pdf.numPages) element.append(el("p", { class: "hint" }, `… and ${pdf.numPages - shown} more pages.`));
      for (const canvas of element.querySelectorAll("canvas")) drawing.observe(canvas);
    },
    show(way, cuts, chosen) {
      for (const [index, { page, cut }] of pages.entries()) {
        const number = index + 1;
        const isChosen = chosen.has(number);
        page.disabled = way === "ranges";
        page.setAttribute("aria-label", way === "ranges" ? `Page ${number}` : `Take page ${number}`);
        if (way === "individual") page.setAttribute("aria-pressed", String(isChosen));
        else page.removeAttribute("aria-pressed");
        if (!cut) continue;
        cut.hidden = way === "individual";
        cut.disabled = cuts === undefined;
        cut.setAttribute("aria-pressed", String(cuts?.has(number) ?? false));
        cut.setAttribute("aria-label", `Cut after page ${number}`);
      }
    },
  };
}
