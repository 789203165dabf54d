import { OWN_PLACE, PAGED } from "../resources/paged-words.ts";
import { CONTENTS_SCRIPT } from "./contents.ts";
import { HEADS_SCRIPT } from "./heads-script.ts";
import { TWIN } from "./twins.ts";
import { BLANK_PAGES_SCRIPT } from "./world-blank-pages.ts";
import { LEADERS_SCRIPT } from "./world-leaders.ts";

/** What is read of a page is bounded: uses, characters of one value, and of all. */
const MOST_USES = 20_000;
const LONGEST_VALUE = 10_000;
const MOST_CHARS = 2_000_000;
/** Longer names of places are not looked for. */
const LONGEST_NAME = 1_000;

/**
 * Runs in a world of its own beside the page: its built-ins are the browser's, whatever the page has done to its own.
 * Methods of the document are called as the browser has them, since elements' names can hide them.
 */
export const WORLD_SCRIPT = `globalThis.quire = (() => {
  const { getElementById, querySelectorAll, querySelector, createElement } = Document.prototype;
  const PSEUDOS = ["", "::before", "::after"];
  const elements = [];
  const numbers = new Map();
  const numbered = (element) => {
    if (!numbers.has(element)) numbers.set(element, elements.push(element) - 1);
    return numbers.get(element);
  };
  const addSheet = (css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return sheet;
  };
  const link = (name) => {
    const mark = createElement.call(document, "a");
    mark.href = "#" + name;
    document.head.append(mark);
  };
  const marked = new Map();
  /** A link, although nobody sees it, makes the browser write where it leads. */
  const mark = (element) => {
    if (!marked.has(element)) {
      const name = encodeURIComponent((element.id || element.getAttribute("name")).toWellFormed());
      link(name);
      marked.set(element, name);
    }
    return marked.get(element);
  };
  const here = () => document.URL.replace(/#.*$/, "");
  const target = (ref, addresses) => {
    let url;
    try { url = new URL(ref, ref.startsWith("#") ? document.URL : document.baseURI); } catch { return null; }
    if (url.hash.length > ${LONGEST_NAME}) return null;
    const address = url.href.replace(/#.*$/, "");
    const at = ref.startsWith("#") ? -1 : addresses.indexOf(address);
    if (at >= 0) return { document: at, fragment: url.hash };
    if (address !== here()) return null;
    let name = url.hash.slice(1);
    try { name = decodeURIComponent(name); } catch {}
    return getElementById.call(document, name) ??
      (name === "" ? null : querySelector.call(document, 'a[name="' + CSS.escape(name) + '"]'));
  };
  const filling = addSheet("");
  const probing = addSheet("");
  ${CONTENTS_SCRIPT}
  ${LEADERS_SCRIPT}
  return {
    ...${HEADS_SCRIPT},
    ...${BLANK_PAGES_SCRIPT},
    add(css) {
      addSheet(css);
    },
    /** The values that the twins of these properties have, of each element that has any. */
    read(properties) {
      const names = properties.map((property) => "${TWIN}" + property);
      addSheet(names.map((name) => "@property " + name + " { syntax: '*'; inherits: false }").join(" "));
      const uses = [];
      let chars = 0;
      let more = false;
      for (const element of querySelectorAll.call(document, ":root, body, body *")) {
        for (const pseudo of PSEUDOS) {
          const style = getComputedStyle(element, pseudo);
          let values;
          for (let at = 0; at < names.length; at++) {
            const value = style.getPropertyValue(names[at]);
            if (value.length > ${LONGEST_VALUE}) more = true;
            if (value === "" || value.length > ${LONGEST_VALUE}) continue;
            chars += value.length;
            (values ??= {})[properties[at]] = value;
          }
          if (!values) continue;
          if (uses.length >= ${MOST_USES} || chars > ${MOST_CHARS}) return { uses, more: true };
          uses.push({ at: numbered(element), pseudo, values, reset: style.counterReset });
        }
      }
      return { uses, more };
    },
    /** Styles of elements' own that speak of what browsers do not print. */
    inline() {
      const found = [];
      for (const element of querySelectorAll.call(document, "[style]")) {
        const css = element.getAttribute("style");
        if (found.length < ${MOST_USES} && css.length <= ${LONGEST_VALUE} && ${PAGED}.test(css))
          found.push({ at: numbered(element), css });
      }
      return found;
    },
    restyle(styles) {
      for (const { at, css } of styles) elements[at].style.cssText = css;
    },
    /**
     * For each reference the element's number, and the name by which the PDF says where it is; or which of the
     * documents at these addresses it names; or null.
     */
    find(refs, addresses) {
      return refs.map((ref) => {
        const found = target(ref, addresses);
        return found instanceof Element ? { name: mark(found), at: numbered(found) } : found;
      });
    },
    /** The names of places of elements by their numbers. Those without a name get one, which no PDF keeps. */
    mark(ats) {
      return ats.map((at) => {
        elements[at].id ||= "${OWN_PLACE}" + at;
        return mark(elements[at]);
      });
    },
    /** A sheet for prints that are only read. */
    probe(css) {
      probing.replaceSync(css);
    },
    /** What the outline lists: headings, and elements by the levels that they are given, 0 for none. */
    bookmarked(given, most) {
      const levels = new Map(given.map(([at, level]) => [elements[at], level]));
      const found = [];
      for (const element of querySelectorAll.call(document, ":root, body, body *")) {
        const level = levels.get(element) ?? Number(/^h([1-6])$/.exec(element.localName)?.[1] ?? 0);
        if (level === 0) continue;
        if (found.length >= most) return { found, more: true };
        found.push({ at: numbered(element), level });
      }
      return { found, more: false };
    },
    addContents,
    edges,
    /** Shows what the rules say in place of what the browser cannot compute. */
    fill(rules) {
      for (const rule of rules) {
        const element = elements[rule.at];
        element.setAttribute("data-quire", rule.at);
        if (rule.pseudo !== "") continue;
        element.replaceChildren();
        rule.pseudo = "::before";
      }
      filling.replaceSync("");
      const filled = withLeaders(rules);
      filling.replaceSync(filled.map(ruleOf).join("\\n"));
    },
  };
})()`;
