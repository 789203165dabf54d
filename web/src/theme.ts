import { signal } from "@preact/signals";

const NAME = "quire-theme";
type Theme = "light" | "dark";

function preferred(): Theme {
  const held = localStorage.getItem(NAME);
  if (held === "light" || held === "dark") return held;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Light or dark: as the system has it, until the person chooses. */
export const theme = signal<Theme>(preferred());

export function holdTheme(next: Theme): void {
  theme.value = next;
  localStorage.setItem(NAME, next);
  showTheme();
}

/** To be called when a page begins. */
export function showTheme(): void {
  if (localStorage.getItem(NAME) !== null) document.documentElement.dataset.theme = theme.value;
}
