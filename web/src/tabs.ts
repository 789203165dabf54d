import { el, uniqueId } from "./dom.ts";

export interface Tab {
  label: string;
  panel: HTMLElement;
}

export interface Tabs {
  list: HTMLElement;
  panels: HTMLElement[];
  /** Shows a tab without calling `onSelect`; an index below 0 changes nothing. */
  select: (index: number) => void;
}

/** The WAI-ARIA tab pattern: arrow keys move between tabs, Tab goes into the panel. */
export function tabs(entries: Tab[], label: string, onSelect?: (tab: Tab) => void): Tabs {
  const buttons = entries.map(({ label: text, panel }, index) => {
    panel.id ||= uniqueId("panel");
    const button = el("button", { type: "button", role: "tab", id: uniqueId("tab"), "aria-controls": panel.id }, text);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", button.id);
    button.addEventListener("click", () => choose(index));
    return button;
  });
  const list = el("div", { class: "tabs", role: "tablist", "aria-label": label }, ...buttons);
  list.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 };
    const next = steps[event.key];
    if (next === undefined || at < 0) return;
    event.preventDefault();
    const index = (next + buttons.length) % buttons.length;
    choose(index);
    buttons[index]?.focus();
  });
  function choose(index: number): void {
    select(index);
    onSelect?.(entries[index] as Tab);
  }
  function select(index: number): void {
    if (index < 0) return;
    for (const [i, button] of buttons.entries()) {
      button.setAttribute("aria-selected", String(i === index));
      button.tabIndex = i === index ? 0 : -1;
      (entries[i] as Tab).panel.hidden = i !== index;
    }
  }
  select(0);
  return { list, panels: entries.map(({ panel }) => panel), select };
}
