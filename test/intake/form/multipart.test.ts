import { describe, expect, it } from "vitest";
import { readSubmission } from "../../../src/intake/submission.ts";
import type { SubmissionRules } from "../../../src/intake/submission-rules.ts";
import { arriving, cut, join, post, refusal, rules, utf8 } from "../support.ts";

const TYPE = "multipart/form-data; boundary=XyZ";

async function read(body: Uint8Array<ArrayBuffer> | string, changes: Partial<SubmissionRules> = {}, type = TYPE) {
  return readSubmission(post(type, typeof body === "string" ? utf8(body) : body), await rules(changes));
}

const part = (disposition: string, content: string, headers = "") =>
  `--XyZ\r\nContent-Disposition: form-data; ${disposition}\r\n${headers}\r\n${content}\r\n`;
const END = "--XyZ--\r\n";

const PDF = Uint8Array.from({ length: 3000 }, (_, i) => (i * 31) & 0xff);
const FORM = join([
  part('name="cropMode"', "all"),
  `--XyZ\r\nContent-Disposition: form-data; name="file"; filename="a b.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
  PDF,
  `\r\n${part('name="pages"', "1")}${part('name="pages"', "2")}${END}`,
]);

describe("a multipart form", () => {
  it("gives files as views of the body, and fields as text", async () => {
    const { files, fields, bytesIn, encoding } = await read(FORM);
    expect(encoding).toBe("multipart");
    expect(bytesIn).toBe(FORM.length);
    expect(files).toEqual([{ field: "file", name: "a b.pdf", type: "application/pdf", bytes: PDF }]);
    expect([...fields]).toEqual([
      ["cropMode", "all"],
      ["pages", ["1", "2"]],
    ]);
  });

  it("holds a body of known length in exactly its bytes", async () => {
    const request = post(TYPE, FORM, { "content-length": String(FORM.length) });
    const { files } = await readSubmission(request, await rules());
    expect(files[0]!.bytes.buffer.byteLength).toBe(FORM.length);
  });

  it("reads the same wherever its bytes are split on the way", async () => {
    for (const size of [1, 2, 3, 5, 7, 11, 64, 1000]) {
      for (const headers of [{ "content-length": String(FORM.length) }, {}] as Record<string, string>[]) {
        const { files, fields } = await readSubmission(post(TYPE, arriving(cut(FORM, size)), headers), await rules());
        expect(files[0]!.bytes).toEqual(PDF);
        expect(fields.get("pages")).toEqual(["1", "2"]);
      }
    }
  });

  it("keeps content that looks like the boundary, or like a line end before it", async () => {
    for (const content of [
      "--Xy",
      "\r\n--Xy",
      "\r\n--XyZa",
      "\r\n\r\n--XyY",
      "\r\n--XyZ-",
      "\r\r\n-",
      "x\r\n--XyZ z",
    ]) {
      const { files } = await read(part('name="file"; filename="f"', content) + END);
      expect(new TextDecoder().decode(files[0]!.bytes)).toBe(content);
    }
  });

  it.each([
    ['name="file"; filename="r%C3%A9.pdf"', "r%C3%A9.pdf"],
    ['name="file"; filename="ré.pdf"', "ré.pdf"],
    ['name="file"; filename="say %22hi%22.pdf"', 'say "hi".pdf'],
    ['name="file"; filename="say \\"hi\\".pdf"', 'say "hi".pdf'],
    ['name="file"; filename="C:\\temp\\x.pdf"', "C:\\temp\\x.pdf"],
    ['name="file"; filename="a;b.pdf"', "a;b.pdf"],
    ["name=file; filename=plain.pdf", "plain.pdf"],
    ['name="file"; filename="x.pdf"; filename*=UTF-8\'\'%e2%82%ac.pdf', "€.pdf"],
    ["name=\"file\"; filename*=iso-8859-1'en'%e9.pdf", "é.pdf"],
  ])("reads the file name of %s", async (disposition, name) => {
    expect((await read(part(disposition, "x") + END)).files[0]!.name).toBe(name);
  });

  it("reads a file name that is not UTF-8 as Latin-1, and one that is broken as it is", async () => {
    const head = '--XyZ\r\nContent-Disposition: form-data; name="file"; filename="r';
    const latin = join([head, Uint8Array.of(0xe9), `.pdf"\r\n\r\nx\r\n${END}`]);
    expect((await read(latin)).files[0]!.name).toBe("ré.pdf");
    const broken = part("name=file; filename=a.pdf; filename*=utf-8''%zz", "1") + part("name=file; filename*=%ff", "1");
    expect((await read(broken + END)).files.map(({ name }) => name)).toEqual(["a.pdf", "%ff"]);
  });

  it.each(["file[]", "file[0]", "file[17]"])("takes the part %s as a file of the list file", async (name) => {
    const { files } = await read(part(`name="${name}"; filename="a.pdf"`, "x") + END);
    expect(files).toMatchObject([{ field: "file", name: "a.pdf" }]);
  });

  it("gives the files of a part of multipart/mixed, as curl sends several, wherever it is split", async () => {
    const mixed = (name: string, content: string) =>
      `--in-ner\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Type: image/png\r\n\r\n${content}\r\n`;
    const type = "Content-Type: multipart/mixed; boundary=in-ner\r\n";
    const inner = `${mixed("a.png", "AA")}${mixed("b.png", "--in-neB")}${mixed("c.png", "")}--in-ner--\r\n`;
    const form = utf8(`${part('name="file"', inner, type)}${part('name="cropMode"', "all")}${END}`);
    for (const size of [1, 7, 1000]) {
      const { files, fields } = await readSubmission(post(TYPE, arriving(cut(form, size))), await rules());
      expect(files.map(({ field, name, bytes }) => [field, name, new TextDecoder().decode(bytes)])).toEqual([
        ["file", "a.png", "AA"],
        ["file", "b.png", "--in-neB"],
        ["file", "c.png", ""],
      ]);
      expect([...fields]).toEqual([["cropMode", "all"]]);
    }
    const open = part('name="file"', mixed("a.png", "AA"), type) + END;
    expect((await refusal(read(open))).message).toContain("the body ends inside part 1");
  });

  it("takes an empty file input as no file, and an empty file with a name as one", async () => {
    expect((await read(part('name="file"; filename=""', "") + END)).files).toEqual([]);
    expect((await read(part('name="file"; filename="e.pdf"', "") + END)).files).toHaveLength(1);
  });

  it("takes a file part without a name as a file, and a JSON blob of a text field as text", async () => {
    const { files, fields } = await read(
      part('name="file"', "%PDF") +
        part('name="cropData"; filename="blob"', "[1]", "Content-Type: application/json\r\n") +
        END,
    );
    expect(files).toMatchObject([{ field: "file", name: undefined }]);
    expect(fields.get("cropData")).toBe("[1]");
  });

  it("decodes base64 fields and base64 parts in place", async () => {
    const { files } = await read(
      part('name="fileBase64"', "data:application/pdf;base64,SGVs\r\nbG8") +
        part('name="file"; filename="x.pdf"', "SGVsbG8=", "Content-Transfer-Encoding: base64\r\n") +
        END,
    );
    expect(files.map(({ bytes }) => new TextDecoder().decode(bytes))).toEqual(["Hello", "Hello"]);
    expect(files[0]!.type).toBe("application/pdf");
  });

  it("allows a preamble, padding after a boundary, and an epilogue", async () => {
    const { fields } = await read(
      `preamble\r\n--XyZ \t\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--XyZ--epilogue`,
    );
    expect(fields.get("a")).toBe("1");
  });

  it("reads a part without content, with and without the line end that would precede it", async () => {
    const head = '--XyZ\r\nContent-Disposition: form-data; name="a"\r\n\r\n';
    expect((await read(`${head}\r\n${END}`)).fields.get("a")).toBe("");
    expect((await read(`${head}${END}`)).fields.get("a")).toBe("");
  });

  it("reads an empty form", async () => {
    const { files, fields } = await read(END);
    expect([files.length, fields.size]).toEqual([0, 0]);
  });
});

describe("a broken multipart form is refused, saying where", () => {
  it.each<[string, string, string]>([
    ["has no boundary line", "hello", "no boundary line"],
    ["is empty", "", "no boundary line"],
    ["has another boundary", "--ABC\r\n\r\n", "no boundary line"],
    ["has bare line feeds", "--XyZ\nContent-Disposition: form-data; name=a\n\n1\n--XyZ--\n", "does not end in CRLF"],
    ["ends in a part's headers", "--XyZ\r\nContent-Disp", "ends inside part 0"],
    ["ends in a part", part('name="a"', "1").slice(0, -2), "ends inside part 1"],
    ["ends before the closing boundary", part('name="a"', "1"), "ends inside part 1"],
    ["ends in the closing boundary", `${part('name="a"', "1")}--XyZ-`, "ends inside part 1"],
    ["has a part without headers", "--XyZ\r\n\r\n1\r\n--XyZ--", "no Content-Disposition header in part 1"],
    ["has a part without a name", part("filename=x", "1") + END, "has no name in part 1"],
    [
      "has a part that is an attachment",
      "--XyZ\r\nContent-Disposition: attachment; name=a\r\n\r\n1\r\n--XyZ--",
      "not form-data",
    ],
    ["has a header without a colon", "--XyZ\r\nbroken\r\n\r\n1\r\n--XyZ--", "header line is broken in part 1"],
    ["has two names in a part", part('name="a"; name="b"', "1") + END, "two name parameters"],
    ["has an open quoted string", part('name="a', "1") + END, "parameters of Content-Disposition are broken"],
    [
      "has a header twice",
      part("name=a", "1", "Content-Disposition: form-data; name=b\r\n") + END,
      "two content-disposition",
    ],
    [
      "has a quoted-printable part",
      part("name=a", "1", "Content-Transfer-Encoding: quoted-printable\r\n") + END,
      "Transfer-Encoding",
    ],
    [
      "has 20,000 bytes before its first boundary",
      `${"x".repeat(20_000)}\r\n${part("name=a", "1")}${END}`,
      "no boundary",
    ],
    [
      "has 20,000 spaces behind a boundary",
      `--XyZ${" ".repeat(20_000)}${part("name=a", "1").slice("--XyZ".length)}${END}`,
      "boundary line is too long",
    ],
    ["has headers of 20,000 bytes", part("name=a", "1", `X: ${"x".repeat(20_000)}\r\n`) + END, "longer than 16384"],
    ["has broken base64", part("name=fileBase64", "SGVs*bG8") + END, "fileBase64 is not base64 (byte"],
    ["has base64 that ends early", part("name=fileBase64", "SGVsb") + END, "ends in the middle of a base64 group"],
    ["has a data: URL without base64", part("name=fileBase64", "data:text/plain,hi") + END, "not base64"],
    [
      "has a base64 file twice",
      part("name=fileBase64", "AAAA") + part("name=fileBase64", "AAAA") + END,
      "was given twice",
    ],
  ])("one that %s", async (_, body, message) => {
    const problem = await refusal(read(body));
    expect(problem).toMatchObject({ kind: "malformed", message: expect.stringContaining(message) });
  });

  it.each<[string, (bytes: number) => string]>([
    ["bytes before its first boundary", (bytes) => `${"x".repeat(bytes)}\r\n${part("name=a", "1")}${END}`],
    [
      "spaces behind a boundary",
      (bytes) => `--XyZ${" \t".repeat(bytes).slice(0, bytes)}${part("name=a", "1").slice("--XyZ".length)}${END}`,
    ],
    [
      "bytes of headers",
      (bytes) => {
        const head = "\r\nContent-Disposition: form-data; name=a\r\nX: ";
        return `--XyZ${head}${"x".repeat(bytes - head.length)}\r\n\r\n1\r\n${END}`;
      },
    ],
  ])("one with more than 16,384 %s, and none with as many", async (_, body) => {
    expect((await read(body(16_384))).fields.get("a")).toBe("1");
    expect((await refusal(read(body(16_385)))).kind).toBe("malformed");
  });

  it("one with 10,000 parts", async () => {
    const problem = await refusal(read(part("name=a", "1").repeat(10_000) + END, { maxParts: 2000 }));
    expect(problem).toMatchObject({ kind: "malformed", message: expect.stringContaining("more than 2000 parts") });
    expect((await read(part("name=a", "1").repeat(3) + END, { maxParts: 3 })).fields.get("a")).toEqual(["1", "1", "1"]);
    expect((await refusal(read(part("name=a", "1").repeat(4) + END, { maxParts: 3 }))).kind).toBe("malformed");
  });

  it("one with a field that is not UTF-8", async () => {
    const field = join([
      `--XyZ\r\nContent-Disposition: form-data; name="a"\r\n\r\n`,
      Uint8Array.of(0xff),
      "\r\n--XyZ--",
    ]);
    expect(await refusal(read(field))).toMatchObject({ kind: "malformed", field: "a" });
  });

  it.each(["multipart/form-data", "multipart/form-data; boundary=", `multipart/form-data; boundary=${"x".repeat(71)}`])(
    "one whose Content-Type is %s",
    async (type) => {
      expect(await refusal(read(FORM, {}, type))).toMatchObject({
        kind: "malformed",
        message: expect.stringContaining("boundary"),
      });
    },
  );

  it("one whose boundary is longer than 70 characters, though its lines have it", async () => {
    const body = (boundary: string) =>
      read(
        part("name=a", "1").replace("XyZ", boundary) + END.replace("XyZ", boundary),
        {},
        TYPE.replace("XyZ", boundary),
      );
    expect((await body("x".repeat(70))).fields.get("a")).toBe("1");
    expect((await refusal(body("x".repeat(71)))).message).toContain("boundary");
  });
});

describe("the limits of a multipart form", () => {
  it.each([
    ["a file", 'name="file"; filename="x"', "file"],
    ["a text field", 'name="note"', "note"],
  ])("refuse %s as soon as it is too large, before the rest has come", async (_, disposition, field) => {
    const head = part(disposition, "").slice(0, -2);
    let sent = 0;
    const endless = new ReadableStream({
      type: "bytes",
      pull(controller) {
        controller.enqueue(sent === 0 ? utf8(head) : new Uint8Array(1000));
        sent += 1000;
      },
    });
    const problem = await refusal(readSubmission(post(TYPE, endless), await rules({ maxFile: 5000, maxText: 5000 })));
    expect(problem).toMatchObject({ kind: "too-large", field });
    expect(sent).toBeLessThan(50_000);
  });

  it("take a file of exactly the limit, and refuse one byte more", async () => {
    const file = (size: number) => part('name="file"; filename="x"', "x".repeat(size)) + END;
    expect((await read(file(5000), { maxFile: 5000 })).files[0]!.bytes.length).toBe(5000);
    expect((await refusal(read(file(5001), { maxFile: 5000 }))).kind).toBe("too-large");
  });

  it("judge base64 by what it decodes to", async () => {
    const body = (size: number) => part("name=fileBase64", Buffer.alloc(size).toString("base64")) + END;
    expect((await read(body(5000), { maxFile: 5000 })).files[0]!.bytes.length).toBe(5000);
    expect(await refusal(read(body(5001), { maxFile: 5000 }))).toMatchObject({
      kind: "too-large",
      field: "fileBase64",
    });
  });

  it("count all text fields together", async () => {
    const body = part("name=a", "x".repeat(600)) + part("name=b", "x".repeat(600)) + END;
    expect((await refusal(read(body, { maxText: 1000 }))).kind).toBe("too-large");
  });

  it("stay linear for content made of near-boundaries", async () => {
    const boundary = "-".repeat(60);
    const nasty = `\r\n--${boundary.slice(1)}`.repeat(30_000);
    const body = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n${nasty}\r\n--${boundary}--`;
    const { files } = await read(body, {}, `multipart/form-data; boundary=${boundary}`);
    expect(files[0]!.bytes.length).toBe(nasty.length);
  });
});
