const NAME = "quire-key";

/** The API key that this tab uses. It is in no storage that outlives the tab, and other tabs never see it. */
export function heldKey(): string {
  return sessionStorage.getItem(NAME) ?? "";
}

export function holdKey(key: string): void {
  if (key === "") sessionStorage.removeItem(NAME);
  else sessionStorage.setItem(NAME, key);
}
