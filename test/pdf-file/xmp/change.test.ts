import { describe, expect, it } from "vitest";
import { Work } from "../../../src/meter/work.ts";
import { changedXmp as changed } from "../../../src/pdf-file/information.ts";
import { type XmpProperties, xmpPacket } from "../../../src/pdf-file/xmp/packet.ts";

const changedXmp = (packet: string, properties: XmpProperties) => changed(packet, properties, new Work());
const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
const DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';
const packet = (descriptions: string) =>
  `<?xpacket begin="" id="x"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${RDF}>${descriptions}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

describe("XMP of a document", () => {
  it("keeps everything that is not changed, as it is written", () => {
    const own =
      '<rdf:Description rdf:about="u" xmlns:x="http://x/" x:a="1"><x:b><x:dc>2</x:dc></x:b></rdf:Description>';
    const changed = changedXmp(packet(own), { title: "A & B" })!;
    expect(changed).toContain(own);
    expect(changed).toContain('<rdf:li xml:lang="x-default">A &amp; B</rdf:li>');
    expect(changed).toContain('rdf:about="u"');
  });

  it.each([
    [
      "an element",
      `<rdf:Description ${DC}><dc:title><rdf:Alt><rdf:li>Old</rdf:li></rdf:Alt></dc:title></rdf:Description>`,
    ],
    ["an empty element", `<rdf:Description ${DC}><dc:title Old=""/></rdf:Description>`],
    ["an attribute", `<rdf:Description ${DC} dc:title='Old'/>`],
    [
      "another prefix",
      '<rdf:Description xmlns:n="http://purl.org/dc/elements/1.1/"><n:title>Old</n:title></rdf:Description>',
    ],
    ["no prefix", '<rdf:Description><title xmlns="http://purl.org/dc/elements/1.1/">Old</title></rdf:Description>'],
  ])("has one title when the old one was written with %s", (_, own) => {
    const changed = changedXmp(packet(own), { title: "New" })!;
    expect(changed).not.toContain("Old");
    expect(changed.match(/title>/g)).toHaveLength(2);
    expect(changedXmp(packet(own), { title: null })).not.toMatch(/title|Old/);
  });

  it("keeps a title that is not the document's own", () => {
    const own = `<rdf:Description ${DC} xmlns:x="http://x/"><x:from><dc:title>Kept</dc:title></x:from></rdf:Description>`;
    expect(changedXmp(packet(own), { title: "New" })).toContain("<dc:title>Kept</dc:title>");
  });

  it("passes over comments, instructions and sections of text", () => {
    const own = `<!-- </rdf:RDF> --><?a </rdf:RDF> ?><rdf:Description ${DC}><dc:source><![CDATA[</rdf:RDF>]]></dc:source></rdf:Description>`;
    expect(changedXmp(packet(own), { title: "New" })).toContain(`${own}<rdf:Description`);
  });

  it.each([
    ["no XML", "%PDF-1.4"],
    ["no RDF", "<x:xmpmeta xmlns:x='adobe:ns:meta/'></x:xmpmeta>"],
    ["elements that are not closed", packet("<a><b></a>")],
    ["a document type", `<!DOCTYPE x [<!ENTITY a "b">]>${packet("")}`],
    ["elements without end", packet("<a>".repeat(100) + "</a>".repeat(100))],
    ["an attribute without quotes", packet("<rdf:Description a=b/>")],
  ])("cannot be changed when it has %s", (_, text) => {
    expect(changedXmp(text, { title: "New" })).toBeUndefined();
  });

  it("can be changed again", () => {
    const first = xmpPacket({ title: "One", keywords: "a, b; c", author: "Ä" });
    expect(first).toContain("<rdf:Bag><rdf:li>a</rdf:li><rdf:li>b</rdf:li><rdf:li>c</rdf:li></rdf:Bag>");
    const second = changedXmp(first, { title: "Two", keywords: null })!;
    expect(second).toContain("Two");
    expect(second).toContain("<rdf:li>Ä</rdf:li>");
    expect(second).not.toMatch(/One|Keywords|dc:subject/);
  });

  it("holds no character that XML cannot", () => {
    expect(xmpPacket({ producer: "a\u0000\u0007\ud800b\ufffe" })).toContain("<pdf:Producer>a\ufffdb</pdf:Producer>");
  });
});
