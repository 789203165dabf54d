import { expect, it } from "vitest";
import { atOnce, inOneTurn, inTurns, type Portions, portioned, type Turns, undivided } from "../../src/meter/turns.ts";
import { Work } from "../../src/meter/work.ts";

/** Ten units of so many steps each, of which each writes its number into `done`. */
function* units(work: Work, steps: number, done: number[], ended: () => void = () => {}): Turns<string> {
  try {
    for (let unit = 0; unit < 10; unit++) {
      work.spend(steps);
      done.push(unit);
      yield;
    }
    return "all";
  } finally {
    ended();
  }
}

it("work is done at once for those who want it so", () => {
  const done: number[] = [];
  expect(atOnce(units(new Work(), 1000, done))).toBe("all");
  expect(done).toHaveLength(10);
});

it("long work lets others on the thread between its units, and short work does not wait", async () => {
  const order = async (steps: number) => {
    const done: (number | string)[] = [];
    const work = new Work();
    const other = new Promise<void>((resolve) =>
      setTimeout(() => {
        done.push("other");
        resolve();
      }, 0),
    );
    expect(await inTurns(units(work, steps, done as number[]), work)).toBe("all");
    await other;
    return done.indexOf("other");
  };
  expect(await order(100)).toBe(10);
  expect(await order(15_000)).toBe(2);
});

it("work stops between two units when the client has left, and gives back what it took", async () => {
  const done: number[] = [];
  const work = new Work();
  const client = new AbortController();
  let isEnded = false;
  const turns = units(work, 15_000, done, () => {
    isEnded = true;
  });
  const result = inTurns(turns, work, client.signal);
  client.abort(new Error("gone"));
  await expect(result).rejects.toThrow("gone");
  expect(done).toEqual([0, 1]);
  expect(isEnded).toBe(true);
});

it("a unit that costs more than its share of the request is refused, however much the request may still cost", async () => {
  const limits = { steps: 100_000, stepsPerMebibyte: 50_000, stepsAtOnce: 30_000 };
  const inUnitsOf = (steps: number, received = 0) => {
    const work = new Work(received, limits);
    return inTurns(units(work, steps, []), work);
  };
  expect(await inUnitsOf(9_000)).toBe("all");
  await expect(inUnitsOf(31_000)).rejects.toThrow("at most 30000 steps of about a microsecond at once");
  // More may be done at once when more was sent.
  await expect(inUnitsOf(31_000, 1 << 20)).rejects.toThrow("at most 150000 steps of about a microsecond.");
  expect(() => inOneTurn(new Work(0, limits), () => new Work(0, limits).spend(31_000))).not.toThrow();
  const work = new Work(0, limits);
  expect(() => inOneTurn(work, () => work.spend(31_000))).toThrow("at once");
  work.spend(31_000);
});

it("what is a part of something that is done at once may cost no more than that, and what follows it may", () => {
  const work = new Work(0, { steps: 100_000, stepsAtOnce: 30_000 });
  const charged = function* (): Turns<void> {
    work.spend(40_000, true);
    yield;
  };
  work.beginTurn(true);
  expect(() => undivided(work, charged())).toThrow("at most 30000 steps of about a microsecond at once");
  atOnce(charged());
  expect(work.used.steps).toBe(40_000);
});

it("portions of work that was charged before are turns, and end with them", () => {
  const work = new Work();
  let isEnded = false;
  const portions = function* (): Portions<string> {
    try {
      for (let i = 0; i < 4; i++) yield 6000;
      return "all";
    } finally {
      isEnded = true;
    }
  };
  work.beginTurn(true);
  const turns = portioned(portions(), work, 2);
  expect(turns.next()).toEqual({ done: false, value: undefined });
  work.beginTurn(true);
  expect(turns.next().done).toBe(false);
  turns.return("none");
  expect(isEnded).toBe(true);
  expect(atOnce(portioned(portions(), work, 2))).toBe("all");
});
