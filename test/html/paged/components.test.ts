import { expect, it } from "vitest";
import { componentsOf, quoted, textOf } from "../../../src/html/paged/components.ts";

it("a value is read part by part", () => {
  expect(componentsOf(`"a, (b" target-counter( "#x" , page,lower-roman)leader('.')counter(c) / "alt"`)).toEqual([
    { css: '"a, (b"' },
    { css: 'target-counter( "#x" , page,lower-roman)', name: "target-counter", args: ['"#x"', "page", "lower-roman"] },
    { css: "leader('.')", name: "leader", args: ["'.'"] },
    { css: "counter(c)", name: "counter", args: ["c"] },
    { css: "/" },
    { css: '"alt"' },
  ]);
  expect(componentsOf('target-counter(url("#a(b"), page, symbols("*" "†"))')[0]?.args).toEqual([
    'url("#a(b")',
    "page",
    'symbols("*" "†")',
  ]);
});

it("strings and addresses say their text", () => {
  expect(textOf('"#a\\"b\\41 c"')).toBe('#a"bAc');
  expect(textOf("url( '#x' )")).toBe("#x");
  expect(textOf("url(#x)")).toBe("#x");
  expect(textOf(quoted('a "b"\\\nc'))).toBe('a "b"\\\nc');
});
