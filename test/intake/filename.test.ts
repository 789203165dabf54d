import { describe, expect, it } from "vitest";
import { cleanFileName, outputName } from "../../src/intake/filename.ts";

describe("a cleaned file name", () => {
  it.each([
    ["report.pdf", "report.pdf"],
    ["Jahresbericht 2026 – Entwurf.pdf", "Jahresbericht 2026 – Entwurf.pdf"],
    ["年報.pdf", "年報.pdf"],
    ["👩‍💻.pdf", "👩💻.pdf"],
    ["/etc/passwd", "passwd"],
    ["..\\..\\windows\\system.ini", "system.ini"],
    ["C:\\fakepath\\a.pdf", "a.pdf"],
    ["../../a.pdf", "a.pdf"],
    [".htaccess", "htaccess"],
    ["a.pdf. . .", "a.pdf"],
    ["a\r\nSet-Cookie: x.pdf", "aSet-Cookie_ x.pdf"],
    ["a\u0000b.pdf", "ab.pdf"],
    ["exe\u202efdp.gpj", "exefdp.gpj"],
    ["\u200b\ufeffa.pdf", "a.pdf"],
    ['a<b>:"c|d?e*.pdf', "a_b___c_d_e_.pdf"],
    ["CON.pdf", "_CON.pdf"],
    ["nul", "_nul"],
    ["com1.tar.gz", "_com1.tar.gz"],
    ["console.pdf", "console.pdf"],
    ["cafe\u0301.pdf", "café.pdf"],
    ["a\t \u00a0 b.pdf", "a b.pdf"],
  ])("%j becomes %j", (name, cleaned) => {
    expect(cleanFileName(name)).toBe(cleaned);
  });

  it.each([undefined, "", "   ", "...", "/", "a/", "\u202e", "\\"])("of %j is none", (name) => {
    expect(cleanFileName(name)).toBeUndefined();
  });

  it("is bounded in bytes, keeps its extension and whole characters", () => {
    const name = cleanFileName(`${"年".repeat(300)}.pdf`)!;
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(180);
    expect(name).toMatch(/^年+\.pdf$/);
    expect(cleanFileName(`x${"😀".repeat(100)}.pdf`)).toMatch(/^x(😀)+\.pdf$/u);
  });
});

describe("an output's name", () => {
  it.each([
    ["report.pdf", "-cropped", "cropped.pdf", "report-cropped.pdf"],
    ["report.PDF", "", "document.pdf", "report.pdf"],
    ["page.html", "", "document.pdf", "page.pdf"],
    ["report", "-split", "split.zip", "report-split.zip"],
    ["v1.2 final report", "-x", "a.pdf", "v1.2 final report-x.pdf"],
    [undefined, "-cropped", "cropped.pdf", "cropped.pdf"],
    ["..", "-cropped", "cropped.pdf", "cropped.pdf"],
  ])("from %j with %j or else %j is %j", (input, suffix, fallback, name) => {
    expect(outputName(input, suffix, fallback)).toBe(name);
  });

  it("is bounded too, suffix and extension kept", () => {
    const name = outputName("é".repeat(500), "-cropped", "cropped.pdf");
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(180);
    expect(name).toMatch(/é-cropped\.pdf$/);
  });
});
