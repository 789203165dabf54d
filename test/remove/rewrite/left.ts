import { expect } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { PdfStream } from "../../../src/pdf-file/syntax/objects.ts";
import { removeOutside } from "../../../src/remove/index.ts";
import { build } from "../files.ts";

const AREA = { x: 100, y: 100, width: 200, height: 200 };
export const OUTSIDE = "10 10 m 60 10 l S BT /F1 9 Tf 10 20 Td (out) Tj ET ";

/** The area as a clip, with which every content begins. */
const CLIP = "100 100 200 200 re W n ";

/** The content of the page after everything outside of its middle is removed, in one line, behind the clip. */
export function left(content: string): string {
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
