import { describe, expect, it } from "vitest";
import { htmlOptions } from "../../../src/html/fields/options.ts";
import type { HtmlProblem } from "../../../src/html/html-problem.ts";
import { type Failure, refuseFaults, refusesStatus } from "../../../src/html/resources/page-faults.ts";
import { admitDocument, transferredBytes } from "../../../src/html/resources/page-response.ts";

const FAILURES: Failure[] = [
  { url: "https://a.test/404.png", reason: "status 404", status: 404 },
  { url: "https://cdn.a.test/500.js", reason: "status 500", status: 500 },
  { url: "https://b.test/x.css", reason: "no answer" },
];

/** The faults for which a page is refused, and the refusal. */
function refusal(options: object, consoleErrors: string[] = [], failures = FAILURES): Partial<HtmlProblem> {
  try {
    refuseFaults({ consoleErrors, failures }, htmlOptions.parse(options));
  } catch (error) {
    return error as HtmlProblem;
  }
  return { faults: [] };
}

describe("what a page could not load refuses it", () => {
  const all = ["404.png", "500.js", "x.css"];
  it.each([
    [false, []],
    [true, all],
    [{}, all],
    [{ statuses: [404] }, ["404.png", "x.css"]],
    [{ statuses: ["5xx"] }, ["500.js", "x.css"]],
    [{ statuses: ["400-499"], unreachable: false }, ["404.png"]],
    [{ unreachable: false }, ["404.png", "500.js"]],
    [{ domains: ["A.test"] }, ["404.png", "500.js"]],
    [{ domains: [".cdn.a.test:443"] }, ["500.js"]],
    [{ domains: ["test"] }, all],
    [{ domains: ["st"] }, []],
    [{ ignoreDomains: ["a.test", "nobody.test"] }, ["x.css"]],
    [{ domains: ["a.test"], ignoreDomains: ["cdn.a.test"] }, ["404.png"]],
  ])("where %j asks for it", (failOnResourceError, names) => {
    const { faults } = refusal({ failOnResourceError });
    expect(faults?.map((fault) => /\/([^/:]+):/.exec(fault)?.[1])).toEqual(names);
  });

  it("by all of its faults at once, five of them in words", () => {
    const errors = ["one", "two!", "three"];
    const { kind, field, message, faults } = refusal({ failOnConsoleError: true, failOnResourceError: true }, errors);
    expect([kind, field, faults?.length]).toEqual(["input", "failOnConsoleError", 6]);
    expect(message).toMatch(/^A script of the page reported an error: one\. .* two! A script/);
    expect(message).toContain("The page could not load https://cdn.a.test/500.js: status 500.");
    expect(message).not.toContain("x.css");
    expect(message).toMatch(/ And 1 more, see `faults`\.$/);
    const five = refusal({ failOnConsoleError: true, failOnResourceError: true }, ["one", "two"]);
    expect(five.message).toMatch(/no answer\.$/);
  });

  it("by the errors of its scripts only where that is asked for", () => {
    expect(refusal({}, ["one"], []).faults).toEqual([]);
    expect(refusal({ failOnConsoleError: true }, [], []).faults).toEqual([]);
    expect(refusal({ failOnResourceError: true }, ["one"]).field).toBe("failOnResourceError");
  });
});

describe("an answer of the page's own address", () => {
  it.each([
    [true, 399, false],
    [true, 400, true],
    [false, 500, false],
    [[404], 404, true],
    [[404], 405, false],
    [["4xx"], 399, false],
    [["4xx"], 400, true],
    [["4XX"], 499, true],
    [["4xx"], 500, false],
    [["402-404"], 401, false],
    [["402-404"], 402, true],
    [["402-404"], 404, true],
    [["402-404"], 405, false],
    [["204"], 204, true],
  ])("under %j is refused with status %i: %s", (rule, status, refused) => {
    expect(refusesStatus(rule as never, status)).toBe(refused);
  });

  const admit = (status: number, type: string, body = "<p>x", rule: boolean | number[] = true) =>
    admitDocument(
      { status, headers: new Headers(type === "" ? {} : { "content-type": type }), body: Buffer.from(body) } as never,
      rule as never,
    );

  it.each([
    "text/html; charset=x",
    "TEXT/PLAIN",
    "text/markdown",
    "image/svg+xml",
    "application/xhtml+xml",
    "application/json",
    "",
  ])("is a page as %s", (type) => {
    expect(admit(200, type)).toBeUndefined();
  });

  it.each([
    [200, "image/png", "<p>x", "The address gives image/png, which is not a page."],
    [200, "text/htmlx", "<p>x", "gives text/htmlx"],
    [200, "application/pdf", "", "gives a PDF"],
    [200, "text/html", "%PDF-1.7", "gives a PDF"],
    [404, "text/html", "", "answered with HTTP status 404."],
    [302, "text/html", "", "status 302, and does not say where to go"],
    [204, "", "", "status 204: there is no page"],
    [205, "", "", "status 205: there is no page"],
  ])("is no page with status %i as %s: %s", (status, type, body, says) => {
    const admitted = () => admit(status, type, body);
    expect(admitted).toThrow(says);
    expect(admitted).toThrow(expect.objectContaining({ kind: "unreachable", field: "url" }));
  });

  it("counts as it was sent: packed by its length, and by its bytes where that is not given", () => {
    const bytes = (headers: Record<string, string>) =>
      transferredBytes({ headers: new Headers(headers), body: new Uint8Array(100) } as never);
    expect(bytes({ "content-encoding": "gzip", "content-length": "10" })).toBe(10);
    expect(bytes({ "content-encoding": "gzip" })).toBe(100);
    expect(bytes({ "content-encoding": "gzip", "content-length": "x" })).toBe(100);
    expect(bytes({ "content-encoding": "identity", "content-length": "10" })).toBe(100);
    expect(bytes({ "content-length": "10" })).toBe(100);
  });
});
