import { describe, expect, it } from "vitest";
import { MemoryBudget } from "../../../src/intake/memory-budget.ts";
import { readSubmission } from "../../../src/intake/submission.ts";
import type { SubmissionRules } from "../../../src/intake/submission-rules.ts";
import { arriving, cut, join, post, refusal, rules } from "../support.ts";

const TYPE = "multipart/form-data; boundary=XyZ";
const field = (name: string, value: string) =>
  `--XyZ\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, bytes: Uint8Array, fieldName = "file") =>
  join([`--XyZ\r\nContent-Disposition: form-data; name="${fieldName}"; filename="${name}"\r\n\r\n`, bytes, "\r\n"]);
const END = "--XyZ--\r\n";
/** Bytes with much in them that begins like the boundary. */
const content = (length: number, seed: number) => {
  const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + seed * 7) & 0xff);
  for (let at = 20; at + 12 < length; at += 97) bytes.set(join(["\r\n--Xy"]), at);
  if (length > 400) bytes.set(join(["\r\n--XyZ, but no boundary"]), length - 300);
  return bytes;
};

const A = content(3000, 1);
const B = content(700, 2);
const C = content(1200, 3);
const FORM = join([
  field("first", "1"),
  file("a", A),
  field("second", "2"),
  file("b", B),
  file("note.bin", content(500, 9), "stranger"),
  file("empty", new Uint8Array(0)),
  file("c", C),
  field("third", "3"),
  END,
]);

interface Taken {
  name: string | undefined;
  bytes: Uint8Array;
  fields: string[];
}

async function read(
  pieces: readonly Uint8Array<ArrayBuffer>[],
  holdBytes: number,
  changes: Partial<SubmissionRules> = {},
) {
  const taken: Taken[] = [];
  const early = {
    holdBytes,
    take: async (
      { name, bytes }: { name: string | undefined; bytes: Uint8Array },
      fields: ReadonlyMap<string, unknown>,
    ) => {
      taken.push({ name, bytes: bytes.slice(), fields: [...fields.keys()] });
    },
  };
  const set = await rules({ base64Fields: [], fileFields: ["file"], early, ...changes });
  return { taken, ...(await readSubmission(post(TYPE, arriving(pieces)), set)) };
}

describe("a form whose files are taken as they arrive", () => {
  it("gives each file when the next begins, with the fields so far, wherever its bytes are split on the way", async () => {
    for (const size of [1, 2, 3, 7, 64, 1000, 100_000]) {
      const { taken, files, fields, bytesIn } = await read(cut(FORM, size), 1);
      expect(taken).toEqual([
        { name: "a", bytes: A, fields: ["first", "second"] },
        { name: "b", bytes: B, fields: ["first", "second"] },
        { name: "empty", bytes: new Uint8Array(0), fields: ["first", "second"] },
      ]);
      expect(files.map(({ name, bytes }) => [name, bytes.length])).toEqual([
        ["c", C.length],
        ["note.bin", 0],
      ]);
      expect(files[0]!.bytes).toEqual(C);
      expect([...fields]).toEqual([
        ["first", "1"],
        ["second", "2"],
        ["third", "3"],
      ]);
      expect(bytesIn).toBe(FORM.length);
    }
  });

  it("holds files back until they are much: then all fields of a smaller form are known first", async () => {
    const { taken, files } = await read(cut(FORM, 500), 3500);
    expect(taken.map(({ name }) => name)).toEqual(["a", "b", "empty"]);
    expect(files.map(({ name }) => name)).toEqual(["c", "note.bin"]);
    expect((await read(cut(FORM, 500), 10_000)).taken).toEqual([]);
  });

  it("holds one file at a time, and nothing when the request ends", async () => {
    const budget = new MemoryBudget(1 << 30);
    const reservation = await budget.reserve(0, { waitMs: 50 });
    const large = content(300_000, 4);
    const form = join([...Array.from({ length: 12 }, (_, i) => file(`${i}`, large)), END]);
    const held: number[] = [];
    const early = { holdBytes: 1, take: async () => void held.push(budget.used) };
    await readSubmission(
      post(TYPE, arriving(cut(form, 60_000))),
      await rules({ base64Fields: [], early, reservation }),
    );
    expect(held).toHaveLength(11);
    for (const bytes of held) expect(bytes).toBeLessThan(2.1 * (1 << 20));
    reservation.release();
    expect(budget.used).toBe(0);
  });

  it("lets go of a file's bytes when it was taken", async () => {
    const seen: Uint8Array[] = [];
    const early = { holdBytes: 1, take: async (input: { bytes: Uint8Array }) => void seen.push(input.bytes) };
    await readSubmission(post(TYPE, arriving(cut(FORM, 900))), await rules({ base64Fields: [], early }));
    expect(seen.map(({ length }) => length)).toEqual([0, 0, 0]);
  });

  it("is refused as any other where it is broken, naming the byte of the whole body", async () => {
    const cases: [Uint8Array<ArrayBuffer>, string][] = [
      [FORM.subarray(0, FORM.length - 8), `the body ends inside part 8 (byte ${FORM.length - 8})`],
      [join([file("a", A), "--XyZ\r\nContent-Disposition: form-data\r\n\r\nx\r\n", END]), "has no name in part 2"],
    ];
    for (const [body, message] of cases) {
      for (const size of [10, 5000]) {
        const problem = await refusal(read(cut(body, size), 1));
        expect(problem).toMatchObject({ kind: "malformed", message: expect.stringContaining(message) });
        const whole = await refusal(read(cut(body, size), 1, { early: undefined }));
        expect(problem.message).toBe(whole.message);
      }
    }
  });

  it("has the limits of any other form", async () => {
    const large = join([file("a", A), file("b", A), END]);
    expect(await refusal(read(cut(large, 500), 1, { maxFile: 2999 }))).toMatchObject({
      kind: "too-large",
      field: "file",
    });
    expect((await refusal(read(cut(large, 500), 1, { maxBody: 5000 }))).kind).toBe("too-large");
    expect((await refusal(read(cut(large, 500), 1, { maxParts: 1 }))).message).toContain("more than 1 parts");
    expect((await refusal(read(cut(join([field("x", "1234"), END]), 9), 1, { maxText: 3 }))).kind).toBe("too-large");
    const fields = join([field("x", "12"), field("y", "34"), END]);
    expect((await refusal(read(cut(fields, 9), 1, { maxText: 3 }))).message).toContain("text fields together");
    const encoded = join([
      '--XyZ\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Transfer-Encoding: base64\r\n\r\n',
      `${Buffer.from(A).toString("base64")}\r\n`,
      END,
    ]);
    expect((await read(cut(encoded, 500), 1, { maxFile: 3000 })).files[0]?.bytes).toEqual(A);
    expect((await refusal(read(cut(encoded, 500), 1, { maxFile: 2999 }))).kind).toBe("too-large");
  });

  it("ends with what its taker throws", async () => {
    const early = { holdBytes: 1, take: () => Promise.reject(new Error("no more")) };
    const reading = rules({ base64Fields: [], early }).then((set) => readSubmission(post(TYPE, arriving([FORM])), set));
    await expect(reading).rejects.toThrow("no more");
  });
});

it("a form through the window gives the files of a part of multipart/mixed, and of lists", async () => {
  const attached = (name: string, bytes: Uint8Array) =>
    join([`--in\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n`, bytes, "\r\n"]);
  const form = join([
    '--XyZ\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: multipart/mixed; boundary=in\r\n\r\n',
    attached("a", A),
    attached("b", B),
    "--in--\r\nmore\r\n",
    file("c", C, "file[]"),
    field("first", "1"),
    END,
  ]);
  for (const size of [13, 1000]) {
    const { taken, files, fields } = await read(cut(form, size), 1000);
    const all = [...taken, ...files];
    expect(all.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(all.map(({ bytes }) => bytes)).toEqual([A, B, C]);
    expect([...fields]).toEqual([["first", "1"]]);
  }
});
