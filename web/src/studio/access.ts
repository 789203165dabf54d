import { computed, signal } from "@preact/signals";
import { Quire } from "../../../client/src/index.ts";
import { isOperatorHere, keyForThisTab } from "../admin-session.ts";
import { heldKey, holdKey } from "../held-key.ts";

/** The limits of the service that concern the studio. */
interface Limits {
  pdf: { fileBytes: number };
  images: { fileBytes: number; requestBytes: number };
  html: { requestBytes: number };
  demo: { fileBytes: number; requestBytes: number; perMinute: number; perDay: number };
}

export const key = signal(heldKey());
export const keyProblem = signal<string | undefined>(undefined);
export const keyPanelOpen = signal(false);
const table = signal<{ demo: boolean; limits: Limits } | undefined>(undefined);

export async function learnLimits(): Promise<void> {
  try {
    const response = await fetch("/v1/limits");
    if (response.ok) table.value = (await response.json()) as { demo: boolean; limits: Limits };
  } catch {
    // Without the limits, the service itself refuses what is too large.
  }
}

export function useKey(text: string): void {
  const trimmed = text.trim();
  holdKey(trimmed);
  key.value = trimmed;
  keyProblem.value = undefined;
}

/** How requests are made: with a key, as the signed-in operator, as a visitor, or not at all. */
export const standing = computed<"key" | "operator" | "visitor" | "none" | "unknown">(() => {
  if (key.value !== "") return "key";
  if (isOperatorHere()) return "operator";
  if (table.value === undefined) return "unknown";
  return table.value.demo ? "visitor" : "none";
});

/** The largest file that may be sent, by the kind of file. */
export const largest = computed(() => {
  const limits = table.value?.limits;
  if (!limits)
    return { pdf: Number.POSITIVE_INFINITY, images: Number.POSITIVE_INFINITY, request: Number.POSITIVE_INFINITY };
  if (standing.value === "visitor") {
    return { pdf: limits.demo.fileBytes, images: limits.demo.fileBytes, request: limits.demo.requestBytes };
  }
  return { pdf: limits.pdf.fileBytes, images: limits.images.fileBytes, request: limits.images.requestBytes };
});

export const demoLimits = computed(() => table.value?.limits.demo);

/** Tells this tab from others of the same network, and nobody else: it is forgotten with the page. */
const tab = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join(
  "",
);

/**
 * A client that is ready to send; undefined where a key must be entered first. Previews of visitors have a quota of
 * their own.
 */
export async function client(purpose?: "preview"): Promise<Quire | undefined> {
  if (key.value === "" && isOperatorHere()) {
    const made = await keyForThisTab();
    if (made !== undefined) useKey(made);
  }
  const visitor = purpose === "preview" ? `demo-preview-${tab}` : "demo";
  const apiKey = key.value !== "" ? key.value : standing.value === "none" ? undefined : visitor;
  if (apiKey === undefined) {
    keyProblem.value = "This service needs an API key.";
    keyPanelOpen.value = true;
    return undefined;
  }
  return new Quire({ apiKey, baseUrl: location.origin, retries: 1 });
}
