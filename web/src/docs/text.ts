import { el } from "../dom.ts";

/** The few parts of Markdown that descriptions use: paragraphs, lists, and code between backticks. */
export function prose(text: string): HTMLElement[] {
  return text.split(/\n{2,}/).map((block) => {
    const lines = block.split("\n");
    return lines.every((line) => line.startsWith("- "))
      ? el("ul", {}, ...lines.map((line) => el("li", {}, ...inline(line.slice(2)))))
      : el("p", {}, ...inline(block));
  });
}

/** Each page is there as Markdown too, for agents. */
export function markdownLink(href: string): HTMLElement {
  return el("p", { class: "small soft" }, "This page as ", el("a", { href }, "Markdown"), ".");
}

export function inline(text: string): (string | HTMLElement)[] {
  return text.split(/(`[^`]+`)/).map((part) => (part.startsWith("`") ? el("code", {}, part.slice(1, -1)) : part));
}
