import { describe, expect, it } from "vitest";
import { MemoryBudget } from "../../../src/intake/memory-budget.ts";
import { readSubmission } from "../../../src/intake/submission.ts";
import type { InputFile, SubmissionRules } from "../../../src/intake/submission-rules.ts";
import { arriving, cut, patterned, post, refusal, rules, utf8 } from "../support.ts";

const A = patterned(3000);
const B = patterned(700).reverse();
const C = patterned(1200);
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const BODY = `{"first":{"base64":"AAAA"},"images":[{"name":"a","base64":"${text(A)}"},{"url":"https://x"},
  {"base64":"data:image/png;base64,${text(B)}","more":{"base64":"AAAA"},"name":"\\u00e9"},
  "base64",["base64","AAAA"],{"base64" : "${text(C)}"}],"base64":"AAAA","last":[{"base64":"AAAA"}]}`;

async function read(
  pieces: readonly Uint8Array<ArrayBuffer>[],
  holdBytes: number,
  changes: Partial<SubmissionRules> = {},
) {
  const taken: { name: string | undefined; index: number | undefined; bytes: Uint8Array; fields: string[] }[] = [];
  const take = async ({ name, index, bytes }: InputFile, fields: ReadonlyMap<string, unknown>) => {
    taken.push({ name, index, bytes: bytes.slice(), fields: [...fields.keys()] });
  };
  const set = await rules({ base64Fields: [], base64List: "images", early: { holdBytes, take }, ...changes });
  return { taken, ...(await readSubmission(post("application/json", arriving(pieces)), set)) };
}

describe("the base64 in a list of a JSON body", () => {
  it("becomes files with their items' names, wherever the body is split on the way", async () => {
    const body = utf8(BODY);
    for (const size of [1, 7, 500, body.length]) {
      const { files, fields } = await read(cut(body, size), Number.POSITIVE_INFINITY);
      expect(files).toEqual([
        { field: "images[0].base64", name: "a", type: undefined, index: 0, bytes: A },
        { field: "images[2].base64", name: "é", type: "image/png", index: 2, bytes: B },
        { field: "images[5].base64", name: undefined, type: undefined, index: 5, bytes: C },
      ]);
      expect([...fields]).toEqual([
        ["first", { base64: "AAAA" }],
        [
          "images",
          [
            { name: "a", base64: "" },
            { url: "https://x" },
            { base64: "", more: { base64: "AAAA" }, name: "é" },
            "base64",
            ["base64", "AAAA"],
            { base64: "" },
          ],
        ],
        ["base64", "AAAA"],
        ["last", [{ base64: "AAAA" }]],
      ]);
    }
  });

  it("may have white space that is written as escapes, wherever the body is split on the way", async () => {
    const spaced = text(C).replaceAll(/.{1,5}/g, "$&\\n\\r\\t");
    const body = utf8(`{"images":[{"base64":"\\n\\n${spaced}\\f\\/A=="}]}`.replace("\\/A==", ""));
    for (const size of [1, 7, 500, body.length]) {
      const { files } = await read(cut(body, size), Number.POSITIVE_INFINITY);
      expect(files.map(({ bytes }) => bytes)).toEqual([C]);
    }
  });

  it("may not have more files than a form has parts", async () => {
    const files = (count: number) => [utf8(`{"images":[${Array(count).fill('{"base64":""}').join()}]}`)];
    expect((await read(files(3), 1e9, { maxParts: 3 })).files).toHaveLength(3);
    expect((await refusal(read(files(4), 1e9, { maxParts: 3 }))).message).toBe("images has more than 3 files.");
  });

  it("takes memory for the bytes of files only, however much arrives with them", async () => {
    const reservation = await new MemoryBudget(256 << 10).reserve(0, { waitMs: 0 });
    const body = utf8(`{"images":[${Array(1900).fill('{"base64":"AA=="}').join()}]}`);
    const { files } = await read([body], 1e9, { maxParts: 2000, reservation });
    expect(files).toHaveLength(1900);
    expect(files.every(({ bytes }) => bytes.buffer.byteLength === 1)).toBe(true);
  });

  it("is handed over file by file once much is held, with the fields before the list", async () => {
    const { taken, files } = await read([utf8(BODY)], 1);
    expect(taken).toEqual([
      { name: "a", index: 0, bytes: A, fields: ["first"] },
      { name: "é", index: 2, bytes: B, fields: ["first"] },
    ]);
    expect(files.map(({ index }) => index)).toEqual([5]);
    const none = await read([utf8(`{"images":[{"base64":"AAAA"},{"base64":"AAAA"}]}`)], 1);
    expect(none.taken.map(({ fields }) => fields)).toEqual([[]]);
  });

  it("needs memory for the largest file, not for all of them", async () => {
    const one = patterned(1 << 20);
    const body = utf8(`{"images":[${Array.from({ length: 20 }, () => `{"base64":"${text(one)}"}`).join(",")}]}`);
    const budget = new MemoryBudget(6 << 20);
    const reservation = await budget.reserve(0, { waitMs: 0 });
    const { taken, files } = await read(cut(body, 50_000), 1, { reservation, maxBody: 40 << 20 });
    expect([taken.length, files.length]).toEqual([19, 1]);
    expect(taken.every(({ bytes }) => Buffer.compare(bytes, one) === 0)).toBe(true);
    reservation.release();
    expect(budget.used).toBe(0);
  });

  it("is judged by what each file decodes to", async () => {
    const body = (size: number) => [utf8(`{"images":[{"base64":"AAAA"},{"base64":"${text(patterned(size))}"}]}`)];
    expect((await read(body(5000), 1e9, { maxFile: 5000 })).files[1]!.bytes).toEqual(patterned(5000));
    expect(await refusal(read(body(5001), 1e9, { maxFile: 5000 }))).toMatchObject({
      kind: "too-large",
      field: "images[1].base64",
    });
  });

  it.each([
    ['{"images":[{"base64":"AA*A"}]}', "images[0].base64 is not base64 (byte 24 of the request body)"],
    ['{"images":[{},{"base64":"AAAA","base64":"AAAA"}]}', "images[1].base64 was given twice"],
    ['{"images":[{"base64":"AAAA"},{"base64":"AAAA","name":?}]}', "expected a value at byte 53"],
    ['{"a":?,"images":[{"base64":"AAAA"},{"base64":"AAAA"}]}', "expected a value at byte 5"],
    ['{"images":[{"base64":"AAAA","name":?},{"base64":"AAAA"}]}', "expected a value at byte 35"],
    ['{"images":[{"base64":"AAAA', "images[0].base64 does not end (byte 26"],
    ['[{"base64":"AAAA"}]', "must be an object"],
  ])("that is wrong is refused, saying where: %s", async (body, message) => {
    const problem = await refusal(read([utf8(body)], 1));
    expect(problem).toMatchObject({ kind: "malformed", message: expect.stringContaining(message) });
  });
});
