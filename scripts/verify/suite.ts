import { browsers, coldAnswer } from "./browsers.ts";
import type { Check } from "./check.ts";
import { account, answering } from "./deployed.ts";
import { guard } from "./guard/checks.ts";
import { health } from "./health.ts";
import { keys } from "./keys.ts";
import { type FormerLinks, links } from "./links.ts";
import { operations } from "./operations.ts";
import { refusals } from "./refusals.ts";
import { storage } from "./storage.ts";

/** What must be cold, and whether there is a deployment to examine: where this is red, all others would be. */
export const first: Check[] = [coldAnswer, answering, account()];

/** All other checks, last what takes long. */
export function suite(former: FormerLinks): Check[] {
  return [...browsers, health, ...operations, ...links(former), ...refusals, ...guard(), ...storage(), ...keys];
}
