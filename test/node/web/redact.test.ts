import { describe, expect, it } from "vitest";
import { givenAs, verdictOf } from "../../../web/src/studio/receipt/check.ts";
import {
  byWording,
  type Finding,
  findingsIn,
  inOrder,
  keyOf,
  planOf,
  type Rule,
} from "../../../web/src/studio/redact/plan.ts";

const WORD: Rule = { kind: "words", wanted: "Jane", caseSensitive: true };
const MAIL: Rule = { kind: "pattern", wanted: "email", caseSensitive: false };
const MARKS: Rule = { kind: "annotations", wanted: "", caseSensitive: false };
const RULES = [MAIL, WORD, MARKS];
const area = (x: number) => ({ x, y: 10, width: 20, height: 12 });

const found = findingsIn(RULES, {
  findings: [
    { id: "2.1", rule: "text[0]", pageNumber: 2, text: "Jane", areas: [area(10)] },
    { id: "2.2", rule: "text[0]", pageNumber: 2, text: "Jane", areas: [area(50)] },
    { id: "5.3", rule: "text[0]", pageNumber: 5, text: "Jane", areas: [area(10), area(70)] },
    { id: "1.4", rule: "email", pageNumber: 1, text: "a@b.de", areas: [area(10)] },
  ],
  areas: [{ pageNumber: 3, area: area(0) }],
});
const of = (rule: Rule): Finding[] => found.get(keyOf(rule)) ?? [];
const plan = (stays: readonly Finding[]) => planOf(RULES, of, (one) => !stays.includes(one), new Map());

describe("what is to be cut", () => {
  it("is the rules themselves, as long as every place has a tick", () => {
    const drawn = new Map([[4, [area(1)]]]);
    const { fields, partly } = planOf(RULES, of, () => true, drawn);
    expect(fields).toEqual({
      text: [{ words: "Jane", caseSensitive: true }],
      patterns: ["email"],
      annotations: "redact",
      areas: [{ pageNumber: 4, area: area(1) }],
    });
    expect(partly).toEqual([]);
  });

  it("is areas on pages on which a place stays, and a text's own rule on the others", () => {
    const { fields, partly } = plan(of(WORD).slice(0, 1));
    expect(fields.text).toEqual([{ words: "Jane", caseSensitive: true, pages: "5" }]);
    expect(fields.areas).toEqual([{ pageNumber: 2, area: area(50) }]);
    expect(partly).toEqual([WORD]);
  });

  it("is a pattern's own rule on pages of which no place stays, and nothing of a rule without ticks", () => {
    const all = found.values().toArray().flat();
    expect(plan(all).fields).toEqual({});
    const two = findingsIn([MAIL], {
      findings: [1, 2].map((pageNumber) => ({
        id: `${pageNumber}.1`,
        rule: "email",
        pageNumber,
        text: "",
        areas: [area(pageNumber)],
      })),
      areas: [],
    });
    const places = two.get(keyOf(MAIL)) as Finding[];
    const { fields } = planOf(
      [MAIL],
      () => places,
      ({ page }) => page === 2,
      new Map(),
    );
    expect(fields).toEqual({ text: [{ pattern: "email", pages: "2" }] });
  });

  it("is shown with the words of its line around it, also where only the first of the same has them", () => {
    const one = { rule: "text[0]", text: "Jane", areas: [area(10)] };
    const places = findingsIn([WORD], {
      findings: [
        { ...one, id: "1.1", pageNumber: 1, context: ["A heading\nDear ", ", hello\nand more"] },
        { ...one, id: "2.1", pageNumber: 2, like: "1.1" },
      ],
      areas: [],
    }).get(keyOf(WORD));
    expect(places?.map(({ around }) => around)).toEqual([
      ["Dear ", ", hello"],
      ["Dear ", ", hello"],
    ]);
  });

  it("says how sure the reading was of recognised words, where it is known", () => {
    const one = { rule: "text[0]", text: "Jane", areas: [area(10)] };
    const findings = [
      { ...one, id: "1.1", pageNumber: 1, recognised: true as const, confidence: 61 },
      { ...one, id: "2.1", pageNumber: 2 },
    ];
    const [places] = findingsIn([WORD], { findings, areas: [] }).values();
    expect(places?.map(({ sure }) => sure)).toEqual([61, undefined]);
  });

  it("is listed by its wording, whatever its capitals and spaces", () => {
    const places = ["Jane Doe", "J. Doe", "JANE  DOE"].map((text, page) => ({ ...of(WORD)[0]!, text, page }));
    expect([...byWording(places).values()].map((all) => all.map(({ text }) => text))).toEqual([
      ["Jane Doe", "JANE  DOE"],
      ["J. Doe"],
    ]);
  });

  it("is listed from page to page and from the top", () => {
    const places = inOrder(found.values().toArray().flat());
    expect(places.map(({ page }) => page)).toEqual([1, 2, 2, 3, 5]);
    expect(places[1]?.areas[0]?.x).toBe(10);
    expect(new Set(places.map(({ key }) => key)).size).toBe(places.length);
  });
});

describe("a receipt", () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const facts = { time: "2026-11-26T10:40:00.000Z", rules: [{ rule: "email", onPages: 2, elsewhere: 1 }], areas: 0 };

  it("is known by its content: alone, in an answer, or as a report without a signature", () => {
    const text = `${encoded({ kid: "k" })}.${encoded(facts)}.AA`;
    expect(givenAs(text)).toMatchObject({ kind: "receipt", kid: "k", statement: { areas: 0 } });
    expect(givenAs(JSON.stringify({ success: true, receipt: text }))).toMatchObject({ kind: "receipt", text });
    expect(givenAs(`Quire-Result: {"receipt":"${text}"}`)).toMatchObject({ kind: "receipt", text });
    expect(givenAs(JSON.stringify(facts))).toMatchObject({ kind: "report", statement: { rules: facts.rules } });
    expect(givenAs('{"keys":[]}')).toEqual({ kind: "keys", keys: [] });
    for (const other of ["", "a.b.c", "null", "[1]", '{"receipt":1}', "x".repeat(100), `${encoded({})}.e30.e30`]) {
      expect(givenAs(other)).toEqual({ kind: "file" });
    }
    for (const part of [
      text.slice(0, 12),
      text.slice(0, -4),
      `${encoded({ kid: "k" })}.eyJ.AA`,
      '{"receipt":"cut off"}',
    ]) {
      expect(givenAs(part), part).toEqual({ kind: "damaged" });
    }
    // What is shown of a report that anyone may have written is text and numbers.
    const odd = givenAs('{"time":"x","rules":[null,{"rule":{}}],"service":{"a":1},"input":5}');
    expect(odd).toMatchObject({ statement: { service: "[object Object]", rules: [{ rule: "undefined" }, {}] } });
  });

  it("is right by the key that signed it, and by no other", async () => {
    const { subtle } = crypto;
    const pair = (await subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
    const key = { ...(await subtle.exportKey("jwk", pair.publicKey)), kid: "k" };
    const signed = `${encoded({ alg: "EdDSA", kid: "k" })}.${encoded(facts)}`;
    const signature = Buffer.from(await subtle.sign("Ed25519", pair.privateKey, Buffer.from(signed)));
    const receipt = `${signed}.${signature.toString("base64url")}`;
    expect(await verdictOf(receipt, "k", [key])).toBe("right");
    expect(await verdictOf(receipt, "k", [{ ...key, kid: "other" }])).toBe("other key");
    expect(await verdictOf(`${encoded({ kid: "k" })}.${encoded({ ...facts, areas: 1 })}.AAAA`, "k", [key])).toBe(
      "wrong",
    );
    expect(await verdictOf(receipt, "k", [{ ...key, crv: "P-256" }])).toBe("cannot be checked");
  });
});
