import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { wordEnd } from "../../../src/pdf-file/syntax/chars.ts";
import { readName } from "../../../src/pdf-file/syntax/names.ts";
import { PdfStream } from "../../../src/pdf-file/syntax/objects.ts";
import { nameText } from "../../../src/remove/rewrite/output.ts";
import { removeOutside } from "../../support/at-once.ts";
import { build } from "../files.ts";

const AREA = { x: 100, y: 100, width: 200, height: 200 };
const OUTSIDE = "10 10 m 60 10 l S BT /F1 9 Tf 10 20 Td (out) Tj ET ";

/** The area as a clip, with which every content begins. */
const CLIP = "100 100 200 200 re W n ";

/** The content of the page after everything outside of its middle is removed, in one line, behind the clip. */
function left(content: string): string {
  const resources = "/ExtGState<</A<</ca 0.5>>/B<</ca 0.25>>/W 6 0 R>>";
  const more = { 6: "<</LW 3/ca 0.125>>" };
  const file = build({ content, resources, more });
  const { rope } = removeOutside(openPdf(file), { definitions: [{ page: 1, area: AREA }] });
  const document = openPdf(rope.toBytes());
  const stream = document.resolve(document.page(0).dict.get("Contents"));
  if (!(stream instanceof PdfStream)) return "";
  const text = Buffer.from(document.streamData(stream)).toString("latin1").trim().replace(/\s+/g, " ");
  expect(text.slice(0, CLIP.length)).toBe(CLIP);
  return text.slice(CLIP.length);
}

describe("what was set for something outside is not in the output", () => {
  it.each([
    ["a colour", "0.1 0.2 0.3 rg", "0 g 150 150 9 9 re f", "0 g 150 150 9 9 re f"],
    ["a colour of strokes", "0.1 0.2 0.3 RG", "0 G 150 150 9 9 re S", "0 G 150 150 9 9 re S"],
    ["a space and a tint", "/DeviceRGB cs 0.1 0.2 0.3 sc", "0 g 150 150 9 9 re f", "0 g 150 150 9 9 re f"],
    ["a width", "7 w", "1 w 150 150 m 160 160 l S", "1 w 150 150 m 160 160 l S"],
    ["dashes", "[7 5 3] 1 d", "[] 0 d 150 150 m 160 160 l S", "[] 0 d 150 150 m 160 160 l S"],
    [
      "caps, joins and a limit",
      "1 J 1 j 3 M",
      "0 J 0 j 4 M 150 150 m 160 160 l S",
      "0 J 0 j 4 M 150 150 m 160 160 l S",
    ],
    ["a graphics state", "/A gs", "/B gs 150 150 9 9 re f", "/B gs 150 150 9 9 re f"],
    ["what another graphics state sets too", "/A gs 7 w", "/W gs 150 150 9 9 re f", "/W gs 150 150 9 9 re f"],
    ["a colour, before q", "0.1 0.2 0.3 rg", "q 0 g 150 150 9 9 re f Q", "q 0 g 150 150 9 9 re f Q"],
    ["a colour, before two q", "0.1 0.2 0.3 rg q", "q 0 g 150 150 9 9 re f Q Q", "q q 0 g 150 150 9 9 re f Q Q"],
  ])("%s", (_, outside, inside, expected) => {
    expect(left(`${outside} ${OUTSIDE}${inside}`)).toBe(expected);
  });

  it("but what something inside needs after Q is set there", () => {
    expect(left(`1 0 0 rg ${OUTSIDE}q 0 g 150 150 9 9 re f Q 160 160 9 9 re f`)).toBe(
      "q 0 g 150 150 9 9 re f Q 1 0 0 rg 160 160 9 9 re f",
    );
  });

  it("and in the order in which it was set", () => {
    expect(left(`/W gs 5 w ${OUTSIDE}q /W gs 150 150 9 9 re B Q 160 160 9 9 re B`)).toBe(
      "q /W gs 150 150 9 9 re B Q /W gs 5 w 160 160 9 9 re B",
    );
    expect(left(`/W gs 5 w ${OUTSIDE}q /A gs 150 150 9 9 re B Q 160 160 9 9 re B`)).toBe(
      "/W gs 5 w q /A gs 150 150 9 9 re B Q 160 160 9 9 re B",
    );
  });
});

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
    const end = wordEnd(bytes, 1, bytes.length);
    expect([readName(bytes, 1, end), end]).toEqual([name, bytes.length - 3]);
  }
});
