/**
 * How many requests took how long, by numbered steps. Each step is an eighth of a doubling longer than the one before,
 * so a time is known to within 5 %, and a month of a busy key is a hundred numbers.
 */
export type Times = Readonly<Record<number, number>>;

const STEPS_IN_A_DOUBLING = 8;

export function addTime(times: Times, milliseconds: number): Times {
  const step = Math.round(Math.log2(Math.max(milliseconds, 1)) * STEPS_IN_A_DOUBLING);
  return { ...times, [step]: (times[step] ?? 0) + 1 };
}

export function joinTimes(many: Iterable<Times>): Times {
  const joined: Record<number, number> = {};
  for (const times of many) {
    for (const [step, requests] of Object.entries(times)) joined[Number(step)] = (joined[Number(step)] ?? 0) + requests;
  }
  return joined;
}

/** The time that this share of the requests did not exceed; undefined when there were no requests. */
export function percentile(times: Times, share: number): number | undefined {
  const steps = Object.entries(times)
    .map(([step, requests]) => [Number(step), requests] as const)
    .sort(([a], [b]) => a - b);
  let left = share * steps.reduce((all, [, requests]) => all + requests, 0);
  for (const [step, requests] of steps) {
    left -= requests;
    if (left <= 1e-9) return Math.round(2 ** (step / STEPS_IN_A_DOUBLING));
  }
  return undefined;
}
