import { describe, expect, it } from "vitest";
import { RequestMemory } from "../../../../src/html/browser/page/request-memory.ts";
import { Turnstile } from "../../../../src/html/resources/turnstile.ts";

/** Lets everything that is ready go on. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("what a page's request holds", () => {
  it("is given back when it ends, and large ones come one by one", async () => {
    let held = 0;
    const memory = {
      grow: async (bytes: number) => {
        held += bytes;
      },
      shrink: (bytes: number) => {
        held -= bytes;
      },
    };
    const large = new Turnstile(1);
    const [one, two] = [new RequestMemory(memory, large, 100), new RequestMemory(memory, large, 100)];
    await one.grow(60);
    await two.grow(100);
    expect(held).toBe(160);
    await one.grow(41);
    const waits = two.grow(1);
    await turn();
    expect(held).toBe(201);
    one.shrink(1);
    one.close();
    await waits;
    expect(held).toBe(101);
    two.close();
    expect(held).toBe(0);
    const [third] = await Promise.all([large.enter()]);
    expect(third).toEqual(expect.any(Function));
  });
});
