import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { LedgerBook } from "../../../../../src/html/browser/pool/ledger.ts";
import { chromiumBinding, type TestBinding } from "../../chromium.ts";
import { problemOf, renderer, textOf } from "../../renderer.ts";

let binding: TestBinding;
beforeAll(async () => {
  binding = await chromiumBinding();
});
afterEach(() => {
  binding.say = (message) => message;
  binding.ledger = new LedgerBook();
});
afterAll(() => binding.close());

/** A browser that does not know these commands. */
function without(...methods: string[]): ReturnType<typeof renderer> {
  binding.say = (message) => {
    const { method } = JSON.parse(message) as { method: string };
    return methods.includes(method) ? message.replace(method, `${method}Unknown`) : message;
  };
  return renderer(binding);
}

const byOption: [string, Record<string, unknown>][] = [
  ["Browser.getVersion", { userAgent: "Mine" }],
  ["Emulation.setDeviceMetricsOverride", { viewport: { width: 800, height: 600 } }],
  ["Emulation.setEmulatedMedia", { media: "screen" }],
  ["Emulation.setLocaleOverride", { locale: "de-DE" }],
  ["Emulation.setUserAgentOverride", { acceptLanguage: "de" }],
];

describe("a browser that lacks what guards nothing", () => {
  it("prints all the same", async () => {
    const others = [
      "Browser.grantPermissions",
      "Inspector.enable",
      "Target.getTargets",
      "Emulation.setTimezoneOverride",
    ];
    const print = without(...others, ...byOption.map(([method]) => method));
    expect(textOf(await print.html("<p>Printed"))).toContain("Printed");
  });

  it("shows what loads when it is scrolled to as far as its window reaches", async () => {
    const print = without("Emulation.setDeviceMetricsOverride");
    const page = "<p>Printed<script>new IntersectionObserver(() => {}).observe(document.body)</script>";
    expect(textOf(await print.html(page))).toContain("Printed");
  });

  it.each(byOption)("%s, serves no request that asks for it: %j", async (method, options) => {
    expect(await problemOf(without(method).html("<p>x", { ...options, timeout: 30_000 }))).toMatchObject({
      name: "SessionProblem",
    });
  });
});

it.each([
  "Fetch.enable",
  "Target.setAutoAttach",
  "Page.addScriptToEvaluateOnNewDocument",
  "Browser.setDownloadBehavior",
])("a browser that lacks a guard prints nothing: %s", async (method) => {
  expect(await problemOf(without(method).html("<p>x"))).toMatchObject({ name: "SessionProblem" });
});
