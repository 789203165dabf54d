import path from "node:path";
import { expect, it } from "vitest";
import { licenceNotices } from "../../../scripts/lib/licences.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

it("the licences that the service shows are those of all that is in the Worker and the pages", async () => {
  const text = await licenceNotices(ROOT);
  for (const name of [
    "hono",
    "zod",
    "markdown-it",
    "preact",
    "pdfjs-dist",
    "pako",
    "tesseract.js-core",
    "Adobe's mapping resources",
    "Noto Sans",
  ]) {
    expect(text).toMatch(new RegExp(`^${name}( \\d| \\()`, "m"));
  }
  expect(text).toContain("LICENSE_LIBERATION");
  await expect(text).toMatchFileSnapshot(path.join(ROOT, "web", "static", "licences.txt"));
});
