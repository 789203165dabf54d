import { describe, expect, it } from "vitest";
import { readSubmission } from "../../src/intake/submission.ts";
import type { SubmissionRules } from "../../src/intake/submission-rules.ts";
import { arriving, post, refusal, rules, utf8 } from "./support.ts";

const FORM = "application/x-www-form-urlencoded";

async function readForm(body: string, changes: Partial<SubmissionRules> = {}) {
  return readSubmission(post(FORM, body), await rules(changes));
}

describe("the encoding of a request", () => {
  it.each([undefined, "text/plain", "application/pdf", "multipart/mixed; boundary=x", "application/jsonx"])(
    "%s is refused, naming what is accepted",
    async (type) => {
      const problem = await refusal(readSubmission(post(type, utf8("x")), await rules()));
      expect(problem.kind).toBe("media-type");
      expect(problem.message).toContain("multipart/form-data, application/json or application/x-www-form-urlencoded");
    },
  );

  it("is read whatever its letters' case", async () => {
    const { encoding } = await readSubmission(post("Application/JSON;charset=UTF-8", "{}"), await rules());
    expect(encoding).toBe("json");
  });

  it("that is compressed is refused, and identity is not", async () => {
    const gzip = post("application/json", "{}", { "content-encoding": "gzip" });
    expect(await refusal(readSubmission(gzip, await rules()))).toMatchObject({
      kind: "media-type",
      message: expect.stringContaining('"gzip"'),
    });
    const identity = post("application/json", "{}", { "content-encoding": "identity" });
    expect((await readSubmission(identity, await rules())).fields.size).toBe(0);
  });

  it("without a body is refused", async () => {
    expect((await refusal(readSubmission(post("application/json", null), await rules()))).kind).toBe("missing");
    const form = post("multipart/form-data; boundary=x", null);
    expect((await refusal(readSubmission(form, await rules()))).kind).toBe("malformed");
  });

  it("gives 503's kind when no memory comes free", async () => {
    const { MemoryBudget } = await import("../../src/intake/memory-budget.ts");
    const budget = new MemoryBudget(4 << 20);
    await budget.reserve(4 << 20, { waitMs: 10 });
    const reservation = await budget.reserve(0, { waitMs: 10 });
    for (const [type, body] of [
      ["multipart/form-data; boundary=x", "--x--"],
      ["application/json", '{"fileBase64":"AAAA"}'],
      [FORM, "a=1"],
    ] as const) {
      const problem = await refusal(readSubmission(post(type, body), await rules({ reservation })));
      expect(problem).toMatchObject({ kind: "busy", retryAfter: 2 });
    }
  });
});

describe("a urlencoded form", () => {
  it("gives text fields", async () => {
    const { encoding, fields } = await readForm("html=%3Cp%3Ea+b%26c%3C%2Fp%3E&a=1&a=2&empty&=x&&u=%E2%82%ac");
    expect(encoding).toBe("urlencoded");
    expect([...fields]).toEqual([
      ["html", "<p>a b&c</p>"],
      ["a", ["1", "2"]],
      ["empty", ""],
      ["", "x"],
      ["u", "€"],
    ]);
  });

  it("reads an empty body as no fields", async () => {
    expect((await readForm("")).fields.size).toBe(0);
  });

  it("takes base64 whose plus signs were escaped, and those that were not", async () => {
    for (const text of ["%2B%2F%2b%2F%2Bw%3D%3D", "+/+/+w==", "-_-_-w"]) {
      const { files, fields } = await readForm(`cropMode=all&fileBase64=${text}&x=1`);
      expect(files).toEqual([
        { field: "fileBase64", name: undefined, type: undefined, bytes: Uint8Array.of(0xfb, 0xff, 0xbf, 0xfb) },
      ]);
      expect([...fields.keys()]).toEqual(["cropMode", "x"]);
    }
  });

  it.each([
    ["a=%", "byte 2"],
    ["a=%4", "byte 2"],
    ["a=1&b=%zz", "byte 6"],
    ["a=%4&b", "byte 2"],
    ["a=%ff", "a is not UTF-8"],
    ["%ff=a", "name is not UTF-8"],
    ["fileBase64=A*AA", "fileBase64 is not base64 (byte 12"],
    ["fileBase64=AAAAA", "middle of a base64 group"],
    ["fileBase64=AAAA&fileBase64=AAAA", "was given twice"],
  ])("%s is refused, saying where", async (body, message) => {
    expect(await refusal(readForm(body))).toMatchObject({
      kind: "malformed",
      message: expect.stringContaining(message),
    });
  });

  it("is bounded in fields, text and files", async () => {
    expect((await refusal(readForm("a&".repeat(200)))).message).toContain("more than 100 fields");
    expect((await refusal(readForm(`a=${"x".repeat(2000)}`, { maxText: 1000 }))).kind).toBe("too-large");
    const file = await refusal(readForm(`fileBase64=${"AAAA".repeat(100)}`, { maxFile: 200 }));
    expect(file).toMatchObject({ kind: "too-large", field: "fileBase64" });
  });

  it("of a text-only call is refused by its declared length", async () => {
    const never = new ReadableStream({ type: "bytes", pull: () => Promise.reject(new Error("was read")) });
    const request = post(FORM, never, { "content-length": "3001" });
    const problem = await refusal(readSubmission(request, await rules({ base64Fields: [], maxText: 1000 })));
    expect(problem.kind).toBe("too-large");
  });

  it("that stops coming is cut off", async () => {
    const stalled = new ReadableStream({
      type: "bytes",
      start: (controller) => controller.enqueue(utf8("a=1")),
      pull: () => new Promise(() => undefined),
    });
    expect((await refusal(readSubmission(post(FORM, stalled), await rules({ idleMs: 20 })))).kind).toBe("slow");
  });

  it("keeps a whole body that arrived in single bytes", async () => {
    const pieces = [...utf8("html=%3Cp%3E")].map((byte) => Uint8Array.of(byte));
    expect((await readSubmission(post(FORM, arriving(pieces)), await rules())).fields.get("html")).toBe("<p>");
  });
});
