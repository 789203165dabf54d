import { OWN_PLACE } from "../resources/paged-words.ts";

/** So often a leader's pattern is laid out to find how wide it is. */
const RULER = 50;
/** A line has no more of them. */
const MOST_PATTERNS = 2_000;
/** So many texts behind a leader are looked at for the end of its line. */
const MOST_BEHIND = 50;
/** What of a style makes text as wide as it is. */
const OF_TEXT = ["font", "letterSpacing", "wordSpacing", "textTransform", "padding", "margin", "border", "display"];

/** So many pixels are from the left edge of a page's area to the second mark, and from the third to the right one. */
export const EDGE_UNIT = 100;
export const EDGE_INSET = 10;
/** Names of places at the edges of a page's area. What is right on the right one is sometimes left out. */
export const EDGES = ["left", "unit", "right"].map((name) => `${OWN_PLACE}${name}`);

/** A part of the script beside the page: leaders, as wide as the lines leave room (css-content-3 §5). */
export const LEADERS_SCRIPT = `
  const quoted = (text) => '"' + text.replace(/["\\\\]/g, "\\\\$&") + '"';
  const ruleOf = ({ at, pseudo, content, reset, more }) =>
    '[data-quire="' + at + '"]' + pseudo + " { content: " + content.join(" ") + " !important; " +
    (reset ? "counter-reset: " + reset + " !important; " : "") + (more ?? "") + " }";
  let marks;
  /** Marks that are at the edges of the area of a page, for prints that are only read. */
  const edges = (shown) => {
    marks ??= ${JSON.stringify(EDGES)}.map((id, at) => {
      const mark = createElement.call(document, "span");
      mark.id = id;
      mark.style.cssText = "all: initial; position: fixed; top: 0; width: 0; height: 0; " + ["left: 0", "left: ${EDGE_UNIT}px", "right: ${EDGE_INSET}px"][at];
      return mark;
    });
    for (const edge of marks) {
      if (shown) document.documentElement.append(edge);
      else edge.remove();
    }
    return marks.map(mark);
  };
  const insideOf = (block) => {
    const { left, right } = block.getBoundingClientRect();
    const style = getComputedStyle(block);
    const side = (name) => parseFloat(style["border" + name + "Width"]) + parseFloat(style["padding" + name]);
    return { left: left + side("Left"), right: right - side("Right"), toLeft: style.direction === "rtl", style };
  };
  const blockOf = (element) => {
    let block = element;
    while (block.parentElement && /^(inline|contents)$/.test(getComputedStyle(block).display)) block = block.parentElement;
    return block;
  };
  /** How much room the line leaves: behind what follows the leader on it, and in a row of boxes before it. */
  const roomOf = (line, element) => {
    const block = blockOf(element);
    const inside = insideOf(block);
    const own = line.getBoundingClientRect();
    let { left, right } = own;
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    walker.currentNode = line.lastChild.lastChild;
    const range = new Range();
    for (let more = ${MOST_BEHIND}; more > 0 && walker.nextNode(); more--) {
      range.selectNodeContents(walker.currentNode);
      const rects = [...range.getClientRects()];
      const beside = rects.filter(({ top, bottom }) => top < own.bottom && bottom > own.top);
      for (const rect of beside) {
        left = Math.min(left, rect.left);
        right = Math.max(right, rect.right);
      }
      if (beside.length < rects.length) break;
    }
    let room = inside.toLeft ? left - inside.left : inside.right - right;
    const isRow = /flex/.test(inside.style.display);
    if (isRow && line.previousSibling) {
      range.selectNodeContents(block);
      range.setEndBefore(line);
      const last = [...range.getClientRects()].at(-1);
      if (last) room += Math.max(0, inside.toLeft ? last.left - own.right : own.left - last.right);
    }
    return { room, isRow };
  };
  /** The rules, with leaders in place of nulls. The lines are laid out with the shortest ones first. */
  const withLeaders = (rules) => {
    const lines = rules.filter(({ content }) => content.includes(null)).map((rule) => {
      const element = elements[rule.at];
      const style = getComputedStyle(element, rule.pseudo);
      const line = createElement.call(document, "span");
      const ruler = createElement.call(document, "span");
      for (const name of ${JSON.stringify(OF_TEXT)}) line.style[name] = style[name];
      line.style.whiteSpace = "nowrap";
      ruler.style.cssText = "position: absolute; visibility: hidden; white-space: pre";
      ruler.textContent = rule.pattern.repeat(${RULER});
      line.append(ruler);
      const shown = { ...rule, pseudo: " > span[data-quire-line]::before", content: rule.content.map((part) => part ?? quoted(rule.pattern)) };
      line.setAttribute("data-quire-line", "");
      return { rule, element, line, ruler, shown, padding: style.paddingInlineStart, margin: style.marginInlineEnd };
    });
    if (lines.length === 0) return rules;
    const others = rules.filter(({ content }) => !content.includes(null));
    const hidden = lines.map(({ rule }) => ({ ...rule, content: ["none"] }));
    filling.replaceSync([...others, ...hidden, ...lines.map(({ shown }) => shown)].map(ruleOf).join("\\n"));
    for (const { rule, element, line } of lines) rule.pseudo === "::after" ? element.append(line) : element.prepend(line);
    const measured = lines.map(({ line, ruler, element }) => ({
      ...roomOf(line, element),
      unit: ruler.getBoundingClientRect().width / ${RULER},
    }));
    for (const { line } of lines) line.remove();
    const filled = lines.map(({ rule, padding, margin }, at) => {
      const { room, unit, isRow } = measured[at];
      const leaders = rule.content.filter((part) => part === null).length;
      const more = unit > 0 ? Math.min(${MOST_PATTERNS}, Math.max(0, Math.floor(room / leaders / unit))) : 0;
      const rest = Math.max(0, room - more * leaders * unit);
      const leader = quoted(rule.pattern.repeat(more + 1));
      return {
        ...rule,
        content: rule.content.map((part) => part ?? leader),
        // A little less is asked of a line than is there: otherwise rounding might break it.
        more: "white-space: nowrap !important; padding-inline-start: calc(" + padding + " + " + rest.toFixed(3) +
          "px) !important; margin-inline-end: calc(" + margin + (isRow ? "" : " - 1px") + ") !important",
      };
    });
    return [...others, ...filled];
  };`;
