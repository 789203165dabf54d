import { describe, expect, it } from "vitest";
import { type Invoice, readInvoice } from "../../src/pdf-file/finish/invoice.ts";
import { cii } from "../fixtures/invoice.ts";

const EN16931 = "urn:cen.eu:en16931:2017";

describe("an invoice", () => {
  it.each([
    ["urn:factur-x.eu:1p0:minimum", "MINIMUM", "Data", "factur-x.xml"],
    ["urn:factur-x.eu:1p0:basicwl", "BASIC WL", "Data", "factur-x.xml"],
    [`${EN16931}#compliant#urn:factur-x.eu:1p0:basic`, "BASIC", "Alternative", "factur-x.xml"],
    [EN16931, "EN 16931", "Alternative", "factur-x.xml"],
    [`${EN16931}#conformant#urn:factur-x.eu:1p0:extended`, "EXTENDED", "Alternative", "factur-x.xml"],
    [`${EN16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`, "XRECHNUNG", "Alternative", "xrechnung.xml"],
    [`${EN16931}#compliant#urn:xoev-de:kosit:standard:xrechnung_2.3`, "XRECHNUNG", "Alternative", "xrechnung.xml"],
  ])("of the guideline %s has the profile %s, and is to the pages what that asks", (guideline, profile, to, name) => {
    const invoice = readInvoice(cii(guideline)) as Invoice;
    expect([invoice.file.relationship, invoice.file.name]).toEqual([to, name]);
    expect(invoice.descriptions.join("")).toContain(`<fx:ConformanceLevel>${profile}</fx:ConformanceLevel>`);
    expect(new TextDecoder().decode(invoice.file.bytes)).toBe(cii(guideline));
  });

  it.each([
    ["text that is no XML", "Invoice 42", /no XML/],
    ["XML that is not closed", cii(EN16931).slice(0, -10), /no XML/],
    ["a document type", `<!DOCTYPE x>${cii(EN16931)}`, /no XML/],
    ["UBL", '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>', /got an invoice in UBL/],
    ["another root", "<html></html>", /got <html>/],
    ["no guideline", cii(EN16931).replace(/<ram:ID>.*<\/ram:ID>/, ""), /names no guideline/],
    ["an unknown guideline", cii("urn:example:1"), /"urn:example:1" is none of the profiles MINIMUM, BASIC WL/],
    [
      "another encoding",
      `<?xml version="1.0" encoding="ISO-8859-1"?>${cii(EN16931)}`,
      /UTF-8, got encoding "ISO-8859-1"/,
    ],
  ])("is refused by name: %s", (_, xml, fault) => {
    expect(readInvoice(xml)).toMatch(fault);
  });
});
