import { expect, it } from "vitest";
import { ObjectCache } from "../../../src/pdf-file/structure/object-cache.ts";

it("the cache of objects returns what was put in, null included", () => {
  const cache = new ObjectCache(4);
  cache.set(1, "Name");
  cache.set(2, null);
  expect([cache.get(1), cache.get(2), cache.get(3)]).toEqual(["Name", null, undefined]);
});

it("the cache of objects never gives one object for another that has the same slot", () => {
  const cache = new ObjectCache(4);
  cache.set(1, "first");
  cache.set(5, "second");
  expect([cache.get(1), cache.get(5), cache.get(9)]).toEqual([undefined, "second", undefined]);
});

it("the cache of objects holds as many objects as it has slots, and none once it is cleared", () => {
  const cache = new ObjectCache(4);
  const kept = () => Array.from({ length: 20 }, (_, number) => cache.get(number)).filter((one) => one !== undefined);
  for (let number = 0; number < 20; number++) cache.set(number, number);
  expect(kept()).toEqual([16, 17, 18, 19]);
  cache.clear();
  expect(kept()).toEqual([]);
});
