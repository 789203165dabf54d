const NAME = "quire-theme";
export type Theme = "light" | "dark";

/** Light or dark: as the system has it, until the person chooses. */
export function preferredTheme(): Theme {
  return chosen() ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

function chosen(): Theme | undefined {
  const held = localStorage.getItem(NAME);
  return held === "light" || held === "dark" ? held : undefined;
}

export function holdTheme(theme: Theme): void {
  localStorage.setItem(NAME, theme);
  showTheme();
}

/** To be called when a page begins: what was chosen in the studio holds everywhere. */
export function showTheme(): void {
  const theme = chosen();
  if (theme !== undefined) document.documentElement.dataset.theme = theme;
}
