import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { Fingerprint } from "../../src/api/idempotency.ts";

type Parts = [field: string, name: string | undefined, text: string][];

function printOf(files: Parts, fields: [string, unknown][] = [], operation = "crop"): string {
  const print = new Fingerprint();
  for (const [field, name, text] of files) {
    print.add({ field, name, type: undefined, bytes: new TextEncoder().encode(text) });
  }
  return print.finish(operation, new Map(fields));
}

const ONE = printOf([["file", "a.pdf", "one"]], [["unit", "mm"]]);

it("a fingerprint is the same for the same request, in whatever order its fields come", () => {
  expect(printOf([["file", "a.pdf", "one"]], [["unit", "mm"]])).toBe(ONE);
  const [there, back] = [
    [
      ["a", 1],
      ["b", { c: 2 }],
      ["d", ""],
    ],
    [
      ["d", ""],
      ["b", { c: 2 }],
      ["a", 1],
    ],
  ] as [string, unknown][][];
  expect(printOf([], there)).toBe(printOf([], back));
});

it("a fingerprint stays what it is from one version of the service to the next", () => {
  const files = JSON.stringify(["file", "a.pdf", 3]);
  const fields = JSON.stringify([
    "crop",
    [
      ["a", 1],
      ["b", 2],
    ],
  ]);
  const print = createHash("sha256").update(`${files}one${fields}`).digest("hex");
  expect(
    printOf(
      [["file", "a.pdf", "one"]],
      [
        ["b", 2],
        ["a", 1],
      ],
    ),
  ).toBe(print);
});

it.each<[string, string]>([
  ["the bytes of a file", printOf([["file", "a.pdf", "two"]], [["unit", "mm"]])],
  ["its name", printOf([["file", "b.pdf", "one"]], [["unit", "mm"]])],
  ["its field", printOf([["assets", "a.pdf", "one"]], [["unit", "mm"]])],
  ["a field's value", printOf([["file", "a.pdf", "one"]], [["unit", "pt"]])],
  ["a field's name", printOf([["file", "a.pdf", "one"]], [["units", "mm"]])],
  [
    "a further field",
    printOf(
      [["file", "a.pdf", "one"]],
      [
        ["unit", "mm"],
        ["x", 1],
      ],
    ),
  ],
  ["the operation", printOf([["file", "a.pdf", "one"]], [["unit", "mm"]], "split")],
])("a fingerprint is another where %s is", (_, print) => {
  expect(print).not.toBe(ONE);
});

it("a fingerprint distinguishes files: their order, and where one ends", () => {
  const two = printOf([
    ["file", "a", "1"],
    ["file", "a", "2"],
  ]);
  expect(
    printOf([
      ["file", "a", "2"],
      ["file", "a", "1"],
    ]),
  ).not.toBe(two);
  // A file that holds what stands between two.
  for (const text of ['1["file","a",1]2', '1["file","a"]2']) expect(printOf([["file", "a", text]])).not.toBe(two);
});
