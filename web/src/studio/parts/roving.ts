const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Moves the focus among the buttons of a list, which is one stop of the Tab key. Returns where it went. */
export function moveFocus(event: KeyboardEvent, selector: string): HTMLElement | undefined {
  const { key, currentTarget, target } = event;
  const step = STEPS[key];
  const isEnd = key === "Home" || key === "End";
  if ((step === undefined && !isEnd) || event.altKey || event.ctrlKey || event.metaKey) return undefined;
  const all = [...(currentTarget as HTMLElement).querySelectorAll<HTMLElement>(selector)];
  const at = all.indexOf(target as HTMLElement);
  if (at < 0) return undefined;
  event.preventDefault();
  const next = step === undefined ? all.at(key === "Home" ? 0 : -1) : all[at + step];
  next?.focus();
  return next;
}
