import { expect, it } from "vitest";
import { ByteWriter } from "../../../src/pdf-file/syntax/byte-writer.ts";
import { latin1Text } from "../../../src/platform/latin1.ts";

it("a byte writer keeps what was taken as it was, however much is written afterwards", () => {
  const out = new ByteWriter(8);
  const taken = ["a", "bcdefg", "hijklmnop", "", "q"].map((text) => {
    out.text(text);
    return out.take();
  });
  expect(taken.map((piece) => latin1Text(piece))).toEqual(["a", "bcdefg", "hijklmnop", "", "q"]);
  expect(out.length).toBe(0);
});
