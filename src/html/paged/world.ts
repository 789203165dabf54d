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

/** Puts our script beside the page's own. */
export async function openWorld(page: Page): Promise<World> {
  const { executionContextId: contextId } = await page.send<{ executionContextId: number }>(
    "Page.createIsolatedWorld",
    {
      frameId: page.mainFrame,
      worldName: "quire",
    },
  );
  const send: Page["send"] = (method, params) => page.send(method, { ...params, contextId });
  await evaluate(send, WORLD_SCRIPT);
  return (name, ...given) => evaluate(send, `quire.${name}(${given.map((each) => JSON.stringify(each)).join(", ")})`);
}
