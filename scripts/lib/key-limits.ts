import { newKey } from "../../src/admin/schemas.ts";
import type { KeyLimits } from "../../src/keys/key-records.ts";

/** Options by name, and the limit that each sets. */
const LIMIT_OPTIONS = {
  "per-minute": "perMinute",
  "per-day": "perDay",
  concurrent: "concurrentRequests",
  "browser-seconds": "browserSecondsPerHour",
  "stored-bytes": "storedBytesPerHour",
  "split-bytes": "splitOutputBytes",
} as const satisfies Record<string, keyof KeyLimits>;

/** As `parseArgs` takes them. */
export const limitOptions = Object.fromEntries(
  Object.keys(LIMIT_OPTIONS).map((name) => [name, { type: "string" } as const]),
);

/** The administration's own schema: what it refuses is refused here. */
export function keyLimits(values: Record<string, string | boolean | undefined>): { limits?: KeyLimits } {
  const given = Object.entries(LIMIT_OPTIONS).flatMap(([option, limit]) => {
    const text = values[option];
    return text === undefined ? [] : [[limit, Number(text)]];
  });
  if (given.length === 0) return {};
  const { data, error } = newKey.shape.limits.safeParse(Object.fromEntries(given));
  if (error)
    throw new Error(`Limits: ${error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")}`);
  return { limits: data as KeyLimits };
}
