import { describe, expect, it } from "vitest";
import { Turnstile } from "../../../src/html/resources/turnstile.ts";

/** Lets everything that is ready go on. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("a turnstile", () => {
  it("lets a number in, and the others in the order of their arrival", async () => {
    const turnstile = new Turnstile(2);
    const inside: string[] = [];
    const leave = new Map<string, () => void>();
    for (const name of ["a", "b", "c", "d"]) {
      void turnstile.enter().then((out) => {
        inside.push(name);
        leave.set(name, out);
      });
    }
    await turn();
    expect(inside).toEqual(["a", "b"]);
    leave.get("b")?.();
    // Whoever leaves twice makes room once.
    leave.get("b")?.();
    await turn();
    expect(inside).toEqual(["a", "b", "c"]);
    for (const name of ["a", "c"]) leave.get(name)?.();
    await turn();
    leave.get("d")?.();
    const [first, second] = await Promise.all([turnstile.enter(), turnstile.enter()]);
    expect([first, second]).toEqual([expect.any(Function), expect.any(Function)]);
  });
});
