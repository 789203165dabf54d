import { expect, it } from "vitest";
import { partFileNames } from "../../../src/api/operations/part-names.ts";

const parts = (...pages: string[]) => pages.map((label) => ({ pages: label }));

it("parts are named after the input and their pages", () => {
  expect(partFileNames("Annual Report.pdf", parts("1-3", "5"))).toEqual([
    "Annual Report-1-3.pdf",
    "Annual Report-5.pdf",
  ]);
  expect(partFileNames(undefined, parts("1"))).toEqual(["document-1.pdf"]);
});

it("fills a pattern, with indices that sort", () => {
  const names = partFileNames("a.PDF", parts(..."abcdefghij"), "{index} of {total} {name} p{pages}.pdf");
  expect(names[0]).toBe("01 of 10 a pa.pdf");
  expect(names[9]).toBe("10 of 10 a pj.pdf");
});

it("parts are named after outline titles", () => {
  const titled = ["Intro", "Über uns / Kontakt", ""].map((title, i) => ({ pages: String(i + 1), title }));
  expect(partFileNames("book.pdf", titled)).toEqual(["1 Intro.pdf", "2 Über uns _ Kontakt.pdf", "3.pdf"]);
});

it("a part's own name is taken as it is, where it has one", () => {
  const named = [{ own: "Invoice {index}.pdf" }, { own: " " }, { own: "invoice {INDEX}" }, { own: "../up" }, {}];
  const names = partFileNames(
    "a.pdf",
    named.map((one, i) => ({ pages: String(i + 1), ...one })),
    "{name} {pages}",
  );
  expect(names).toEqual(["Invoice {index}.pdf", "a 2.pdf", "invoice {INDEX} (2).pdf", "_up.pdf", "a 5.pdf"]);
});

it("equal names become distinct, even where case is ignored", () => {
  expect(partFileNames("a.pdf", parts("1", "1", "1"))).toEqual(["a-1.pdf", "a-1 (2).pdf", "a-1 (3).pdf"]);
  expect(partFileNames("a.pdf", parts("x", "X", "x (2)"), "{pages}")).toEqual(["x.pdf", "X (2).pdf", "x (2) (2).pdf"]);
});

it("ten thousand equal names become distinct quickly", () => {
  expect(new Set(partFileNames("a.pdf", parts(...Array<string>(10_000).fill("1")))).size).toBe(10_000);
});

it("a name never leads out of a folder, breaks a header line, or grows without bound", () => {
  const [up, line, bidi] = partFileNames("../../etc/passwd", parts("a\r\nb: c", "x"), "../{pages}\\..").concat(
    partFileNames("gpj\u202efdp.exe", parts("1")),
  );
  for (const name of [up, line, bidi]) expect(name).toMatch(/^[^/\\\r\n\u202e]+\.pdf$/);
  expect(partFileNames("../../etc/passwd", parts("1"))).toEqual(["passwd-1.pdf"]);
  expect(new TextEncoder().encode(partFileNames("ü".repeat(500), parts("1"))[0]).length).toBeLessThan(220);
});

it("a pattern that cannot be filled is refused, naming what is known", () => {
  expect(() => partFileNames("a", parts("1"), "{page}")).toThrow(/has \{page\}; known are \{name\}/);
  expect(() => partFileNames("a", parts("1"), " ")).toThrow(/is empty/);
  expect(() => partFileNames("a", parts("1"), "x".repeat(201))).toThrow(/longer than 200/);
});

it("ten thousand names that are equal once they are cut become distinct quickly", () => {
  const titled = Array.from({ length: 10_000 }, (_, i) => ({ pages: "1", title: `${"long ".repeat(60)}${i}` }));
  expect(new Set(partFileNames("a.pdf", titled, "{title}")).size).toBe(10_000);
});

it("no part has a name that Windows keeps for a device", () => {
  const named = ["CON", "nul.pdf", "aux.2026", "com1", "LPT9 .x", "console", "com", "Prn"];
  const names = partFileNames(
    "a.pdf",
    named.map((own) => ({ pages: "1", own })),
  );
  expect(names).toEqual(
    ["_CON", "_nul", "_aux.2026", "_com1", "_LPT9 .x", "console", "com", "_Prn"].map((name) => `${name}.pdf`),
  );
});
