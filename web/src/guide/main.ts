import { codeBlock } from "../code.ts";
import { searchBox } from "../docs/search.ts";
import { byId } from "../dom.ts";
import { showTheme } from "../theme.ts";

showTheme();
byId("search").append(searchBox());
for (const block of document.querySelectorAll<HTMLElement>(".guide .docs-code .code")) block.replaceWith(tabbed(block));

/** The calls of a guide behind tabs, with the address of this service. */
function tabbed(block: HTMLElement): HTMLElement {
  const samples = [...block.querySelectorAll("pre")].map(({ dataset, textContent }) => ({
    language: dataset.language ?? "",
    text: (textContent ?? "").replaceAll("$QUIRE/", `${location.origin}/`),
  }));
  return codeBlock(samples, samples.length > 1 ? "The call" : "The answer").element;
}
