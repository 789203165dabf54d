/** Breaks to a side that are kept. Others begin the next page. */
const MOST_BREAKS = 2_000;
/** The name of pages that are left blank, for the rules of `@page :blank`. */
export const BLANK_PAGE = "quire-blank";

/**
 * A part of the script beside the page: what must begin on a page of one side, and a page that is left blank before it
 * (css-break-3 §3.1). It uses `elements`, `numbered` and `createElement`.
 */
export const BLANK_PAGES_SCRIPT = `(() => {
  const fillers = [];
  const canFill = (element) => element.parentElement &&
    /^(block|flow-root|list-item)$/.test(getComputedStyle(element.parentElement).display);
  return {
    /** The elements, in their order, and whether their page must have an odd number. */
    sides() {
      const isOdd = { recto: true, verso: false };
      // Where pages follow each other from right to left, the first is a left one.
      isOdd.right = getComputedStyle(document.documentElement).direction !== "rtl";
      isOdd.left = !isOdd.right;
      const found = new Map();
      let more = false;
      const add = (element, side) => {
        if (found.size >= ${MOST_BREAKS} || !canFill(element)) more = true;
        else if (!found.has(element)) found.set(element, { at: numbered(element), isOdd: isOdd[side] });
      };
      let after;
      for (const element of querySelectorAll.call(document, "body *")) {
        const { breakBefore, breakAfter } = getComputedStyle(element);
        if (after && !after.of.contains(element)) {
          add(element, after.side);
          after = undefined;
        }
        if (breakBefore in isOdd) add(element, breakBefore);
        if (breakAfter in isOdd) after = { of: element, side: breakAfter };
      }
      return { sides: [...found.values()], more };
    },
    /** Leaves a page blank before each of these elements, and before no others. */
    leaveBlank(ats) {
      for (const filler of fillers.splice(0)) filler.remove();
      for (const at of ats) {
        const filler = createElement.call(document, "div");
        filler.setAttribute("role", "presentation");
        filler.style.cssText = "all: initial; display: block; height: 0; break-before: page; page: ${BLANK_PAGE}";
        elements[at].before(filler);
        fillers.push(filler);
      }
    },
  };
})()`;
