import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/**
 * The most lines that each room may have. What a feature adds is part of its price: who needs more takes it from
 * somewhere, or says in the commit why the room grows. After a subtraction the ceiling is lowered.
 */
const CEILINGS = {
  src: 94_146,
  "src/admin": 1210,
  "src/api": 8260,
  "src/app": 590,
  "src/codecs": 6770,
  "src/collections": 150,
  "src/crop": 1140,
  "src/deliver": 1010,
  "src/described": 930,
  "src/errors": 100,
  "src/fields": 760,
  "src/forms": 910,
  "src/html": 11_370,
  "src/idempotency": 100,
  "src/images": 6710,
  "src/inspect": 720,
  "src/intake": 3430,
  "src/keys": 280,
  "src/mcp": 350,
  "src/merge": 1570,
  "src/meter": 510,
  "src/ocr": 220,
  "src/pdf-conformance": 4370,
  "src/pdf-content": 10_660,
  "src/pdf-file": 7160,
  "src/pdf-pages": 1000,
  "src/platform": 460,
  "src/redact": 3250,
  "src/remove": 13_310,
  "src/split": 4080,
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
