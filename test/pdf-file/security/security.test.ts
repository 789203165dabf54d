import { describe, expect, it } from "vitest";
import { PdfProblem } from "../../../src/pdf-file/pdf-problem.ts";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { aesEncrypt } from "../../../src/pdf-file/security/aes.ts";
import { soundEncryption } from "../../../src/pdf-file/security/encrypt-dictionary.ts";
import { md5 } from "../../../src/pdf-file/security/password-md5.ts";
import { saslprep } from "../../../src/pdf-file/security/password-sha2.ts";
import { rc4 } from "../../../src/pdf-file/security/rc4.ts";
import { openSecurity } from "../../../src/pdf-file/security/security.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfString } from "../../../src/pdf-file/syntax/objects.ts";
import { encryptDictionary } from "./encrypt-dictionary.ts";
import { PLAIN, VECTORS, type Vector } from "./vectors.ts";

const hex = (text: string) => new Uint8Array(Buffer.from(text, "hex"));
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const METADATA: PdfDict = new Map([["Type", "Metadata"]]);
const PLAIN_STREAM: PdfDict = new Map();

function vector(name: string): Vector {
  const found = VECTORS.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no vector ${name}`);
  return found;
}

const open = (v: Vector, password?: string) => openSecurity(encryptDictionary(v), hex(v.id0), password);

function refusal(work: () => unknown): PdfProblem {
  try {
    work();
  } catch (error) {
    if (error instanceof PdfProblem) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe.each(VECTORS)("a document under $name", (v) => {
  it.each([["user", v.user] as const, ["owner", v.owner] as const])("is read with the %s password", (_, password) => {
    const security = open(v, password);
    expect(text(security.decryptString(hex(v.title.bytes), v.title.object, 0))).toBe(PLAIN.title);
    expect(text(security.decryptStream(hex(v.content.bytes), PLAIN_STREAM, v.content.object, 0))).toBe(PLAIN.content);
    expect(text(security.decryptStream(hex(v.metadata.bytes), METADATA, v.metadata.object, 0))).toBe(PLAIN.metadata);
    expect(security.encryptsMetadata).toBe(!v.cleartextMetadata);
  });

  it("gets strings and streams that read back, in their own object only", () => {
    const security = open(v, v.user);
    const secret = new TextEncoder().encode("sixteen bytes ok and more");
    for (const length of [0, 1, 15, 16, 25]) {
      const plain = secret.subarray(0, length);
      const string = security.encryptString(plain, 70000, 3);
      expect(security.decryptString(string, 70000, 3)).toEqual(plain);
      const stream = security.encryptStream(plain, PLAIN_STREAM, 9, 0);
      expect(security.decryptStream(stream, PLAIN_STREAM, 9, 0)).toEqual(plain);
    }
    expect(text(security.encryptString(secret, 9, 0))).not.toContain("sixteen");
  });

  it(
    v.user === "" ? "opens without any password, even with a wrong one" : "is refused without the right password",
    () => {
      if (v.user === "") {
        const security = open(v, "not this");
        expect(text(open(v).decryptString(hex(v.title.bytes), v.title.object, 0))).toBe(PLAIN.title);
        expect(text(security.decryptString(hex(v.title.bytes), v.title.object, 0))).toBe(PLAIN.title);
        return;
      }
      for (const password of [undefined, "", "not this", `${v.user} `]) {
        const problem = refusal(() => open(v, password));
        expect(problem.kind).toBe("password");
        expect(problem.message).toContain("password-protected");
      }
    },
  );
});

describe("streams with a crypt filter of their own", () => {
  const v = vector("aes-128");
  const content = hex(v.content.bytes);

  it("are left alone under Identity, named or by default", () => {
    const named: PdfDict = new Map<string, PdfObject>([
      ["Filter", ["Crypt", "FlateDecode"]],
      ["DecodeParms", [new Map([["Name", "Identity"]]), null]],
    ]);
    const byDefault: PdfDict = new Map([["Filter", "Crypt"]]);
    expect(open(v, "u").decryptStream(content, named, v.content.object, 0)).toBe(content);
    expect(open(v, "u").decryptStream(content, byDefault, v.content.object, 0)).toBe(content);
  });

  it("are decrypted by the filter they name", () => {
    const dict = encryptDictionary(v);
    dict.set("StmF", "Identity");
    const security = openSecurity(dict, hex(v.id0), "u");
    const stream: PdfDict = new Map<string, PdfObject>([
      ["Filter", "Crypt"],
      ["DecodeParms", new Map([["Name", "StdCF"]])],
    ]);
    expect(text(security.decryptStream(content, stream, v.content.object, 0))).toBe(PLAIN.content);
    expect(security.decryptStream(content, PLAIN_STREAM, v.content.object, 0)).toBe(content);
  });

  it("are refused when the filter is not defined", () => {
    const stream: PdfDict = new Map<string, PdfObject>([
      ["Filter", "Crypt"],
      ["DecodeParms", new Map([["Name", "Other"]])],
    ]);
    expect(refusal(() => open(v, "u").decryptStream(content, stream, 3, 0)).kind).toBe("unsupported");
  });
});

describe("a damaged document", () => {
  it("never decrypts cross-reference streams", () => {
    const raw = hex("0102030405");
    expect(open(vector("rc4-128"), "u").decryptStream(raw, new Map([["Type", "XRef"]]), 4, 0)).toBe(raw);
  });

  it("gives what can be had of AES data that is cut short or wrongly padded", () => {
    const v = vector("aes-256 revision 6");
    const security = open(v, "u");
    const whole = security.encryptString(new TextEncoder().encode("a".repeat(40)), 3, 0);
    expect(text(security.decryptString(whole.subarray(0, 50), 3, 0))).toBe("a".repeat(32));
    expect(security.decryptString(whole.subarray(0, 20), 3, 0)).toHaveLength(0);
    expect(security.decryptString(new Uint8Array(0), 3, 0)).toHaveLength(0);
  });

  it("is refused by name for every entry that is missing or of the wrong type", () => {
    for (const v of [vector("rc4-128"), vector("aes-256 revision 6")]) {
      const needed = v.R === 6 ? ["R", "O", "U", "OE", "UE"] : ["R", "O", "U", "P"];
      for (const key of needed) {
        for (const value of [null, true, "Name", [], new PdfString(hex("00"))] satisfies PdfObject[]) {
          const dict = encryptDictionary(v).set(key, value);
          const problem = refusal(() => openSecurity(dict, hex(v.id0), "u"));
          expect(problem.kind).toBe("corrupt");
          expect(problem.message).toContain(`/${key}`);
        }
      }
    }
  });

  it("is refused when the handler, the version or the crypt filter is unknown", () => {
    const v = vector("aes-128");
    const changes: [string, PdfObject][] = [
      ["Filter", "Adobe.PubSec"],
      ["Filter", null],
      ["V", 3],
      ["R", 9],
      ["StmF", "Missing"],
      ["StrF", 7],
      ["CF", null],
    ];
    for (const [key, value] of changes) {
      const dict = encryptDictionary(v).set(key, value);
      expect(refusal(() => openSecurity(dict, hex(v.id0), "u")).kind).toBe("unsupported");
    }
  });

  it.each([
    ["aes-128", { V: 5 }],
    ["aes-256 revision 6", { V: 4 }],
    ["rc4-128", { V: 1 }],
    ["rc4-128", { Length: 4096 }],
  ])("is read as its revision says where the version or the length is another's: %s with %j", (name, entries) => {
    const v = vector(name);
    for (const password of [v.user, v.owner]) {
      const security = open({ ...v, ...entries }, password);
      expect(text(security.decryptString(hex(v.title.bytes), v.title.object, 0))).toBe(PLAIN.title);
    }
  });

  it("is read with the owner's password where the user's key is damaged", () => {
    const v = vector("aes-256 revision 6");
    const security = open({ ...v, UE: "11".repeat(32) }, v.owner);
    expect(text(security.decryptString(hex(v.title.bytes), v.title.object, 0))).toBe(PLAIN.title);
  });

  it("is refused when AES-256 is named beside a short key", () => {
    const v = vector("aes-128");
    const dict = encryptDictionary({ ...v, method: "AESV3" });
    expect(refusal(() => openSecurity(dict, hex(v.id0), "u").decryptString(hex(v.title.bytes), 1, 0)).kind).toBe(
      "corrupt",
    );
  });

  it("is read when the length of a 128-bit key is left out", () => {
    const v = vector("rc4-128");
    const dict = encryptDictionary(v);
    dict.delete("Length");
    for (const password of ["u", "o"]) {
      const security = openSecurity(dict, hex(v.id0), password);
      expect(text(security.decryptString(hex(v.title.bytes), v.title.object, 0))).toBe(PLAIN.title);
    }
  });

  it("is read when entries are references", () => {
    const v = vector("rc4-128");
    const dict = encryptDictionary(v);
    const owner = dict.get("O") ?? null;
    dict.set("O", new PdfRef(5, 0));
    const security = openSecurity(dict, hex(v.id0), "u", (object) => (object instanceof PdfRef ? owner : object));
    expect(text(security.decryptString(hex(v.title.bytes), v.title.object, 0))).toBe(PLAIN.title);
  });

  it("is read when a writer took a short length of version 4 at its word", () => {
    // As such writers do it: a key of five bytes (Algorithm 2), filled up with zeros where AES takes sixteen.
    const [owner, id] = [new Uint8Array(32).fill(7), hex("00112233")];
    const padding = hex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a");
    let key = md5(padding, owner, Uint8Array.of(0xfc, 255, 255, 255), id).subarray(0, 5);
    for (let i = 0; i < 50; i++) key = md5(key).subarray(0, 5);
    let user = md5(padding, id);
    for (let i = 0; i < 20; i++)
      user = rc4(
        key.map((byte) => byte ^ i),
        user,
      ) as Uint8Array<ArrayBuffer>;
    const filled = new Uint8Array(16);
    filled.set(key);
    const objectKey = md5(filled, Uint8Array.of(9, 0, 0, 0, 0), latin1("sAlT")).subarray(0, 16);
    const dict = new Map<string, PdfObject>([
      ["Filter", "Standard"],
      ["V", 4],
      ["R", 4],
      ["Length", 40],
      ["P", -4],
      ["O", new PdfString(owner)],
      ["U", new PdfString(new Uint8Array([...user, ...new Uint8Array(16)]))],
      ["CF", new Map([["StdCF", new Map([["CFM", "AESV2"]])]])],
      ["StmF", "StdCF"],
      ["StrF", "StdCF"],
    ]);
    const security = openSecurity(dict, id, undefined);
    expect(text(security.decryptString(aesEncrypt(objectKey, latin1("Kept secret")), 9, 0))).toBe("Kept secret");
  });
});

describe("a document whose attachments alone are encrypted", () => {
  const v = vector("aes-128");
  const dict = encryptDictionary(v).set("StmF", "Identity").set("StrF", "Identity").set("EFF", "StdCF");

  it("opens without a password, which its attachments ask for", () => {
    const security = openSecurity(dict, hex(v.id0), undefined);
    expect(text(security.decryptString(latin1("as it is"), 1, 0))).toBe("as it is");
    const attached: PdfDict = new Map<string, PdfObject>([
      ["Filter", "Crypt"],
      ["DecodeParms", new Map([["Name", "StdCF"]])],
    ]);
    expect(refusal(() => security.decryptStream(hex(v.content.bytes), attached, v.content.object, 0)).kind).toBe(
      "password",
    );
    const opened = openSecurity(dict, hex(v.id0), v.user);
    expect(text(opened.decryptStream(hex(v.content.bytes), attached, v.content.object, 0))).toBe(PLAIN.content);
  });
});

describe("a password of revision 6", () => {
  it.each([
    ["a soft hyphen, which is nothing", "I\u00adX", "IX"],
    ["letter case, which is kept", "USER", "USER"],
    ["a letter in another form", "\u00aa", "a"],
    ["a number in another form", "\u2168", "IX"],
    ["spaces of all kinds", "a\u00a0b\u1680c\u2003d\u200be\u3000f", "a b c d e f"],
    ["joiners, selectors and marks of order", "a\u034f\u180b\u200d\u2060\ufe0f\ufeffb", "ab"],
    ["a letter and its accent apart", "e\u0301", "\u00e9"],
  ])("is prepared: %s", (_, typed, prepared) => {
    expect(saslprep(typed)).toBe(prepared);
  });

  it("opens its document however it is typed", () => {
    const v = VECTORS.find(({ R }) => R === 6) as Vector;
    const security = open(v, `${v.owner}\u00ad`);
    expect(text(security.decryptString(hex(v.title.bytes), v.title.object, 0))).toBe(PLAIN.title);
  });
});

describe("an encryption dictionary that is written again", () => {
  const sound = (dict: PdfDict) => soundEncryption(dict, (object) => object);

  it.each(VECTORS)("opens what the old one opens: $name", (v) => {
    const security = openSecurity(sound(encryptDictionary(v)), hex(v.id0), v.user);
    expect(text(security.decryptString(hex(v.title.bytes), v.title.object, 0))).toBe(PLAIN.title);
  });

  it("has only what the standard gives a meaning, in the lengths that it gives", () => {
    const dict = encryptDictionary(VECTORS.find(({ R }) => R === 4)!);
    const user = (dict.get("U") as PdfString).bytes;
    dict.set("U", new PdfString(Uint8Array.of(...user, 7), true));
    dict.set("Length", 1);
    dict.set("Note", new PdfString(hex("1234")));
    (dict.get("CF") as Map<string, PdfDict>).get("StdCF")!.set("Note", new PdfString(hex("1234")));
    const written = sound(dict);
    expect((written.get("U") as PdfString).bytes).toEqual(user);
    expect(written.get("Length")).toBe(128);
    expect(written.has("Note")).toBe(false);
    expect([...(written.get("CF") as Map<string, PdfDict>).get("StdCF")!.keys()]).toEqual(["CFM"]);
  });

  it("does not follow what refers to itself", () => {
    const loop: PdfObject[] = [];
    loop.push(loop);
    const dict = encryptDictionary(VECTORS[0]!).set("Note", loop);
    expect(sound(dict).has("Note")).toBe(false);
  });
});
