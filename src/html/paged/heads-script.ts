import { ROOT_PLACE } from "../resources/paged-words.ts";
import { MARGIN_BOXES, PAGE_INDEX } from "./head-rules.ts";

/** No string needs more of an element's text. */
const LONGEST_TEXT = 10_000;

/**
 * What the world beside the page does for heads and feet. It stands among that world's functions, and uses its
 * `elements`, `addSheet`, `link` and `querySelectorAll`.
 */
export const HEADS_SCRIPT = String.raw`(() => {
  /** The text that an element shows: what is not displayed is left out, and lines and blocks are words apart. */
  const textOf = (element) => {
    let text = "";
    for (const node of element.childNodes) {
      if (text.length > ${LONGEST_TEXT}) break;
      if (node.nodeType === Node.TEXT_NODE) text += node.data;
      else if (node.nodeType === Node.ELEMENT_NODE) {
        const { display } = getComputedStyle(node);
        if (node.localName === "br") text += " ";
        else if (display !== "none") {
          text += /^(inline|contents|ruby)/.test(display) ? textOf(node) : " " + textOf(node) + " ";
        }
      }
    }
    return text;
  };
  const pairs = (value) => value === "none" ? [] : [...value.matchAll(/(\S+)\s+(-?\d+)/g)];
  /** What counters are at these elements, behind what is before their content (css-lists-3 §4.4). */
  const countersAt = (wanted) => {
    const scopes = new Map();
    const found = new Map();
    const depths = new Map();
    const open = [];
    const scopesOf = (name) => {
      if (!scopes.has(name)) scopes.set(name, []);
      return scopes.get(name);
    };
    const count = (style, depth) => {
      for (const [, name, value] of pairs(style.counterReset)) {
        const own = scopesOf(name);
        if (own.at(-1)?.depth === depth) own.pop();
        own.push({ depth, value: Number(value) });
      }
      for (const [list, adds] of [[style.counterIncrement, true], [style.counterSet, false]]) {
        for (const [, name, value] of pairs(list)) {
          const own = scopesOf(name);
          if (own.length === 0) own.push({ depth, value: 0 });
          own.at(-1).value = (adds ? own.at(-1).value : 0) + Number(value);
        }
      }
    };
    const countBeside = (element, pseudo, depth) => {
      const style = getComputedStyle(element, pseudo);
      if (style.content !== "none" && style.content !== "normal") count(style, depth);
    };
    const leave = (depth) => {
      for (const own of scopes.values()) while (own.length > 0 && own.at(-1).depth > depth) own.pop();
    };
    for (const element of querySelectorAll.call(document, "*")) {
      const above = element.parentElement;
      if (above && !depths.has(above)) continue;
      const depth = above ? depths.get(above) + 1 : 0;
      while (open.length > depth) {
        leave(open.length);
        countBeside(open.pop(), "::after", open.length + 1);
      }
      const style = getComputedStyle(element);
      if (style.display === "none") continue;
      depths.set(element, depth);
      leave(depth);
      count(style, depth);
      countBeside(element, "::before", depth + 1);
      open.push(element);
      if (!wanted.has(element)) continue;
      found.set(element, Object.fromEntries([...scopes].map(([name, own]) => [name, own.map(({ value }) => value)])));
    }
    return found;
  };
  const isShown = (node) => node.nodeType === Node.TEXT_NODE ? /\S/.test(node.data) :
    node.nodeType === Node.ELEMENT_NODE && node.getClientRects().length > 0 &&
    !/^(absolute|fixed)$/.test(getComputedStyle(node).position);
  /** How far an element that begins a page may be below its top: by margins that do not collapse, borders, paddings. */
  const roomAbove = (element) => {
    let room = 0;
    let margin = 0;
    for (let node = element; node && node !== document.documentElement; node = node.parentElement) {
      const style = getComputedStyle(node);
      if (node !== element) {
        const inside = parseFloat(style.paddingTop) + parseFloat(style.borderTopWidth);
        if (inside > 0) [room, margin] = [room + inside + margin, 0];
      }
      margin = Math.max(margin, parseFloat(style.marginTop) || 0);
      let before = node.previousSibling;
      while (before && !isShown(before)) before = before.previousSibling;
      if (before) break;
    }
    return room + margin;
  };
  const sheets = { strings: addSheet(""), elements: addSheet(""), away: addSheet("") };
  const blockOf = (display) => display.startsWith("inline") ? display.slice("inline-".length) || "block" :
    display === "contents" ? "block" : display;
  return {
    /** What elements show, and the values of counters there. */
    contents(ats, longest = ${LONGEST_TEXT}) {
      const counters = countersAt(new Set(ats.map((at) => elements[at])));
      const beside = (at, pseudo) => getComputedStyle(elements[at], pseudo).content.slice(0, longest);
      return ats.map((at) => ({
        text: textOf(elements[at]).replace(/\s+/g, " ").trim().slice(0, longest),
        before: beside(at, "::before"),
        after: beside(at, "::after"),
        counters: counters.get(elements[at]) ?? {},
      }));
    },
    /** The room above elements that begin a page, in CSS pixels; and marks where the document begins. */
    roomAbove(ats) {
      document.documentElement.id ||= "${ROOT_PLACE}";
      link("${ROOT_PLACE}");
      return ats.map((at) => roomAbove(elements[at]));
    },
    /** Lets all pages count themselves, below what rules for some pages count. */
    countPages() {
      const rule = "@page { counter-increment: ${PAGE_INDEX} }";
      const insert = (sheet) => {
        let at = 0;
        for (const inner of sheet.cssRules) {
          if (inner instanceof CSSImportRule) {
            if (inner.styleSheet && insert(inner.styleSheet)) return true;
          } else if (!(inner instanceof CSSLayerStatementRule)) break;
          at++;
        }
        sheet.insertRule(rule, at);
        return true;
      };
      for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
        if (sheet.disabled || !matchMedia(sheet.media.mediaText).matches) continue;
        try { return insert(sheet); } catch {}
      }
      // All are of other sites.
      addSheet(rule);
    },
    /** A sheet for what margin boxes show. */
    heads(kind, css) {
      sheets[kind].replaceSync(css);
    },
    /** Takes these elements out of the text, and tells how large they are. */
    run(ats) {
      const own = "[data-quire-running]";
      for (const at of ats) elements[at].setAttribute("data-quire-running", at);
      sheets.away.replaceSync(own + " { position: absolute !important; width: max-content !important }");
      const measured = ats.map((at) => {
        const element = elements[at];
        const { width, height } = element.getBoundingClientRect();
        const counts = [element, ...element.querySelectorAll("*")].some((inner) =>
          ["::before", "::after"].some((pseudo) => /counters?\(\s*pages?\b/.test(getComputedStyle(inner, pseudo).content)));
        return { isDisplayed: getComputedStyle(element).display !== "none", width, height, counts };
      });
      sheets.away.replaceSync(own + ", " + own + " * { visibility: hidden !important } " + own + " { " +
        "display: block; position: absolute !important; inset: auto !important; overflow: clip !important; " +
        "width: 0 !important; height: 0 !important; min-width: 0 !important; min-height: 0 !important; " +
        "margin: 0 !important; border: 0 !important; padding: 0 !important }");
      return measured;
    },
    /** Leaves nothing but these elements, each on a page of its own and in its place there. */
    stage(stages) {
      for (const sheet of Object.values(sheets)) sheet.replaceSync("");
      const last = new Map();
      const staged = stages.map(({ at }, index) => {
        const before = last.get(at);
        const element = before ? before.cloneNode(true) : elements[at];
        before?.after(element);
        last.set(at, element);
        element.setAttribute("data-quire-stage", index);
        return element;
      });
      for (const first of last.keys()) {
        for (let above = elements[first].parentElement; above; above = above.parentElement) {
          above.setAttribute("data-quire-way", "");
          for (const node of [...above.childNodes]) if (node.nodeType === Node.TEXT_NODE) node.remove();
        }
      }
      const displays = staged.map((element) => blockOf(getComputedStyle(element).display));
      const page = ({ size, left, width, zoom, counters }, index) => "@page quire-stage-" + index + " { " +
        "size: " + size[0] + "px " + size[1] + "px !important; " +
        "margin: 0 " + (size[0] - left - width) + "px 0 " + left + "px !important; " +
        "border: 0 !important; padding: 0 !important; background: none !important } " +
        '[data-quire-stage="' + index + '"] { page: quire-stage-' + index + " !important; " +
        "display: " + displays[index] + " !important; zoom: " + zoom + " !important; counter-set: " + counters + " !important }";
      sheets.elements.replaceSync(
        ":root, body { background: none !important; border: 0 !important; margin: 0 !important; " +
        "padding: 0 !important; min-height: 0 !important } :root { height: auto !important } " +
        ":root::before, :root::after, [data-quire-way]::before, [data-quire-way]::after { content: none !important } " +
        "[data-quire-way]:not(:root) { display: contents !important } " +
        "[data-quire-way] > :not([data-quire-way], [data-quire-stage]) { display: none !important } " +
        "[data-quire-stage] { break-before: page !important; break-after: auto !important; " +
        "position: relative !important; inset: auto !important } " +
        "@page { " + ${JSON.stringify(MARGIN_BOXES)}.map((box) => "@" + box + " { content: none !important }").join(" ") +
        " } " + stages.map(page).join(" "));
      const heights = new Map();
      for (const [index, { at, width, top, height, align }] of stages.entries()) {
        const key = at + " " + width;
        if (!heights.has(key)) {
          sheets.away.replaceSync(":root { width: " + width + "px !important } " +
            '[data-quire-stage]:not([data-quire-stage="' + index + '"]) { display: none !important }');
          const { marginTop, marginBottom } = getComputedStyle(staged[index]);
          const margins = (parseFloat(marginTop) || 0) + (parseFloat(marginBottom) || 0);
          heights.set(key, staged[index].getBoundingClientRect().height + margins * stages[index].zoom);
        }
        staged[index].style.setProperty("top", top + (height - heights.get(key)) * align + "px", "important");
      }
      sheets.away.replaceSync("");
    },
  };
})()`;
