import { describe, expect, it } from "vitest";
import { MIDDLE, onePage } from "../../fixtures/removal/construct.ts";
import { constructs } from "../../fixtures/removal/constructs/index.ts";
import { OTHER, SECRET } from "../../fixtures/removal/secret.ts";
import { Finder } from "../../support/finder/finder.ts";
import { sought } from "./judge.ts";

/** Pictures of one bit a sample, which the finder does not read. Removal's tests compare them by pixels. */
const OF_BITS = /^image: JBIG2/;
const legible = constructs.filter(({ name }) => !OF_BITS.test(name));

describe("the finder sees a secret in a document that still has it", () => {
  it.each(legible)("$name", async (construct) => {
    const file = await construct.make(SECRET);
    const found = Finder.search(file, sought(construct, file)).map(({ kind }) => kind);
    expect(construct.holds).not.toEqual([]);
    expect(found).toEqual(expect.arrayContaining([...construct.holds]));
  });
});

describe("the finder sees nothing", () => {
  it("of one secret in documents that have another", async () => {
    const faults = new Map<string, string[]>();
    for (const construct of constructs.filter(({ rgb }, index) => index % 4 === 0 && rgb === undefined)) {
      const found = Finder.search(await construct.make(OTHER), {
        secret: SECRET,
        kept: [],
        password: construct.password,
      });
      if (found.length > 0)
        faults.set(
          construct.name,
          found.map(({ kind, where }) => `${kind}: ${where}`),
        );
    }
    expect(faults).toEqual(new Map());
  });

  it("in a document that has no secret", () => {
    expect(Finder.search(onePage("0.5 g 120 120 50 50 re f"), { secret: SECRET, kept: [MIDDLE] })).toEqual([]);
  });
});
