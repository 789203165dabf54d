import { describe, expect, it } from "vitest";
import { Work } from "../../src/meter/work.ts";

const LIMITS = { steps: 100, stepsPerMebibyte: 50, heldBytes: 1000, outputBytes: 10, outputBytesPerMebibyte: 5 };
const refusal = (kind: string) => expect.objectContaining({ name: "WorkProblem", kind });

describe("a request", () => {
  it("may take as many steps as its base and its size allow, and not one more", () => {
    const work = new Work(2 << 20, LIMITS);
    work.spend(200);
    expect(work.used.steps).toBe(200);
    expect(() => work.spend(1)).toThrow(refusal("steps"));
  });

  it("may still do something smaller when too much was refused", () => {
    const work = new Work(0, LIMITS);
    expect(() => work.spend(101)).toThrow(refusal("steps"));
    work.spend(100);
    expect(() => work.spend(1)).toThrow(refusal("steps"));
    expect(() => new Work(0, LIMITS).spend(Number.NaN)).toThrow(refusal("steps"));
  });

  it("may take more steps when more of it was received", () => {
    const work = new Work(0, LIMITS);
    work.spend(100);
    work.receive(1 << 20);
    work.spend(50);
    expect(() => work.spend(1)).toThrow(
      "The request needs more than its size of 1048576 bytes allows: at most 150 steps",
    );
  });

  it("may do no more at once when it is read more often", () => {
    const work = new Work(2 << 20, { ...LIMITS, stepsAtOnce: 10 });
    work.beginTurn(true);
    work.readTimes(3);
    work.spend(40);
    expect(() => work.spend(61)).toThrow("at most 100 steps of about a microsecond at once");
    work.spend(60);
    work.beginTurn(true);
    work.spend(100);
  });

  it("may do no more than so much in all, however often it is read, and never less than before", () => {
    const work = new Work(2 << 20, LIMITS);
    work.readTimes(3, 350);
    work.readTimes(3, 50);
    work.spend(350);
    expect(() => work.spend(1)).toThrow("at most 350 steps");
  });

  it("may charge work that is divided before it is done, though it is more than what may be done at once", () => {
    const work = new Work(0, { ...LIMITS, stepsAtOnce: 10 });
    work.beginTurn(true);
    expect(work.affords(20)).toBe(false);
    expect(work.affords(20, true)).toBe(true);
    work.spend(20, true);
    work.spend(10);
    expect(() => work.spend(1)).toThrow("at most 10 steps of about a microsecond at once");
    expect(() => work.spend(51, true)).toThrow("at most 100 steps of about a microsecond.");
    expect(work.affords(26, true)).toBe(false);
    work.isWhole = true;
    expect(() => work.spend(1, true)).toThrow("at once");
    expect(work.affords(1, true)).toBe(false);
  });

  it("may hold as much memory as the limit at a time, however often", () => {
    const work = new Work(0, LIMITS);
    for (let i = 0; i < 5; i++) {
      work.hold(1000);
      work.letGo(1000);
    }
    expect(work.used.bytes).toBe(1000);
    work.hold(1);
    expect(() => work.hold(1000)).toThrow(refusal("memory"));
  });

  it("may produce as many bytes as its base and its size allow", () => {
    const work = new Work(2 << 20, LIMITS);
    work.produce(20);
    expect(work.used.output).toBe(20);
    expect(() => work.produce(1)).toThrow(refusal("output"));
  });

  it("that asks for an impossible amount is refused", () => {
    expect(() => new Work(0, LIMITS).hold(Number.NaN)).toThrow(refusal("memory"));
    expect(() => new Work(0, LIMITS).produce(Number.NaN)).toThrow(refusal("output"));
    expect(new Work(0, LIMITS).affords(Number.NaN)).toBe(false);
  });

  it("affords what can be left out only if it takes no more than half of what is left", () => {
    const work = new Work(0, LIMITS);
    expect(work.affords(50)).toBe(true);
    expect(work.affords(26)).toBe(false);
    expect(work.used.steps).toBe(50);
  });

  it("learns where it went too far", () => {
    const work = new Work(0, LIMITS);
    work.place = "page 3";
    expect(() => work.spend(101)).toThrow("It was exceeded at page 3.");
  });
});
