import { el, uniqueId } from "./dom.ts";

export interface Tab {
  label: string;
  panel: HTMLElement;
  /** What the address calls it. */
  name?: string;
}

export interface Tabs {
  list: HTMLElement;
  panels: HTMLElement[];
  select: (index: number) => void;
}

/** The tab pattern of WAI-ARIA: arrows move between tabs, Tab goes into the panel. */
export function tabs(entries: Tab[], label: string, onSelect?: (tab: Tab) => void): Tabs {
  const buttons = entries.map(({ label: text, panel }, index) => {
    panel.id ||= uniqueId("panel");
    const button = el("button", { type: "button", role: "tab", id: uniqueId("tab"), "aria-controls": panel.id }, text);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", button.id);
    button.addEventListener("click", () => select(index));
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
    select(index);
    buttons[index]?.focus();
  });
  function select(index: number): void {
    for (const [i, button] of buttons.entries()) {
      button.setAttribute("aria-selected", String(i === index));
      button.tabIndex = i === index ? 0 : -1;
      (entries[i] as Tab).panel.hidden = i !== index;
    }
    onSelect?.(entries[index] as Tab);
  }
  for (const [i, button] of buttons.entries()) {
    button.setAttribute("aria-selected", String(i === 0));
    button.tabIndex = i === 0 ? 0 : -1;
    (entries[i] as Tab).panel.hidden = i !== 0;
  }
  return { list, panels: entries.map(({ panel }) => panel), select };
}
