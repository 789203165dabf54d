import { expect, it } from "vitest";
import { addTime, joinTimes, percentile, type Times } from "../../src/usage/times.ts";

const timesOf = (list: number[]) => list.reduce<Times>(addTime, {});

it("the counts of times gives the median and high percentiles of the times of requests to within 5 %", () => {
  const list = Array.from({ length: 1000 }, (_, i) => 10 + i * 7);
  for (const [share, exact] of [
    [0.5, 10 + 499 * 7],
    [0.95, 10 + 949 * 7],
    [0.99, 10 + 989 * 7],
  ] as const) {
    const estimate = percentile(timesOf(list), share) as number;
    expect(Math.abs(estimate / exact - 1), String(share)).toBeLessThan(0.05);
  }
});

it("the counts of times counts the same however the requests arrived together", () => {
  const [a, b] = [timesOf([1, 5, 90]), timesOf([5, 3000])];
  expect(joinTimes([a, b])).toEqual(timesOf([1, 5, 90, 5, 3000]));
});

it("the counts of times knows nothing of no requests, and takes less than a millisecond for one", () => {
  expect(percentile({}, 0.5)).toBeUndefined();
  expect(percentile(timesOf([0, 0.2]), 0.5)).toBe(1);
});

it("a percentile is the time that this share did not exceed, and no longer one", () => {
  const times = timesOf([1, 2, 4, 8]);
  expect([0.25, 0.26, 0.5, 0.75, 0.76, 1].map((share) => percentile(times, share))).toEqual([1, 2, 2, 4, 8, 8]);
  // Steps of an eighth of a doubling: 109 and 111 are told apart from 100 and 119.
  expect([100, 109, 119].map((time) => percentile(timesOf([time]), 1))).toEqual([99, 108, 117]);
});
