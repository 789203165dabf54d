import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");

it("no recorded text has a row that is but a name and digests", () => {
  const texts = globSync("test/**/{recorded,tables}/**/*.txt", { cwd: ROOT });
  expect(texts.length).toBeGreaterThan(100);
  // A digest has capitals, small letters and digits in any order.
  const digests = /: (?=\S*[A-Z])(?=\S*[a-z])(?=\S*\d)[\w-]{7}( [\w-]{7})*$/m;
  expect(texts.filter((file) => digests.test(readFileSync(path.join(ROOT, file), "utf8")))).toEqual([]);
});
