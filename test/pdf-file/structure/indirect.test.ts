import { describe, expect, it } from "vitest";
import { Work } from "../../../src/meter/work.ts";
import { COST } from "../../../src/meter/work-limits.ts";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { MissingRange, type Source, sourceOf } from "../../../src/pdf-file/structure/file-source.ts";
import { type IndirectObject, readIndirect } from "../../../src/pdf-file/structure/indirect.ts";
import type { PdfStream } from "../../../src/pdf-file/syntax/objects.ts";
import { text } from "../../fixtures/pdf.ts";

const lengthOf = (length: unknown) => (typeof length === "number" ? length : undefined);

/** The object of a file of which only the bytes before `here` have come. */
function readPart(file: Uint8Array, here: number): IndirectObject | undefined | "more is needed" {
  const bytes = file.slice().fill(0, here);
  const source: Source = {
    bytes,
    work: new Work(),
    partial: true,
    limit: () => here,
    ranOut: (limit) => {
      if (limit < bytes.length) throw new MissingRange(limit, bytes.length);
    },
    require: (start, end) => {
      if (end > here) throw new MissingRange(start, end);
    },
    passing: () => [],
  };
  try {
    return readIndirect(source, 0, { lengthOf });
  } catch (error) {
    if (error instanceof MissingRange) return "more is needed";
    throw error;
  }
}

describe("an object of which only the beginning is here", () => {
  const rest = "2 0 obj (other) endobj 3 0 obj (last) endobj";

  it.each([
    "1 0 obj\n<</Length 30/A[1 2 3]>>\nstream\n123456789 123456789 123456789 \nendstream\nendobj\n",
    "1 0 obj\n<</A(text)/B[1 2 3]>>\nendobj\n",
    "1 0 obj\n123456\nendobj\n",
  ])("is read as it is, or more of it is asked for: %j", (object) => {
    const file = latin1(object + rest);
    const whole = readIndirect(sourceOf(file, new Work()), 0, { lengthOf });
    expect(readPart(file, 10)).toBe("more is needed");
    for (let here = 1; here <= file.length; here++) {
      const read = readPart(file, here);
      if (read === "more is needed") continue;
      expect([here, read?.object?.constructor]).toEqual([here, whole?.object?.constructor]);
    }
    expect(readPart(file, file.length)).toMatchObject({ number: 1, cost: whole?.cost });
  });

  it("needs nothing of a stream whose length is given, which may be long", () => {
    const head = "1 0 obj\n<</Length 5000>>stream\n";
    const file = latin1(`${head}${"x".repeat(5000)}\nendstream endobj ${rest}`);
    const read = readPart(file, head.length + 16);
    expect(read).toMatchObject({ number: 1, end: head.length + 5000 });
  });
});

describe("a stream whose length is not given", () => {
  it.each([
    [400, true],
    [401, false],
  ])("is searched for its end as far as the meter allows: %i bytes", (bytes, fits) => {
    const file = latin1(`1 0 obj<<>>stream\n${"x".repeat(bytes)}endstream endobj`);
    const parsed = COST.object + "1 0 obj<<>>".length * COST.parsedByte;
    const source = sourceOf(file, new Work(0, { steps: parsed + 400.5 * COST.searchedByte }));
    const read = () => readIndirect(source, 0, { lengthOf })?.end;
    if (fits) expect(read()).toBe(file.length - " endobj".length);
    else expect(read).toThrow(expect.objectContaining({ name: "WorkProblem", kind: "steps" }));
  });
});

describe("the data of a stream", () => {
  const dataOf = (body: string) => {
    const file = latin1(`1 0 obj${body}`);
    const read = readIndirect(sourceOf(file, new Work()), 0, { lengthOf })!;
    return [text((read.object as PdfStream).raw), text(file.subarray(read.end))];
  };

  it.each([
    ["a line feed", "<</Length 3>>stream\nabc\nendstream", "abc"],
    ["both", "<</Length 3>>stream\r\nabc\r\nendstream", "abc"],
    ["a carriage return", "<</Length 3>>stream\rabc\rendstream", "abc"],
    ["spaces and a line feed", "<</Length 3>>stream  \nabc endstream", "abc"],
    ["nothing", "<</Length 3>>streamabcendstream", "abc"],
    ["no end of line, so that spaces are data", "<</Length 5>>stream  abcendstream", "  abc"],
  ])("begins after %s", (_, body, data) => {
    expect(dataOf(body)).toEqual([data, ""]);
  });

  it.each([
    ["a line feed", "abc\n", "abc"],
    ["a carriage return", "abc\r", "abc"],
    ["both", "abc\r\n", "abc"],
    ["one of two line feeds", "abc\n\n", "abc\n"],
    ["nothing else", "abc ", "abc "],
    ["nothing, if there is no data", "", ""],
  ])("ends before %s, where its length is wrong", (_, written, data) => {
    for (const length of [1, 2, 9999, -1]) {
      expect(dataOf(`<</Length ${length}>>stream\n${written}endstream endobj`)).toEqual([data, " endobj"]);
    }
  });

  it("ends at its length, with up to four spaces before the keyword that follows", () => {
    expect(dataOf("<</Length 3>>stream\nabc    endstream endobj")).toEqual(["abc", " endobj"]);
    expect(dataOf("<</Length 3>>stream\nabc     endstream endobj")).toEqual(["abc     ", " endobj"]);
    expect(dataOf("<</Length 3>>stream\nabc endobj")).toEqual(["abc", "endobj"]);
  });

  it("ends at endobj or with the file, where nothing else ends it", () => {
    expect(dataOf("<</Length 99>>stream\nabc\nendobj")).toEqual(["abc", "endobj"]);
    expect(dataOf("<</Length 99>>stream\nabc")).toEqual(["abc", ""]);
  });
});
