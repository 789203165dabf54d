import * as z from "zod/mini";
import { explained } from "../../fields/schema-parts.ts";
import { withinTime } from "../../platform/within-time.ts";

/**
 * One thing that the service must be able to do. `degraded`: it works, but not in the best way. `failed`: clients
 * notice.
 */
export const healthStep = z.object({
  step: z.enum(["browsers", "render", "store", "sign", "read"]),
  state: z.enum(["ok", "degraded", "failed"]),
  milliseconds: z.number(),
  said: explained("What was seen, or what is wrong.", z.string()),
});
export type HealthStep = z.infer<typeof healthStep>;

export const deepHealth = z.object({ status: z.enum(["ok", "degraded", "failing"]), steps: z.array(healthStep) });
export type DeepHealth = z.infer<typeof deepHealth>;

export function statusOf(steps: readonly HealthStep[]): DeepHealth["status"] {
  if (steps.some(({ state }) => state === "failed")) return "failing";
  return steps.some(({ state }) => state === "degraded") ? "degraded" : "ok";
}

export type Seen = string | { degraded: string };

/** Longer than a render may take. */
const STEP_MS = 45_000;

/** Does one thing. An error that it throws counts as the step's failure. */
export async function takeStep(step: HealthStep["step"], work: () => Promise<Seen>): Promise<HealthStep> {
  const began = Date.now();
  const late = () => new Error(`no answer in ${STEP_MS / 1000} s`);
  const [state, said] = await withinTime(work(), STEP_MS, late).then(
    (seen) => (typeof seen === "string" ? (["ok", seen] as const) : (["degraded", seen.degraded] as const)),
    (error: unknown) => ["failed", error instanceof Error ? error.message : String(error)] as const,
  );
  return { step, state, milliseconds: Date.now() - began, said };
}
