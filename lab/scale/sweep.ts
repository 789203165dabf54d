import { deleteExpired, newKey } from "../../src/deliver/lifetime.ts";
import { VirtualClock } from "./clock.ts";
import { PLATFORM } from "./platform.ts";

/** How long the service takes to delete this many expired files, and how many calls to the bucket it makes. */
export async function sweep(files: number): Promise<{ seconds: number; calls: number }> {
  const clock = new VirtualClock(Date.UTC(2026, 10, 22, 12));
  const key = newKey(clock.now, 0);
  let left = Math.round(files);
  let calls = 0;
  const called = async () => {
    calls++;
    await clock.sleep(PLATFORM.listMs.value);
  };
  const bucket = {
    async list({ delimiter }: { delimiter?: string }) {
      await called();
      if (delimiter !== undefined) return { delimitedPrefixes: [key.slice(0, key.indexOf("-") + 1)], truncated: false };
      const objects = Array.from({ length: Math.min(left, PLATFORM.listed.value) }, () => ({ key }));
      return { objects, truncated: left > objects.length };
    },
    async delete(keys: string[]) {
      await called();
      left -= keys.length;
    },
  };
  const began = clock.now;
  let seconds = 0;
  void deleteExpired(bucket as unknown as R2Bucket, clock.now + 3_600_000).then(() => {
    seconds = (clock.now - began) / 1000;
  });
  await clock.runUntil(began + 24 * 3_600_000);
  return { seconds, calls };
}
