import { expect, it } from "vitest";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { nameEnd, readName } from "../../../src/pdf-file/syntax/names.ts";
import { nameText } from "../../../src/remove/content/written-name.ts";

it("a name is written as it is, with an escape for what would end it or be taken for an escape", () => {
  const written = ["F1", "A+B_c.d-2", "", "a b", "a#b", "a/b", "(x)", "<[{%}]>", "\x05\x7f", "\xe9"].map(nameText);
  expect(written).toEqual([
    ...["/F1", "/A+B_c.d-2", "/", "/a#20b", "/a#23b", "/a#2fb"],
    ...["/#28x#29", "/#3c#5b#7b#25#7d#5d#3e", "/#05#7f", "/#e9"],
  ]);
});

it("every name of one byte is read back as it was", () => {
  for (let code = 1; code < 256; code++) {
    const name = `a${String.fromCharCode(code)}b`;
    const bytes = latin1(`${nameText(name)} Do`);
    const end = nameEnd(bytes, 1, bytes.length);
    expect([readName(bytes, 1, end), end]).toEqual([name, bytes.length - 3]);
  }
});
