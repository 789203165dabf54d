import { heldKey } from "./held-key.ts";

const NAME = "quire-operator";
const KEY_HOURS = 24;

/**
 * Whether somebody signed in to the dashboard in this browser. It is no secret: the session itself is a cookie that no
 * script can read.
 */
export function isOperatorHere(): boolean {
  return localStorage.getItem(NAME) !== null;
}

export function noteOperator(isHere: boolean): void {
  if (isHere) localStorage.setItem(NAME, "yes");
  else localStorage.removeItem(NAME);
}

/**
 * A key for this tab, valid for one day and made on behalf of the signed-in operator; undefined when the session has
 * ended.
 */
export async function keyForThisTab(): Promise<string | undefined> {
  if (heldKey() !== "") return heldKey();
  const expiresAt = new Date(Date.now() + KEY_HOURS * 3_600_000).toISOString();
  const response = await fetch("/admin/api/keys", {
    method: "POST",
    headers: { "X-Quire-Admin": "1" },
    body: JSON.stringify({ name: "Studio, for one day", expiresAt }),
  });
  if (response.ok) return ((await response.json()) as { key: string }).key;
  noteOperator(false);
  return undefined;
}
