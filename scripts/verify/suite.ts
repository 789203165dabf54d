import { browsers, coldAnswer } from "./browsers.ts";
import type { Check } from "./check.ts";
import { guard } from "./guard/checks.ts";
import { health } from "./health.ts";
import { keys } from "./keys.ts";
import { type FormerLinks, links } from "./links.ts";
import { operations } from "./operations.ts";
import { refusals } from "./refusals.ts";
import { storage } from "./storage.ts";

/** All checks in order: first what must be cold, last what takes long. */
export function suite(former: FormerLinks): Check[] {
  return [
    coldAnswer,
    ...browsers,
    health,
    ...operations,
    ...links(former),
    ...refusals,
    ...guard(),
    ...storage(),
    ...keys,
  ];
}
