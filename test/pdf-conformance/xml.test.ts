import { describe, expect, it } from "vitest";
import { atOnce } from "../../src/meter/turns.ts";
import { Holding, Work } from "../../src/meter/work.ts";
import { readPacket } from "../../src/pdf-conformance/xmp/packet.ts";
import { readXml } from "../../src/pdf-file/xmp/xml.ts";

const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join("");
const heldBy = (text: string) => {
  const holding = new Holding(new Work());
  atOnce(readXml(text, holding));
  expect(holding.work.held).toBe(holding.bytes);
  return holding.bytes;
};
const packet = (inner: string, declared = "") =>
  atOnce(
    readPacket(
      `<rdf:RDF xmlns:rdf="${RDF}"${declared}><rdf:Description>${inner}</rdf:Description></rdf:RDF>`,
      new Holding(new Work()),
    ),
  );

describe("XML that a conformance check reads", () => {
  it.each([
    ["elements", "<a/>", 150],
    ["elements in elements", "<a><b/></a>", 300],
    ["texts", "a<!---->", 40],
  ])("holds memory for its %s", (_, one, bytes) => {
    expect(heldBy(`<r>${one.repeat(1000)}</r>`)).toBeGreaterThan(1000 * bytes);
  });

  it("may have white space behind the names of its tags", () => {
    const { root } = atOnce(readXml("<r ><a\n></a\n></r >", new Holding(new Work())));
    expect(root).toMatchObject({ name: "r", children: [{ name: "a", children: [] }] });
  });

  it("holds memory for its attributes", () => {
    expect(heldBy(`<r${many(1000, (i) => ` a${i}=""`)}/>`)).toBeGreaterThan(90_000);
  });

  it("holds memory for what each open element knows, and gives it back", () => {
    const declared = many(10_000, (i) => ` xmlns:n${i}="u"`);
    const work = new Work(1_000_000);
    const inner = many(99, (i) => `<a xmlns:q${i}="u">`);
    expect(() => atOnce(readXml(`<r${declared}>${inner}`, new Holding(work)))).toThrow(
      expect.objectContaining({ kind: "memory" }),
    );
    expect(work.held).toBeLessThan(10_000 * 300);
  });

  it("knows no names that every object has", () => {
    expect(() => heldBy("<r>&constructor;</r>")).toThrow("no character");
    const inner = "<a:b><rdf:constructor/></a:b>";
    expect(() => packet(inner, ' xmlns:a="u"')).toThrow("rdf:constructor is where a description is expected");
  });
});

describe("XMP of many fields in one namespace", () => {
  it("has each name once, by its namespace", () => {
    const declared = ' xmlns:a="urn:a" xmlns:b="131072" xmlns:c="urn:a"';
    expect(packet("<a:x/><b:x/>", declared).properties).toHaveLength(2);
    expect(() => packet("<a:x/><c:x/>", declared)).toThrow("c:x is there twice");
  });

  it("tells namespaces apart by their first letters, of which there may be as many as in a file", () => {
    const long = "u".repeat(500_000);
    const { properties } = packet("<a:x/><a:y/>", ` xmlns:a="${long}"`);
    expect(properties.map(({ namespace }) => namespace.length)).toEqual([1000, 1000]);
  });
});
