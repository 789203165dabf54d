import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/**
 * The most lines that each room may have. What a feature adds is part of its price: who needs more takes it from
 * somewhere, or says in the commit why the room grows. After a subtraction the ceiling is lowered.
 */
const CEILINGS = {
  src: 94_779,
  "src/admin": 1220,
  "src/api": 8400,
  "src/app": 590,
  "src/codecs": 6820,
  "src/collections": 150,
  "src/crop": 1170,
  "src/deliver": 1010,
  "src/described": 930,
  "src/errors": 100,
  "src/fields": 770,
  "src/forms": 920,
  "src/html": 11_440,
  "src/idempotency": 100,
  "src/images": 6780,
  "src/inspect": 720,
  "src/intake": 3460,
  "src/keys": 280,
  "src/mcp": 350,
  "src/merge": 1560,
  "src/meter": 510,
  "src/ocr": 220,
  "src/pdf-conformance": 4410,
  "src/pdf-content": 10_700,
  "src/pdf-file": 7130,
  "src/pdf-pages": 1010,
  "src/platform": 460,
  "src/redact": 3150,
  "src/remove": 13_540,
  "src/split": 4090,
  "src/text-layer": 1490,
  "src/usage": 620,
  web: 16_380,
};

it.each(Object.entries(CEILINGS))("%s has at most %i lines", (room, ceiling) => {
  const files = globSync(`${room}/**/*.{ts,tsx}`, { cwd: ROOT });
  const lines = files.reduce(
    (sum, file) => sum + readFileSync(path.join(ROOT, file), "utf8").split("\n").length - 1,
    0,
  );
  expect(lines).toBeLessThanOrEqual(ceiling);
  // A ceiling far above what is there holds nothing.
  expect(lines).toBeGreaterThan(ceiling - Math.max(60, ceiling / 20));
});

it("each room of src has a ceiling", () => {
  const rooms = globSync("src/*/", { cwd: ROOT }).map((room) => room.replace(/\/$/, ""));
  expect(Object.keys(CEILINGS)).toEqual(expect.arrayContaining(rooms));
});
