import { expect, it } from "vitest";
import * as used from "#platform/zlib.ts";
import * as native from "../../../src/platform/native/zlib.ts";

it("Node inflates with the platform's own zlib", () => {
  expect(used.inflate).toBe(native.inflate);
});
