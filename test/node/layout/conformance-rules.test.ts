import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { LEVELS } from "../../../src/pdf-conformance/levels.ts";
import { rulesOf } from "../../../src/pdf-conformance/rules.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const ROOM = path.join(ROOT, "src/pdf-conformance");
const checks = readdirSync(ROOM, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && file !== "rules.ts")
  .map((file) => readFileSync(path.join(ROOM, file), "utf8"))
  .join("\n");
const guide = readFileSync(path.join(ROOT, "docs/use/conformance.md"), "utf8").replace(/\s+/g, " ");

describe("the rules of PDF/A and PDF/UA", () => {
  it.each(LEVELS)("of %s are all looked for", (level) => {
    const found = rulesOf(level).filter(({ name }) => checks.includes(`"${name}"`));
    expect(found.map(({ id }) => id)).toEqual(rulesOf(level).map(({ id }) => id));
  });

  it("are as many as the guide says", () => {
    const [first, second, third, readers] = LEVELS.map((level) => rulesOf(level).length);
    expect(second).toBe(third);
    expect(guide).toContain(
      `${first} of ${first} for PDF/A-2b, ${second} of ${second} each for 2u and 3b, ${readers} of ${readers} for PDF/UA-1`,
    );
  });
});
