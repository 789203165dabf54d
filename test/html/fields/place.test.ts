import { describe, expect, it } from "vitest";
import { htmlOptions } from "../../../src/html/fields/options.ts";
import { acceptedLanguages, acceptLanguageHeader } from "../../../src/html/fields/place.ts";
import { refusedField } from "../../../src/html/fields/refused-options.ts";

describe("the languages that requests ask for", () => {
  it.each([
    [{ locale: "de-AT" }, ["de-AT", "de"], "de-AT, de;q=0.9"],
    [{ locale: "fr" }, ["fr"], "fr"],
    [{ locale: "fr", acceptLanguage: "en;q=0.5, de, *;q=0" }, ["de", "en"], "en;q=0.5, de, *;q=0"],
    [{ locale: "fr", acceptLanguage: "de-DE;Q=0.8,it;q=0.8,en;q=0.9" }, ["en", "de-DE", "it"], undefined],
  ])("by %j are %j", (place, languages, header) => {
    expect(acceptedLanguages(place)).toEqual(languages);
    if (header !== undefined) expect(acceptLanguageHeader(place)).toBe(header);
  });
});

describe("what is sent along", () => {
  it.each([
    ["extraHeaders", { "X-A": "a\tb" }, true],
    ["extraHeaders", { "X:A": "1" }, false],
    ["extraHeaders", { "X-A": "a\u0000" }, false],
    ["originHeaders", { "http://a.test:8080": {} }, true],
    ["originHeaders", { "https://a.test/x": {} }, false],
    ["originHeaders", { "https://user@a.test": {} }, false],
    ["originHeaders", { "ftp://a.test": {} }, false],
    ["cookies", [{ name: "a", value: "1", url: "https://a.test/x" }], true],
    ["cookies", [{ name: "a", value: "1", url: "ftp://a.test/x" }], false],
    ["cookies", [{ name: "", value: "1" }], false],
    ["cookies", [{ name: "a b", value: "1" }], false],
    ["cookies", [{ name: "a", value: "1;2" }], false],
    ["cookies", [{ name: "a", value: "1", path: "x" }], false],
    ["cookies", [{ name: "a", value: "1", path: "/x" }], true],
  ])("is checked: %s %j", (field, value, accepted) => {
    expect(htmlOptions.safeParse({ [field]: value }).success).toBe(accepted);
  });
});

describe("an option of another service that cannot be had here", () => {
  it.each([
    [{ userPassword: "x" }, "userPassword", "is encrypted by `protect`"],
    [{ "user-password": "x" }, "user-password", "is encrypted by `protect`"],
    [{ pdfA: "PDF/A-2b" }, "pdfA", "by `conformance`"],
    [{ sign: true }, "sign", "not signed here"],
    [{ blockAds: true }, "blockAds", "cannot be chosen by patterns"],
    [{ auth: { username: "a" } }, "auth", "extraHeaders"],
    [{ pdf_options: { scale: 1, encryption: "aes" } }, "pdf_options.encryption", "is encrypted by `protect`"],
    [{ options: { protection: { noPrint: true } } }, "options.protection", "is encrypted by `protect`"],
  ])("is refused by name: %j", (fields, field, reason) => {
    const refused = refusedField(Object.entries(fields));
    expect(refused?.field).toBe(field);
    expect(refused?.reason).toContain(reason);
  });

  it.each([{}, { format: "A4" }, { encrypt: false }, { sign: null }, { sign: " False " }, { pdfa: "" }, { pdfa: "0" }])(
    "is not asked for by %j",
    (fields) => {
      expect(refusedField(Object.entries(fields))).toBeUndefined();
    },
  );
});
