import { afterEach, expect, it, vi } from "vitest";
import { WaitingLine } from "../../../../src/html/browser/pool/waiting-line.ts";

afterEach(() => void vi.useRealTimers());

it("a request that was cut off while it was first holds up those behind it until a second after its time", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  const line = new WaitingLine(2);
  const cutOff = line.ticket(5_000);
  void line.wait(cutOff);
  const next = line.ticket(60_000);
  void line.wait(next);
  expect([line.isFirst(cutOff), line.isFirst(next)]).toEqual([true, false]);
  vi.setSystemTime(6_000);
  expect(line.isFirst(next)).toBe(false);
  vi.setSystemTime(6_001);
  expect(line.isFirst(next)).toBe(true);
  expect(line.waiting).toBe(1);
});

it("while the first request looks elsewhere for a place, the next one is first, and is woken", async () => {
  const line = new WaitingLine(2);
  const tickets = [line.ticket(Date.now() + 60_000), line.ticket(Date.now() + 60_000)] as const;
  const waits = tickets.map((ticket) => line.wait(ticket));
  const woken: unknown[] = [];
  waits[1]?.then(() => woken.push("the next one"));
  const first = await line.aside(tickets[0], async () => {
    await new Promise((resolve) => setTimeout(resolve));
    return line.isFirst(tickets[1]);
  });
  expect([first, woken, line.isFirst(tickets[0])]).toEqual([true, ["the next one"], true]);
  for (const ticket of tickets) line.leave(ticket);
  await Promise.all(waits);
});

it("whoever leaves the line wakes the one that is first then, and no other", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const line = new WaitingLine(3);
  const woken: number[] = [];
  const tickets = [0, 1, 2].map(() => line.ticket(Date.now() + 60_000));
  for (const [place, ticket] of tickets.entries()) void line.wait(ticket).then(() => woken.push(place));
  line.leave(tickets[0]!);
  await vi.advanceTimersByTimeAsync(1);
  expect(woken).toEqual([1]);
  await vi.advanceTimersByTimeAsync(100);
  expect(woken).toEqual([1, 0, 2]);
});
