import { expect, it } from "vitest";
import { GrowingBuffer } from "../../../src/intake/body/growing-buffer.ts";
import { MIB, reservation } from "../support.ts";

const KIB = 1024;

it("a buffer of unknown size grows by 64 KiB up to a MiB, then by MiBs, and is paid for", async () => {
  const memory = await reservation();
  const buffer = GrowingBuffer.ofUnknownSize(4 * MIB, memory);
  const sizes: number[] = [];
  while (await buffer.makeRoom(1)) {
    buffer.length = buffer.bytes.length;
    sizes.push(buffer.length);
    expect(memory.held).toBe(buffer.length);
  }
  const steps = Array.from({ length: 16 }, (_, step) => (step + 1) * 64 * KIB);
  expect(sizes).toEqual([...steps, 2 * MIB, 3 * MIB, 4 * MIB]);
});

it("a buffer of unknown size makes as much room as is asked for, to the last byte of its limit", async () => {
  const memory = await reservation();
  const buffer = GrowingBuffer.ofUnknownSize(300_000, memory);
  expect(await buffer.makeRoom(200_000)).toBe(true);
  expect([buffer.bytes.length, buffer.free]).toEqual([200_000, 200_000]);
  buffer.length = 100_000;
  expect(await buffer.makeRoom(100_000)).toBe(true);
  expect([memory.held, buffer.free]).toEqual([200_000, 100_000]);
  expect(await buffer.makeRoom(200_001)).toBe(false);
  expect(await buffer.makeRoom(200_000)).toBe(true);
  expect(memory.held).toBe(300_000);
});

it.each([
  ["of 8 MiB are copied out of memory that may grow, and the rest is given back", 8 * MIB, false],
  ["beyond 8 MiB stay where they are", 8 * MIB + 1, true],
])("bytes %s", async (_, length, stay) => {
  const memory = await reservation();
  const buffer = GrowingBuffer.ofUnknownSize(16 * MIB, memory);
  await buffer.makeRoom(9 * MIB);
  buffer.bytes[length - 1] = 7;
  buffer.length = length;
  const whole = buffer.settled();
  expect([whole.length, whole.at(-1), whole.buffer.resizable]).toEqual([length, 7, stay]);
  expect(memory.held).toBe(stay ? 9 * MIB : length);
  memory.release();
  expect(whole.length).toBe(0);
});
