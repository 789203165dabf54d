import { expect, it } from "vitest";
import { lineOf, signsOf } from "../../../web/src/dashboard/health.ts";

const tally = (requests: number, errors: number) => ({
  ...{ hour: "2026-11-22T12:00:00.000Z", operation: "html-to-pdf", requests, errors, bytesIn: 0, bytesOut: 0 },
});
const fault = (code: string, requests: number) => ({ day: "2026-11-22", operation: "html-to-pdf", code, requests });
const seen = (...given: Parameters<typeof signsOf>) =>
  Object.fromEntries(signsOf(...given).map(({ name, value, isHigh }) => [name, isHigh ? `${value} !` : value]));

it("a service that is asked for nothing shows no sign", () => {
  const signs = signsOf({ usage: [], faults: [], counts: [] });
  expect(signs.filter(({ isHigh }) => isHigh)).toEqual([]);
  expect(signs.slice(1).map(({ value }) => value)).toEqual(Array(6).fill("—"));
});

it("shares are of all requests, or of all documents, and those beyond their threshold show", () => {
  const counts = [
    { what: "browser-shared-session", count: 90 },
    { what: "browser-new-session", count: 5 },
    { what: "browser-quick-action", count: 5 },
    { what: "launched-browser", count: 5 },
    { what: "weaker-seal", count: 1 },
  ];
  const usage = [tally(150, 10), tally(50, 10)];
  expect(seen({ usage, faults: [fault("BUSY", 4), fault("INVALID_INPUT", 9)], counts })).toEqual({
    Requests: "200",
    "All errors": "10.0 % (20)",
    "Server errors (500)": "0.0 % (0)",
    "Busy (503)": "2.0 % (4) !",
    "HTML rendered by the fallback": "5.0 % (5) !",
    "Renders behind the weaker seal": "1.0 % (1) !",
    "Documents that launched a browser": "5.0 % (5)",
  });
});

it("one line says what is above its threshold, or that nothing is", () => {
  const counts = [{ what: "browser-quick-action", count: 5 }];
  const quiet = signsOf({ usage: [tally(200, 1)], faults: [], counts: [] });
  expect(lineOf(quiet)).toEqual({
    text: "Last 24 hours, requests: 200. Nothing is above its threshold.",
    isHigh: false,
  });
  expect(lineOf(signsOf({ usage: [tally(200, 1)], faults: [], counts }))).toEqual({
    text: "Last 24 hours, requests: 200. HTML rendered by the fallback: 100.0 % (5), threshold 1 %.",
    isHigh: true,
  });
});
