/** Fields of one page, and the characters in them: names, values, labels, options. */
export const MOST_FIELDS = 5_000;
export const MOST_CHARS = 1_000_000;
/** A name is cut behind this. */
export const MOST_NAME = 500;

/**
 * Runs in a world of its own, which shares the page's elements and none of its scripts' globals. It describes the
 * controls, and gives the page the three states in which it is printed. Each state keeps the page's layout.
 *
 * In the first state a control shows no value. Its box is marked by an outline that nobody sees: the colour is the
 * control's number, and the alpha is the smallest that there is. A box to tick is drawn with that alpha as a whole. Text
 * that is only transparent would still be found in the PDF, so it is moved out of its control.
 */
export const FIELDS_SCRIPT = `globalThis.quireFields = (() => {
  const TEXTS = new Set("text search tel url email number date time month week datetime-local".split(" "));
  const FAINT = 1 / 255;
  // A form of such a name would be found in the document's own place of it.
  const all = (root, selector) =>
    (root.nodeType === 9 ? Document : DocumentFragment).prototype.querySelectorAll.call(root, selector);
  const roots = [document], controls = [], before = new Map(), changed = [];
  let frames = 0;
  const kindOf = (element) => {
    const { localName, type } = element;
    if (localName === "textarea") return "area";
    if (localName === "select") return "choice";
    if (type === "reset") return "reset";
    if (localName !== "input") return undefined;
    if (type === "checkbox" || type === "radio" || type === "password") return type;
    return TEXTS.has(type) ? (element.hasAttribute("data-signature") ? "signature" : "text") : undefined;
  };
  const visit = (root) => {
    for (const element of all(root, "*")) {
      if (element.shadowRoot) {
        roots.push(element.shadowRoot);
        visit(element.shadowRoot);
      }
      if (element.localName === "iframe" || element.localName === "object") {
        const inner = element.contentDocument;
        if (inner ? all(inner, "input, select, textarea").length > 0 : element.localName === "iframe") frames++;
      }
      const kind = kindOf(element);
      if (kind) controls.push({ element, kind });
    }
  };
  visit(document);
  const forms = new Map([...all(document, "form")].map((form, at) => [form, at]));
  const isBox = ({ kind }) => kind === "checkbox" || kind === "radio";
  const words = (node, depth = 0) => {
    let text = "";
    for (const kid of node?.childNodes ?? []) {
      if (kid.nodeType === 3) text += kid.data;
      else if (kid.nodeType === 1 && depth < 20 && !kid.matches("select, textarea, datalist, script, style"))
        text += " " + words(kid, depth + 1);
    }
    return text;
  };
  const tidy = (text) => (text ?? "").replace(/\\s+/g, " ").trim().slice(0, ${MOST_NAME});
  const labelOf = (element) => {
    const root = element.getRootNode();
    const ids = (element.getAttribute("aria-labelledby") ?? "").split(/\\s+/).filter(Boolean).slice(0, 10);
    const by = ids.map((id) => words(all(root, "#" + CSS.escape(id))[0])).join(" ");
    const labels = [...(element.labels ?? [])].slice(0, 10).map((label) => words(label)).join(" ");
    const own = element.localName === "button" ? words(element) : element.type === "reset" ? element.value : "";
    const said = [by, element.getAttribute("aria-label"), labels, own].map(tidy).find(Boolean);
    const title = tidy(element.title);
    const pattern = title === "" ? tidy(element.getAttribute("pattern")) : "";
    const names = [said, title, element.getAttribute("placeholder"), element.getAttribute("name")];
    const first = names.map(tidy).find(Boolean) ?? "";
    return [first, title === first ? "" : title, pattern].filter(Boolean).join(": ");
  };
  const colourOf = (text) => {
    const numbers = /^rgba?\\(([\\d.]+), ([\\d.]+), ([\\d.]+)/.exec(text)?.slice(1);
    return numbers ? numbers.map((one) => Math.min(1, Number(one) / 255)) : [0, 0, 0];
  };
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const describe = ({ element, kind }) => {
    const style = getComputedStyle(element);
    const isLeft = style.direction !== "rtl";
    const align = { center: 1, "-webkit-center": 1, right: 2, end: isLeft ? 2 : 0, start: isLeft ? 0 : 2 };
    const group = kind === "radio" ? element.closest("fieldset")?.querySelector("legend") : undefined;
    const described = {
      kind, isShown: isShown(element), name: (element.getAttribute("name") ?? "").slice(0, ${MOST_NAME}),
      isCut: (element.getAttribute("name") ?? "").length > ${MOST_NAME},
      form: forms.get(element.form) ?? -1,
      label: labelOf(element), group: tidy(words(group)),
      isRequired: element.required === true, isDisabled: element.matches(":disabled"),
      isReadOnly: element.readOnly === true, tab: Math.max(0, element.tabIndex),
      size: parseFloat(style.fontSize) || 0, colour: colourOf(style.webkitTextFillColor),
      face: /mono|courier|consol/i.test(style.fontFamily) ? "Courier"
        : /(?<!sans-)serif|times|georgia|garamond/i.test(style.fontFamily) ? "Times" : "Helvetica",
      isBold: Number(style.fontWeight) >= 600, align: align[style.textAlign] ?? 0,
      inset: (parseFloat(style.borderLeftWidth) || 0) + (parseFloat(style.paddingLeft) || 0),
    };
    if (isBox({ kind })) {
      return { ...described, value: element.value, isOn: element.checked, isOnAtFirst: element.defaultChecked };
    }
    if (kind !== "choice") {
      const { value, defaultValue } = element;
      const at = element.maxLength ?? -1;
      return { ...described, value: kind === "password" || kind === "reset" ? "" : value,
        first: kind === "password" || kind === "reset" ? "" : defaultValue, most: at >= 0 ? at : undefined };
    }
    const options = [...element.options].map((one) =>
      ({ value: one.value, text: one.label, isOn: one.selected, isOnAtFirst: one.defaultSelected }));
    return { ...described, options, isList: element.multiple || element.size > 1, isMany: element.multiple };
  };
  const read = () => {
    if (controls.length > ${MOST_FIELDS}) return { count: controls.length, frames, controls: [], chars: 0 };
    let chars = 0;
    const described = [];
    for (const control of controls) {
      const one = describe(control);
      for (const text of [one.value, one.first, ...(one.options ?? []).flatMap(({ value, text }) => [value, text])])
        chars += (text ?? "").length + 8;
      if (chars > ${MOST_CHARS}) return { count: controls.length, frames, controls: [], chars };
      described.push(one);
    }
    return { count: controls.length, frames, controls: described, chars };
  };
  const dress = (element, styles) => {
    if (!before.has(element)) before.set(element, element.getAttribute("style"));
    // Nothing may fade into what it is to be.
    for (const [name, value] of Object.entries({ "transition-property": "none", ...styles }))
      element.style.setProperty(name, value, "important");
  };
  const undress = () => {
    for (const [element, style] of before) {
      if (style === null) element.removeAttribute("style");
      else element.setAttribute("style", style);
    }
    before.clear();
    for (const { element, name } of changed) if (name !== null) element.setAttribute("name", name);
    for (const { element, isOn } of changed) element.checked = isOn;
    changed.length = 0;
  };
  let sheets = [];
  const add = (css) => {
    for (const root of roots) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => !sheets.includes(one));
    sheets = roots.map((root) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
      return sheet;
    });
  };
  const mark = (index) => {
    const [red, green, blue] = [16, 8, 0].map((bits) => ((index + 1) >> bits) & 255);
    return { outline: "1px solid rgb(" + [red, green, blue] + "," + FAINT + ")", "outline-offset": "0px" };
  };
  const STRONG = ":not(#q#u#i#r#e)";
  const strong = (...names) => names.map((name) => "*" + STRONG + name).join(", ");
  const HIDE = strong("", "::before", "::after", "::-webkit-calendar-picker-indicator", "::-webkit-inner-spin-button",
    "::-webkit-search-cancel-button") + " { visibility: hidden !important } html" + STRONG + ", body" + STRONG +
    " { background: none !important } @page { background: none !important }";
  /** Keeps its size when its text is not laid out in it. */
  const sizeOf = ({ element, kind }) => {
    const style = getComputedStyle(element);
    if (style.fieldSizing === "content") return { width: style.width, height: style.height };
    if (kind !== "area") return {};
    const pixels = (...names) => names.reduce((sum, name) => sum + (parseFloat(style[name]) || 0), 0);
    const width = element.clientWidth - pixels("paddingLeft", "paddingRight");
    const height = element.clientHeight - pixels("paddingTop", "paddingBottom");
    return { "contain-intrinsic-size": width + "px " + height + "px" };
  };
  return {
    read,
    empty(left) {
      const without = new Set(left);
      undress();
      add(strong("::-webkit-datetime-edit") + " { visibility: hidden !important }");
      const sizes = controls.map(sizeOf);
      for (const [index, control] of controls.entries()) {
        if (without.has(index)) continue;
        const { element, kind } = control;
        const own = mark(index);
        if (isBox(control)) own.opacity = String(FAINT);
        else if (kind === "choice" && (element.multiple || element.size > 1)) {
          for (const kid of element.querySelectorAll("*")) dress(kid, { visibility: "hidden" });
        } else if (kind !== "reset") {
          const aside = kind === "area" ? { "content-visibility": "hidden" } : { "text-indent": "30000px" };
          Object.assign(own, sizes[index], aside);
        }
        dress(element, own);
      }
    },
    values() {
      undress();
      add(HIDE);
      for (const control of controls) {
        const { element, kind } = control;
        const isList = kind === "choice" && (element.multiple || element.size > 1);
        if (isList) for (const kid of element.querySelectorAll("*")) dress(kid, { visibility: "visible" });
        else if (isBox(control)) dress(element, { visibility: "visible" });
        else if (kind !== "reset") {
          const fill = getComputedStyle(element).webkitTextFillColor;
          dress(element, {
            visibility: "visible", "border-color": "transparent", "border-image": "none", background: "none",
            "box-shadow": "none", outline: "none", resize: "none",
            // The arrow of a list is drawn in this colour.
            ...(kind === "choice" && { "-webkit-text-fill-color": fill, color: "transparent" }),
          });
        }
      }
    },
    others() {
      undress();
      // Of a group only one can be ticked at a time.
      for (const control of controls) {
        const { element } = control;
        if (isBox(control)) changed.push({ element, name: element.getAttribute("name"), isOn: element.checked });
      }
      for (const { element } of changed) if (element.type === "radio") element.removeAttribute("name");
      for (const { element, isOn } of changed) element.checked = !isOn;
      for (const [index, control] of controls.entries()) {
        if (isBox(control)) dress(control.element, { visibility: "visible", ...mark(index) });
      }
    },
    end() {
      undress();
      add("");
    },
  };
})()`;
