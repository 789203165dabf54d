import { readFileSync } from "node:fs";
import { join } from "node:path";
import { enclosing } from "./enclosing.ts";
import { accountsGuards } from "./guards/accounts.ts";
import { browserGuards } from "./guards/browser.ts";
import { htmlGuards } from "./guards/html.ts";
import { imagesGuards } from "./guards/images.ts";
import { intakeGuards } from "./guards/intake.ts";
import { pdfGuards } from "./guards/pdf.ts";
import { sessionGuards } from "./guards/session.ts";
import { type Planted, planted } from "./places.ts";

/** Guards of one source that the same tests check. By name: the text of the guard, and the text that replaces it. */
export interface GuardsOf {
  file: string;
  tests: string[];
  guards: Record<string, [text: string, without: string]>;
}

export interface Guard {
  name: string;
  file: string;
  tests: string[];
  text: string;
  without: string;
}

/** Every guard and budget that docs/run/security.md names. */
export const GUARDS: Guard[] = [
  ...intakeGuards,
  ...accountsGuards,
  ...pdfGuards,
  ...imagesGuards,
  ...htmlGuards,
  ...browserGuards,
  ...sessionGuards,
].flatMap(({ file, tests, guards }) =>
  Object.entries(guards).map(([name, [text, without]]) => ({ name, file, tests, text, without })),
);

/** The source without the guard. The text must occur in it exactly once, so that no other guard is taken for it. */
export function withoutGuard(root: string, { name, file, text, without }: Guard): Planted {
  const source = readFileSync(join(root, file), "utf8");
  const at = source.indexOf(text);
  if (at < 0 || source.includes(text, at + 1)) {
    throw new Error(`The guard ${name} is not in ${file} once: ${text}`);
  }
  // Only the part that differs is changed: a smaller change can be switched by smaller parts.
  let same = 0;
  while (same < text.length && text[same] === without[same]) same++;
  let end = 0;
  const shorter = Math.min(text.length, without.length) - same;
  while (end < shorter && text.at(-1 - end) === without.at(-1 - end)) end++;
  const change = {
    kind: name,
    start: at + same,
    end: at + text.length - end,
    replacement: without.slice(same, without.length - end),
  };
  const within = enclosing(file, source, change.start, change.end);
  return planted(file, source, within ? { ...change, within } : change);
}
