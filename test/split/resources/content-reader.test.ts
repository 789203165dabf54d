import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { ContentReader } from "../../../src/split/resources/content-reader.ts";
import { pagesOf, pdf, stream, text } from "../../fixtures/pdf.ts";

const CONTENT = Array.from({ length: 3000 }, (_, i) => `${(i * 7919) % 1000} ${i} m\n`).join("");
const DEFLATED = text(deflateSync(latin1(CONTENT)));

/** What is read of a page's content: one text for each time that it was begun. */
function readings(data: string, filter: string): string[] {
  const document = openPdf(pdf({ ...pagesOf(1), 4: stream(data, filter) }));
  const reader = new ContentReader(document);
  const [content] = [...reader.streamsOf([0])];
  const texts: string[] = [];
  const begin = () => texts.push("");
  reader.read(content!, begin, (chunk) => {
    texts[texts.length - 1] += text(chunk);
    return "more";
  });
  return texts;
}

it("a content stream is read once where it is sound", () => {
  expect(readings(CONTENT, "")).toEqual([CONTENT]);
  expect(readings(DEFLATED, "/Filter/FlateDecode")).toEqual([CONTENT]);
});

it("a content stream is begun again where its data turned out to be damaged, and then read as far as it goes", () => {
  const damaged = DEFLATED.slice(0, DEFLATED.length * 0.9);
  const [inSteps, whole, ...more] = readings(damaged, "/Filter/FlateDecode");
  expect(more).toEqual([]);
  expect(inSteps!.length).toBeGreaterThan(0);
  expect(whole!.length).toBeGreaterThan(CONTENT.length * 0.7);
  expect([CONTENT.startsWith(inSteps!), CONTENT.startsWith(whole!)]).toEqual([true, true]);
});
