import { expect, it } from "vitest";
import { contentStream, gathered, sliced } from "../../src/deliver/content.ts";
import { bytes } from "../fixtures/bytes.ts";

/** Pieces of these lengths, of which each byte differs from the ones near it. */
function piecesOf(lengths: readonly number[]): Uint8Array[] {
  let at = 0;
  return lengths.map((length) => Uint8Array.from({ length }, () => at++ % 251));
}

const KB = 1024;

it.each([
  ["many small", Array<number>(300).fill(700)],
  ["a large one behind small ones", [1, 2, 3, 100 * KB, 4]],
  ["one that no longer fits behind others", [40 * KB, 30 * KB, 20 * KB, 30 * KB]],
  ["a large one behind a single byte", [1, 100 * KB]],
  ["a single byte", [1]],
  ["none", []],
  ["empty ones", [0, 0, 64 * KB, 0]],
])("pieces that are gathered are the same bytes, of no more pieces: %s", (_, lengths) => {
  const pieces = piecesOf(lengths);
  const joined = [...gathered(pieces)].length;
  expect(joined).toBeLessThanOrEqual(pieces.length);
  // A piece is valid only until the next is asked for.
  const copies: Uint8Array[] = [];
  for (const piece of gathered(pieces)) copies.push(piece.slice());
  expect(Buffer.compare(bytes(...copies), bytes(...pieces))).toBe(0);
});

it("a range of pieces is that of their bytes, from any byte to any", () => {
  const pieces = piecesOf([3, 1, 4]);
  const whole = [...bytes(...pieces)];
  for (let start = 0; start <= 8; start++) {
    for (let end = start; end <= 8; end++) {
      expect([...bytes(...sliced(pieces, start, end))]).toEqual(whole.slice(start, end));
    }
  }
});

it("a range of pieces asks for none behind its end", () => {
  const asked: number[] = [];
  function* pieces() {
    for (const piece of piecesOf([3, 1, 4])) {
      asked.push(piece.length);
      yield piece;
    }
  }
  expect([...bytes(...sliced(pieces(), 1, 4))]).toEqual([1, 2, 3]);
  expect(asked).toEqual([3, 1]);
});

it.each([
  ["is shorter than declared", 5, "the content is 5 bytes shorter than declared"],
  ["is longer than declared", 11, "too many bytes"],
])("content that %s fails for its reader and for the service", async (_, made, why) => {
  const { readable, settled } = contentStream(10, piecesOf([made]));
  const [read, sent] = await Promise.allSettled([new Response(readable).bytes(), settled]);
  expect(read.status).toBe("rejected");
  expect(sent).toMatchObject({ status: "rejected", reason: { message: expect.stringContaining(why) } });
});

it("content is settled once its reader has it, or does not want the rest of it", async () => {
  const whole = contentStream(10, piecesOf([4, 6]));
  expect(await new Response(whole.readable).bytes()).toHaveLength(10);
  await expect(whole.settled).resolves.toBeUndefined();
  const part = contentStream(200 * KB, piecesOf([100 * KB, 100 * KB]));
  const reader = part.readable.getReader();
  await reader.read();
  await reader.cancel();
  await expect(part.settled).rejects.toThrow("cancelled");
});
