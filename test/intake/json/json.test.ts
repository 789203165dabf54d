import { describe, expect, it } from "vitest";
import { readSubmission } from "../../../src/intake/submission.ts";
import type { SubmissionRules } from "../../../src/intake/submission-rules.ts";
import { arriving, cut, post, refusal, rules, utf8 } from "../support.ts";

async function read(body: string | Uint8Array<ArrayBuffer>, changes: Partial<SubmissionRules> = {}) {
  return readSubmission(post("application/json; charset=utf-8", body), await rules(changes));
}

const LONG = { maxText: 2 << 20, maxBody: 4 << 20 };
const BYTES = Uint8Array.from({ length: 1000 }, (_, i) => (i * 37) & 0xff);
const BASE64 = Buffer.from(BYTES).toString("base64");

describe("a JSON body", () => {
  it("gives native values", async () => {
    const { fields, files, encoding } = await read('{"a":[1,-2.5e3,"x\\u00e9\\n"],"b":{"c":null},"d":true,"é":"€"}');
    expect([encoding, files.length]).toEqual(["json", 0]);
    expect([...fields]).toEqual([
      ["a", [1, -2500, "xé\n"]],
      ["b", { c: null }],
      ["d", true],
      ["é", "€"],
    ]);
  });

  it("gives base64 fields as files, and everything around them as fields", async () => {
    const { fields, files } = await read(
      `\ufeff { "a" : 1, "fileBase64" : "${BASE64}" , "b" : [ "fileBase64", {"fileBase64":"no"} ] } `,
    );
    expect(files).toEqual([{ field: "fileBase64", name: undefined, type: undefined, bytes: BYTES }]);
    expect([...fields.keys()]).toEqual(["a", "b"]);
    expect(fields.get("b")).toEqual(["fileBase64", { fileBase64: "no" }]);
  });

  it.each([" ", "\t", "\n", "\r"])("may have %j between any two signs", async (space) => {
    const signs = ["{", '"fileBase64"', ":", `"${BASE64}"`, ",", '"a"', ":", "[", "1", ",", "{", "}", "]", "}"];
    const { fields, files } = await read(`${space}${signs.join(space)}${space}`);
    expect(files[0]!.bytes).toEqual(BYTES);
    expect(fields.get("a")).toEqual([1, {}]);
  });

  it("leaves text as it is where a base64 field is no text, but holds some", async () => {
    const { fields, files } = await read('{"fileBase64":["AAAA",{"fileBase64":"AAAA"}],"b":{"fileBase64":"AAAA"}}');
    expect(files).toEqual([]);
    expect([...fields]).toEqual([
      ["fileBase64", ["AAAA", { fileBase64: "AAAA" }]],
      ["b", { fileBase64: "AAAA" }],
    ]);
  });

  it("reads the same wherever its bytes are split on the way", async () => {
    const body = utf8(
      `{"x":"\\"{[","fileBase64":"data:application\\/pdf;base64,${BASE64.slice(0, 499)}\\r\\n\\u003${"d"}","y":2}`,
    );
    const whole = await read(body);
    expect(whole.files[0]).toMatchObject({ type: "application/pdf", bytes: BYTES.subarray(0, 374) });
    for (let at = 1; at < body.length; at += 1) {
      const pieces = [body.slice(0, at), body.slice(at)];
      const headers: Record<string, string> = at % 2 === 0 ? { "content-length": String(body.length) } : {};
      const { fields, files } = await readSubmission(
        post("application/json", arriving(pieces), headers),
        await rules(),
      );
      expect([...fields]).toEqual([...whole.fields]);
      expect(files).toEqual(whole.files);
    }
    for (const size of [1, 2, 3]) {
      const { files } = await readSubmission(post("application/json", arriving(cut(body, size))), await rules());
      expect(files).toEqual(whole.files);
    }
  });

  it.each([
    ["padded", "SGVsbG8="],
    ["unpadded", "SGVsbG8"],
    ["with white space", " SGVs\\r\\nbG8=\\n\\t "],
    ["with JSON's escapes", "SGVsbG8\\u003D"],
    ["as a data: URL", "data:;base64,SGVsbG8="],
    ["as a data: URL behind each kind of white space", " \\t\\n\\u000b\\f\\rdata:;base64,SGVsbG8="],
    ["as a data: URL with parameters", "DATA:text/plain;charset=utf-8;base64,SGVsbG8="],
  ])("takes base64 %s", async (_, text) => {
    const { files } = await read(`{"fileBase64":"${text}"}`);
    expect(new TextDecoder().decode(files[0]!.bytes)).toBe("Hello");
  });

  it.each(["\\b", "\\u000e", "\\u001f", "!"])("takes no data: URL behind %s", async (sign) => {
    expect(await refusal(read(`{"fileBase64":"${sign}data:;base64,SGVsbG8="}`))).toMatchObject({
      kind: "malformed",
      field: "fileBase64",
    });
  });

  it.each([100, 1_000, 5_000, 20_000, 70_000, 300_000])(
    "takes %i bytes in one piece, of no told length",
    async (size) => {
      const sent = Uint8Array.from({ length: size }, (_, at) => (at * 7) >> 2);
      const body = utf8(`{"fileBase64":"${Buffer.from(sent).toString("base64")}"}`);
      const { files } = await readSubmission(post("application/json", arriving([body])), await rules());
      expect(Buffer.compare(files[0]!.bytes, sent)).toBe(0);
    },
  );

  it("takes both alphabets, escaped slashes, and text that begins like a data: URL", async () => {
    const bytes = Uint8Array.of(0xfb, 0xff, 0xfe, 0xff);
    for (const text of ["+//+/w==", "-__-_w", "+\\/\\/+\\/w=="]) {
      expect((await read(`{"fileBase64":"${text}"}`)).files[0]!.bytes).toEqual(bytes);
    }
    const dat = (await read('{"fileBase64":"dataAAAA"}')).files[0]!.bytes;
    expect(Buffer.from(dat).toString("base64")).toBe("dataAAAA");
    expect((await read('{"fileBase64":"da"}')).files[0]!.bytes).toEqual(Uint8Array.of(0x75));
  });

  it("leaves a base64 field that is no string to be judged as a field", async () => {
    const { fields, files } = await read('{"fileBase64":null}');
    expect([fields.get("fileBase64"), files.length]).toEqual([null, 0]);
  });

  it("knows a base64 field whose name is written with escapes", async () => {
    expect((await read('{"file\\u0042ase64":"AAAA"}')).files).toHaveLength(1);
  });

  it("compares no name of more than 256 bytes, and reads a number of 400 digits", async () => {
    const [short, long] = ["x".repeat(254), "x".repeat(255)];
    const body = `{"${short}":"AAAA","${long}":"AAAA","number":${"1".repeat(400)}}`;
    const { fields, files } = await read(body, { base64Fields: [short, long] });
    expect(files.map(({ field }) => field)).toEqual([short]);
    expect([...fields.keys()]).toEqual([long, "number"]);
  });

  it("keeps a member named __proto__ a plain member", async () => {
    const { fields } = await read('{"__proto__":{"polluted":1},"a":{"__proto__":2}}');
    expect(fields.get("__proto__")).toEqual({ polluted: 1 });
    expect(Object.getPrototypeOf(fields.get("a"))).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe("a broken JSON body is refused, saying where", () => {
  it.each<[string, string]>([
    ["", "expected a value, but JSON ends at byte 0"],
    ["{", "expected a name in double quotes, but JSON ends at byte 1"],
    ['{"a":1', 'expected "," or "}", but JSON ends at byte 6'],
    ['{"a":1,}', "expected a name in double quotes at byte 7"],
    ["{'a':1}", "expected a name in double quotes at byte 1"],
    ['{"a" 1}', 'expected ":" at byte 5'],
    ['{"a":01}', "expected a value at byte 5"],
    ['{"a":nul}', "expected a value at byte 5"],
    ['{"a":[1 2]}', 'expected "," or "]" at byte 8'],
    ['{"a":"\u0001"}', "control character or a broken escape in the string at byte 5"],
    ['{"a":"\\x"}', "control character or a broken escape in the string at byte 5"],
    ['{"a":"x', "no quote ends the string at byte 5"],
    ['{"a":1}}', "expected the end of the text at byte 7"],
    ['{"a":1,"a":2}', 'the name "a" was given twice, again at byte 7'],
    ['{"a":{"b":1,"b":2}}', 'the name "b" was given twice, again at byte 12'],
    ['{"fileBase64":"AAAA","fileBase64":"AAAA"}', 'the name "fileBase64" was given twice, again at byte 21'],
    ['{"fileBase64":"AAAAAAAA" "b":1}', 'expected "," or "}" at byte 25'],
    ['{"fileBase64":"AAAA" "AAAA"}', 'expected "," or "}" at byte 21'],
    ['{"fileBase64":"AAAA","b":?}', "expected a value at byte 25"],
    [`{"a":${"1".repeat(401)}}`, "expected a value at byte 5"],
    [`{"a":${"1".repeat(200_000)}}`, "expected a value at byte 5"],
    ["[1]", "must be an object"],
    ['["fileBase64","AAAA"]', "must be an object"],
    ["null", "must be an object"],
    [`{"a":${"[".repeat(100)}${"]".repeat(100)}}`, "nests deeper than 64 levels"],
    ['{"fileBase64":"AA*A"}', "fileBase64 is not base64 (byte 17 of the request body)"],
    ['{"fileBase64":"AA\\"A"}', "fileBase64 is not base64 (byte 18"],
    ['{"fileBase64":"AA\\u00e9"}', "fileBase64 is not base64 (byte 22"],
    ['{"fileBase64":"AA\\u2028"}', "fileBase64 is not base64"],
    ['{"fileBase64":"A"}', "fileBase64 ends in the middle of a base64 group (byte 16"],
    ['{"fileBase64":"AA="}', "fileBase64 ends in the middle of a base64 group"],
    ['{"fileBase64":"AAA=="}', "fileBase64 is not base64"],
    ['{"fileBase64":"AA==AAAA"}', "fileBase64 is not base64 (byte 19"],
    ['{"fileBase64":"data:application/pdf,AAAA"}', "data: URL that is not base64"],
    [`{"fileBase64":"data:${"x".repeat(300)}"}`, "data: URL without a comma"],
    ['{"fileBase64":"data:"}', "fileBase64 is not base64"],
    ['{"fileBase64":"AAAA', "fileBase64 does not end (byte 19"],
  ])("%s", async (body, message) => {
    const problem = await refusal(read(body));
    expect(problem).toMatchObject({ kind: "malformed", message: expect.stringContaining(message) });
  });

  it("one of more lists and objects than any request needs", async () => {
    const lists = (count: number) => `{"a":[${Array(count).fill("[]").join()}]}`;
    expect((await read(lists(499_998), LONG)).fields.get("a")).toHaveLength(499_998);
    expect((await refusal(read(lists(499_999), LONG))).message).toContain("more than 500000 lists and objects");
  });

  it("one that nests a level deeper than the limit, and no other", async () => {
    const nested = (levels: number) => `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;
    expect(JSON.stringify((await read(nested(64))).fields.get("a"))).toHaveLength(128);
    expect((await refusal(read(nested(65)))).message).toContain("nests deeper than 64 levels");
  });

  it("one that is not UTF-8", async () => {
    const body = Uint8Array.of(...utf8('{"a":"'), 0xff, ...utf8('"}'));
    expect((await refusal(read(body))).message).toContain("expected UTF-8 in the string at byte 5");
  });

  it("one whose Content-Length lies", async () => {
    for (const [length, message] of [
      ["10", "longer than the 10"],
      ["1000", "ended after 20 of the 1000"],
    ] as const) {
      const request = post("application/json", arriving([utf8('{"a":"0123456789ab"}')]), { "content-length": length });
      expect(await refusal(readSubmission(request, await rules()))).toMatchObject({
        kind: "malformed",
        message: expect.stringContaining(message),
      });
    }
  });
});

describe("the limits of a JSON body", () => {
  it("judge a base64 file by what it decodes to", async () => {
    const body = (size: number) => `{"fileBase64":"${Buffer.alloc(size, 7).toString("base64")}"}`;
    expect((await read(body(5000), { maxFile: 5000 })).files[0]!.bytes.length).toBe(5000);
    expect(await refusal(read(body(5001), { maxFile: 5000 }))).toMatchObject({
      kind: "too-large",
      field: "fileBase64",
    });
  });

  it("take a file of exactly the limit however much white space is around it", async () => {
    const lines = Buffer.alloc(5000, 7).toString("base64").replace(/.{76}/g, "$&\\r\\n");
    const { files } = await read(`{"fileBase64":"${lines}${"\\n".repeat(3000)}"}`, { maxFile: 5000 });
    expect(files[0]!.bytes.length).toBe(5000);
  });

  it("refuse a declared length that no file within the limits can have, before reading", async () => {
    const never = new ReadableStream({ type: "bytes", pull: () => Promise.reject(new Error("was read")) });
    const request = post("application/json", never, { "content-length": "100000000" });
    expect((await refusal(readSubmission(request, await rules()))).kind).toBe("too-large");
  });

  it("bound the fields", async () => {
    const body = (count: number) => `{${Array.from({ length: count }, (_, i) => `"u${i}":1`).join()}}`;
    expect((await read(body(100), { maxParts: 100 })).fields.size).toBe(100);
    const problem = await refusal(read(body(101), { maxParts: 100 }));
    expect(problem).toMatchObject({ kind: "malformed", message: "The JSON has more than 100 fields." });
  });

  it("bound the text", async () => {
    const problem = await refusal(read(`{"html":"${"x".repeat(2000)}"}`, { maxText: 1000 }));
    expect(problem).toMatchObject({ kind: "too-large", message: expect.stringContaining("more text than 1000 bytes") });
  });

  it("hold decoded bytes and text only, never the base64", async () => {
    const set = await rules();
    const body = utf8(`{"fileBase64":"${Buffer.alloc(900_000).toString("base64")}"}`);
    await readSubmission(post("application/json", body, { "content-length": String(body.length) }), set);
    expect(set.reservation.held).toBeLessThan(900_000 + 70_000);
  });
});
