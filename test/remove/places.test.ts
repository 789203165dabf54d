import { expect, it } from "vitest";
import { Places } from "../../src/remove/places.ts";

it("finds objects in the file by offset, and those in object streams by the stream", () => {
  const places = new Places();
  places.inFile(1, 15);
  places.inStream(2, 9);
  places.inFile(9, 4_000_000_000);
  expect(places.get(1)).toEqual({ offset: 15, container: 0 });
  expect(places.get(2)).toEqual({ offset: 0, container: 9 });
  expect(places.get(9)).toEqual({ offset: 4_000_000_000, container: 0 });
  expect([...places.numbers()]).toEqual([1, 2, 9]);
});

it("knows no place of an object that is not in the file", () => {
  const places = new Places();
  places.inFile(3, 15);
  expect([places.get(2), places.get(4), places.get(1_000_000)]).toEqual([undefined, undefined, undefined]);
});

it("keeps all places when numbers grow by leaps", () => {
  const places = new Places();
  for (const number of [1, 1023, 1024, 5000, 300_000]) places.inFile(number, number + 10);
  expect([...places.numbers()].map((number) => places.get(number)!.offset)).toEqual([11, 1033, 1034, 5010, 300_010]);
});
