import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");
/** Tables of what a removal leaves, which hold digests until their documents say in words what becomes of them. */
const DIGESTS = /^test\/(node\/)?remove\//;

it("no test compares a document with a hash of it, but for the tables of removal", () => {
  const sources = globSync("test/**/*.test.ts", { cwd: ROOT }).filter((file) => !DIGESTS.test(file));
  const hashing = sources.filter((file) =>
    /\bsupport\/recorded\/(digest|outcomes|recorded)\.ts"/.test(readFileSync(path.join(ROOT, file), "utf8")),
  );
  expect(hashing).toEqual([]);
});

it("no recorded text has a row that is but a name and digests, but for those of removal", () => {
  const texts = globSync("test/**/{recorded,tables}/**/*.txt", { cwd: ROOT }).filter((file) => !DIGESTS.test(file));
  expect(texts.length).toBeGreaterThan(50);
  // A digest has capitals, small letters and digits in any order.
  const digests = /: (?=\S*[A-Z])(?=\S*[a-z])(?=\S*\d)[\w-]{7}( [\w-]{7})*$/m;
  expect(texts.filter((file) => digests.test(readFileSync(path.join(ROOT, file), "utf8")))).toEqual([]);
});
