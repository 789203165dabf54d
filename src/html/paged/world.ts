import { evaluate } from "../browser/page/evaluate.ts";
import type { Page } from "../browser/page/page.ts";
import { WORLD_SCRIPT } from "./world-script.ts";

/** What an element, or something before or after its content, is asked to show. */
export interface Use {
  /** The number of the element. */
  at: number;
  pseudo: "" | "::before" | "::after";
  /** Computed values of the twins, by property. */
  values: Record<string, string>;
  /** Its own `counter-reset`. */
  reset: string;
}

/** Calls functions of the script beside the page, whose built-ins the page's own scripts cannot reach. */
export type World = (name: string, ...given: unknown[]) => Promise<unknown>;

/** Puts a script of ours, which has a global of this name, beside the page's own. */
export async function openWorld(page: Page, worldName = "quire", script = WORLD_SCRIPT): Promise<World> {
  const { executionContextId: contextId } = await page.send<{ executionContextId: number }>(
    "Page.createIsolatedWorld",
    { frameId: page.mainFrame, worldName },
  );
  const send: Page["send"] = (method, params) => page.send(method, { ...params, contextId });
  await evaluate(send, script);
  return (name, ...given) =>
    evaluate(send, `${worldName}.${name}(${given.map((each) => JSON.stringify(each)).join(", ")})`);
}
