import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { type Construct, construct, INSIDE, MIDDLE, onePage } from "../../fixtures/removal/construct.ts";
import { constructs } from "../../fixtures/removal/constructs/index.ts";
import { SECRET } from "../../fixtures/removal/secret.ts";
import { cropPdf } from "../../support/at-once.ts";
import { differencesInside } from "./inside.ts";

/** What only hides what lies outside leaves the inside as it was. */
function hide(file: Uint8Array, { areas = [MIDDLE], password }: Construct): Uint8Array {
  const definitions = areas.map(({ page, shown }) => ({ page, area: shown }));
  return cropPdf(openPdf(file, { password }), { definitions }).rope.toBytes();
}

describe("the judge of what is inside", () => {
  it("sees no difference when the outside is hidden", async () => {
    const faults = new Map<string, string[]>();
    for (const one of constructs.filter((_, index) => index % 6 === 0)) {
      const file = await one.make(SECRET);
      const differences = differencesInside(file, hide(file, one), one);
      if (differences.length > 0) faults.set(one.name, differences);
    }
    expect(faults).toEqual(new Map());
  });

  const file = onePage("150 150 9 9 re f");
  const page = construct("a page", () => file);

  it.each([
    ["a letter that is gone", onePage("150 150 9 9 re f", { inside: INSIDE.replace("inside", "insid") }), "lost e@"],
    ["a letter that has moved", onePage("150 150 9 9 re f", { inside: INSIDE.replace("150", "151") }), "lost i@"],
    ["a mark that is gone", onePage(""), "% of pixels"],
    ["a mark that is new", onePage("150 150 9 9 re f 290 290 5 5 re f"), "% of pixels"],
  ])("sees %s", (_, changed, faults) => {
    expect(differencesInside(file, hide(changed, page), page).join("; ")).toContain(faults);
  });

  it("sees another colour of a pattern that is written alike", () => {
    const shaded = (colour: string) =>
      onePage("/Pattern cs /P scn 150 150 90 90 re f", {
        resources: "/Pattern<</P<</PatternType 2/Shading 10 0 R>>>>",
        objects: {
          10:
            "<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 400 400]/Extend[true true]/Function" +
            `<</FunctionType 2/Domain[0 1]/C0[${colour}]/C1[${colour}]/N 1>>>>`,
        },
      });
    const [red, green] = [shaded("1 0 0"), shaded("0 1 0")];
    expect(differencesInside(red, hide(green, page), page).join("; ")).toContain("% of pixels");
    expect(differencesInside(red, hide(red, page), page)).toEqual([]);
  });

  it("sees a page of another size", () => {
    expect(differencesInside(file, file, page)[0]).toBe(
      "page 1 is 400.00 by 400.00 points instead of 200.00 by 200.00",
    );
  });
});
