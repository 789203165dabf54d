import { describe, expect, it } from "vitest";
import { testsNear } from "../../../scripts/lib/near-tests.ts";

const ROOT = process.cwd();

describe("the tests near a file", () => {
  it("are those of its name and those that import it", () => {
    const near = testsNear(ROOT, ["src/codecs/lzw.ts"]);
    expect(near[0]).toBe("test/codecs/lzw.test.ts");
    expect(near).toContain("test/pdf-file/filters/filters.test.ts");
    expect(near.length).toBeLessThan(20);
  });

  it("are, for a page's script that no test imports, those that share its words", () => {
    expect(testsNear(ROOT, ["web/src/studio/crop/panel.tsx"])[0]).toBe("test/e2e/web/studio/crop.test.ts");
  });

  it("are itself, for a test, and all in it, for a folder of tests", () => {
    expect(testsNear(ROOT, ["test/codecs/lzw.test.ts"])).toEqual(["test/codecs/lzw.test.ts"]);
    expect(testsNear(ROOT, ["test/codecs/fax"]).every((file) => file.startsWith("test/codecs/fax/"))).toBe(true);
  });

  it("are refused for a path that does not exist", () => {
    expect(() => testsNear(ROOT, ["src/no-such.ts"])).toThrowError("There is no src/no-such.ts.");
  });
});
