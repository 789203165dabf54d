import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { beforeLate, twice } from "../../src/deliver/attempt.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each([
  ["no bytes", 0, 30_000],
  ["64 MiB", 64 << 20, 292_144],
])("the store has half a minute, and a second for every 256 KB, to take %s", async (_, bytes, ms) => {
  const onFailure = vi.fn<(error: Error) => void>();
  beforeLate(new Promise(() => undefined), bytes).catch(onFailure);
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(onFailure).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onFailure).toHaveBeenCalledWith(new Error(`storage took longer than ${ms} ms`));
});

it("a call of the store that fails is repeated once and logged, and one that succeeds is not", async () => {
  const log = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const calls = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("down")).mockResolvedValue("stored");
  expect(await twice(calls)).toBe("stored");
  expect([calls.mock.calls.length, log.mock.calls.length]).toEqual([2, 1]);
  expect(await twice(calls)).toBe("stored");
  expect([calls.mock.calls.length, log.mock.calls.length]).toEqual([3, 1]);
  const fails = vi.fn<() => Promise<string>>().mockRejectedValue(new Error("down"));
  await expect(twice(fails)).rejects.toThrow("down");
  expect(fails).toHaveBeenCalledTimes(2);
});
