import { expect, it } from "vitest";
import { atOnce } from "../../src/meter/turns.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { redactInTurns } from "../../src/redact/redact.ts";
import { removeInTurns } from "../../src/remove/index.ts";
import { longDocument } from "../fixtures/long-document.ts";

/** Both, of a document of which each page changes, and whose bytes are needed no more. */
const area = { x: 0, y: 0, width: 100, height: 400 };
const WAYS = {
  "a crop that removes": { removes: true, definitions: [{ page: 1, area }], all: true },
  "a redaction": { removes: false, definitions: [], rules: [{ words: "secret" }] },
};

it.each(Object.entries(WAYS))("the bytes of a document are freed before the result of %s is proved", (_, request) => {
  const results = [false, true].map((lastUse) => {
    const bytes = longDocument(3, "a secret text");
    const document = openPdf(bytes);
    const turns = request.removes
      ? removeInTurns(document, { ...request, lastUse })
      : redactInTurns(document, { ...request, lastUse });
    const { rope, signed } = atOnce<{ rope: { length: number }; signed: boolean }>(turns);
    expect(signed).toBe(false);
    return { left: bytes.length > 0, length: rope.length };
  });
  expect(results.map(({ left }) => left)).toEqual([true, false]);
  expect(results[1]!.length).toBe(results[0]!.length);
});
