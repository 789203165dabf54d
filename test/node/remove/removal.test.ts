import { describe, expect, it } from "vitest";
import { removeOutside } from "../../support/at-once.ts";
import "../../support/parts.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { MisfitProblem } from "../../../src/pdf-file/pdf-problem.ts";
import type { RemovalRequest } from "../../../src/remove/index.ts";
import { type Construct, MIDDLE } from "../../fixtures/removal/construct.ts";
import { constructs } from "../../fixtures/removal/constructs/index.ts";
import { OTHER, SECRET } from "../../fixtures/removal/secret.ts";
import { Finder } from "../../support/finder/finder.ts";
import { differencesInside, paintedBeside } from "./inside.ts";
import { sought } from "./judge.ts";

type Options = Partial<Omit<RemovalRequest, "definitions">>;

function remove(file: Uint8Array, { areas = [MIDDLE], password }: Construct, options: Options = {}): Uint8Array {
  const definitions = areas.map(({ page, shown }) => ({ page, area: shown }));
  return removeOutside(openPdf(file, { password }), { definitions, ...options }).rope.toBytes();
}

const DROP = { onUnremovable: "drop" } as const;

const removable = constructs.filter(({ refused }) => refused === undefined);
const unremovable = constructs.filter(({ refused }) => refused !== undefined);

async function nothingIsLeft(construct: Construct, options: Options = {}): Promise<void> {
  const file = await construct.make(SECRET);
  const result = remove(file, construct, options);
  expect(Finder.search(result, sought(construct, file))).toEqual([]);
  expect(differencesInside(file, result, construct)).toEqual([]);
  expect(paintedBeside(result, construct)).toEqual([]);
  if (construct.varies !== undefined) return;
  const other = remove(await construct.make(OTHER), construct, options);
  expect(difference(result, other)).toBeUndefined();
}

describe("nothing is left of what lies outside, the inside is as it was, and the result tells nothing of the secret", () => {
  it.each(removable)("$name", (construct) => nothingIsLeft(construct));
});

describe("what cannot be removed is refused by name, or goes as a whole when that is asked", () => {
  it.each(unremovable)("$name", async (construct) => {
    const file = await construct.make(SECRET);
    expect(refusalOf(() => remove(file, construct))).toMatch(construct.refused!);
    await nothingIsLeft(construct, DROP);
  });
});

/** The thing that a refusal names. */
function refusalOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof MisfitProblem && error.misfit.kind === "unremovable") return error.misfit.thing;
    throw error;
  }
  return "not refused";
}

/** Where two files begin to differ, with what stands there; what identifies a file is drawn by lot. */
function difference(one: Uint8Array, other: Uint8Array): string | undefined {
  const [a, b] = [one, other].map((file) =>
    Buffer.from(file)
      .toString("latin1")
      .replace(/\/ID\[[^\]]*\]/, ""),
  ) as [string, string];
  if (a === b) return undefined;
  let at = 0;
  while (a[at] === b[at]) at++;
  const around = [a, b].map((file) => JSON.stringify(file.slice(Math.max(0, at - 40), at + 40)));
  return `${a.length} and ${b.length} bytes, from ${at} on: ${around.join(" and ")}`;
}
