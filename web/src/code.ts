import { announce, el } from "./dom.ts";
import type { Sample } from "./samples/samples.ts";
import { tabs } from "./tabs.ts";

/** The language that was chosen last, on any page. */
const CHOSEN = "quire-language";
/** What switches each code block of the page to a language. */
const followers = new Map<HTMLElement, (language: string) => void>();

/** Code samples behind tabs, with a button that copies the visible one. */
export function codeBlock(
  samples: Sample[],
  label: string,
): { element: HTMLElement; show: (samples: Sample[]) => void } {
  const panels = samples.map(({ language, text }) =>
    el("pre", { tabindex: 0, role: "region", "aria-label": `${label}, ${language}` }, el("code", {}, text)),
  );
  const shown = () => panels.find((panel) => panel.closest("[hidden]") === null) ?? (panels[0] as HTMLElement);
  const copy = copyButton(() => shown().textContent ?? "");
  const bar =
    samples.length > 1
      ? tabs(
          samples.map(({ language }, i) => ({ label: language, panel: wrapped(panels[i] as HTMLElement) })),
          label,
          ({ label: language }) => {
            localStorage.setItem(CHOSEN, language);
            followAll(language);
          },
        )
      : undefined;
  const follow = (language: string) => bar?.select(samples.findIndex((sample) => sample.language === language));
  follow(localStorage.getItem(CHOSEN) ?? "");
  const element = el(
    "div",
    { class: "code" },
    el("div", { class: "code-bar" }, bar?.list ?? el("span", { class: "language" }, samples[0]?.language ?? ""), copy),
    ...(bar ? bar.panels : panels),
  );
  if (bar) followers.set(element, follow);
  return {
    element,
    show: (next) => {
      for (const [i, { text }] of next.entries()) (panels[i] as HTMLElement).replaceChildren(el("code", {}, text));
    },
  };
}

/** All blocks switch to the language that was chosen in one of them. */
function followAll(language: string): void {
  for (const [element, follow] of followers) {
    if (element.isConnected) follow(language);
    else followers.delete(element);
  }
}

function wrapped(panel: HTMLElement): HTMLElement {
  return el("div", {}, panel);
}

export function copyButton(text: () => string, label = "Copy"): HTMLButtonElement {
  const button = el("button", { type: "button", class: "compact quiet" }, label);
  button.addEventListener("click", async () => {
    const done = await copyText(text());
    button.textContent = done ? "Copied" : "Press Ctrl+C";
    announce(done ? "Copied" : "Copying is not allowed here; select the text and press Ctrl+C.");
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
  return button;
}

/** Pages that are not served over HTTPS have no clipboard. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
