import { expect, it } from "vitest";
import { Checksums } from "../../../src/split/write/crc.ts";
import { PartFile, PartSpans } from "../../../src/split/write/part-file.ts";

it("a part counts what it holds beside the input: its new bytes, and the place of each piece", () => {
  const [input, own] = [new Uint8Array(1000), new Uint8Array(10)];
  const spans = new PartSpans();
  spans.fromInput(0, 100);
  spans.fromInput(300, 400);
  const part = new PartFile(input, own, spans, new Checksums({ passing: () => [] }));
  expect([part.length, part.ownBytes]).toEqual([200, 10 + 2 * 2 * Int32Array.BYTES_PER_ELEMENT]);
});
