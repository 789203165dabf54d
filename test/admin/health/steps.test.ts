import { afterEach, expect, it, vi } from "vitest";
import { type HealthStep, statusOf, takeStep } from "../../../src/admin/health/steps.ts";

afterEach(() => {
  vi.useRealTimers();
});

it.each<[states: HealthStep["state"][], status: string]>([
  [[], "ok"],
  [["ok", "ok"], "ok"],
  [["ok", "degraded"], "degraded"],
  [["degraded", "ok"], "degraded"],
  [["ok", "failed"], "failing"],
  [["degraded", "failed", "ok"], "failing"],
])("steps that are %j make a service that is %s", (states, status) => {
  const steps = states.map((state) => ({ step: "read" as const, state, milliseconds: 1, said: "" }));
  expect(statusOf(steps)).toBe(status);
});

it("a step says what was seen, or what is wrong, and how long it took", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  const work = async () => {
    vi.advanceTimersByTime(70);
    return "12 bytes";
  };
  expect(await takeStep("store", work)).toEqual({ step: "store", state: "ok", milliseconds: 70, said: "12 bytes" });
  expect(await takeStep("render", async () => ({ degraded: "slowly" }))).toMatchObject({
    state: "degraded",
    said: "slowly",
  });
  expect(await takeStep("sign", () => Promise.reject(new Error("no secret")))).toMatchObject({
    state: "failed",
    said: "no secret",
  });
  expect(await takeStep("sign", () => Promise.reject("no error"))).toMatchObject({ state: "failed", said: "no error" });
});

it("a step that does not end has failed after 45 seconds, and not before", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  const ended = vi.fn<() => void>();
  const step = takeStep("read", () => new Promise(() => undefined)).finally(ended);
  await vi.advanceTimersByTimeAsync(44_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await step).toMatchObject({ state: "failed", milliseconds: 45_000, said: "no answer in 45 s" });
});
