import { it } from "vitest";
import type { ReadOptions } from "../../../src/images/image.ts";
import { expectTable, joined, wrapped } from "../../support/recorded/lines.ts";
import { outcome } from "./outcome.ts";

/** An input, and what is asked for. */
export interface Row {
  name: string;
  file: Uint8Array;
  options?: Partial<ReadOptions>;
}

/** Many inputs that differ only in where one file was damaged. */
export interface Sweep {
  name: string;
  damaged: Iterable<[place: number, file: Uint8Array]>;
  options?: Partial<ReadOptions>;
}

/**
 * A test that each input gives what the table beside it says, and that each damaged one is converted or refused by a
 * name. Inputs of which a user gets the same share their lines. After an intended change `npm run record --
 * test/images` writes the tables again: their difference shows what changes for users.
 */
export function recorded(chapter: string, inputs: () => Iterable<Row | Sweep>): void {
  it(chapter, async () => {
    const names = new Map<string, string[]>();
    for (const input of inputs()) {
      if ("damaged" in input) {
        for (const [, file] of input.damaged) await outcome(file, input.options, () => "");
        continue;
      }
      const text = await outcome(input.file, input.options);
      names.set(text, [...(names.get(text) ?? []), `${input.name}${words(input.options)}`]);
    }
    const lines = [...names].flatMap(([text, alike]) => wrapped(`${joined(alike)} → ${text}`));
    await expectTable(chapter, lines);
  });
}

function words(options: Partial<ReadOptions> = {}): string {
  return Object.entries(options)
    .map(([name, value]) => `, ${name} ${value}`)
    .join("");
}
