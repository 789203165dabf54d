import { announce, el } from "./dom.ts";
import { tabs } from "./tabs.ts";

export interface Sample {
  language: string;
  text: string;
}

/** The language that was chosen last, on any page. */
const CHOSEN = "quire-language";

/** Samples of code behind tabs, with a button that copies the one shown. */
export function codeBlock(
  samples: Sample[],
  label: string,
): { element: HTMLElement; show: (samples: Sample[]) => void } {
  const panels = samples.map(({ language, text }) =>
    el("pre", { tabindex: 0, role: "region", "aria-label": `${label}, ${language}` }, el("code", {}, text)),
  );
  let isBuilt = false;
  const shown = () => panels.find((panel) => panel.closest("[hidden]") === null) ?? (panels[0] as HTMLElement);
  const copy = copyButton(() => shown().textContent ?? "");
  const bar =
    samples.length > 1
      ? tabs(
          samples.map(({ language }, i) => ({ label: language, panel: wrapped(panels[i] as HTMLElement) })),
          label,
          ({ label: language }) => isBuilt && localStorage.setItem(CHOSEN, language),
        )
      : undefined;
  const chosen = samples.findIndex(({ language }) => language === localStorage.getItem(CHOSEN));
  if (chosen > 0) bar?.select(chosen);
  isBuilt = true;
  const element = el(
    "div",
    { class: "code" },
    el("div", { class: "code-bar" }, bar?.list ?? el("span", { class: "language" }, samples[0]?.language ?? ""), copy),
    ...(bar ? bar.panels : panels),
  );
  return {
    element,
    show: (next) => {
      for (const [i, { text }] of next.entries()) (panels[i] as HTMLElement).replaceChildren(el("code", {}, text));
    },
  };
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

/** Pages that are not served by https have no clipboard. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
