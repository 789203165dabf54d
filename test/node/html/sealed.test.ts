import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BrowserPool } from "../../../src/html/browser/sessions.ts";
import { chromiumBinding, type TestBinding } from "./chromium.ts";
import { problemOf, renderer, textOf } from "./renderer.ts";
import { type Site, startSite } from "./site.ts";

let binding: TestBinding;
let inside: Site;

/** A page that goes where the Fetch domain does not see it. */
const page = () => `<h1>Page</h1><script>new WebSocket("ws://${inside.host}/secret")</script>`;

beforeAll(async () => {
  binding = await chromiumBinding();
  inside = await startSite({});
});
beforeEach(() => {
  binding.say = (message) => message;
});
afterAll(async () => {
  await Promise.all([binding.close(), inside.close()]);
});

describe("a browser that does not seal contexts renders nothing", () => {
  it("when it ignores the proxy of a context", async () => {
    binding.say = (message) => message.replace(/"proxyServer":"[^"]*",/, "");
    const problem = await problemOf(renderer(binding).html(page(), { delay: 200 }));
    expect(problem).toMatchObject({ name: "SessionProblem" });
    expect(problem.message).toContain("proxy");
    expect(inside.requests).toEqual([]);
  });

  it("when it refuses a context with a proxy", async () => {
    binding.say = (message) => message.replace(/"proxyServer":"[^"]*"/, `"proxyServer":"no such scheme://"`);
    const problem = await problemOf(renderer(binding).html(page(), { delay: 200 }));
    expect(problem).toMatchObject({ name: "SessionProblem" });
    expect(inside.requests).toEqual([]);
  });

  it("when it refuses to hold requests", async () => {
    binding.say = (message) => message.replace("Fetch.enable", "Fetch.unknown");
    expect(await problemOf(renderer(binding).html(page()))).toMatchObject({ name: "SessionProblem" });
  });
});

it("one that does is asked once", async () => {
  const proofs: string[] = [];
  binding.say = (message) => {
    if (message.includes("sealed.invalid")) proofs.push(message);
    return message;
  };
  const print = renderer(binding, {}, new BrowserPool());
  for (let i = 0; i < 3; i++) expect(textOf(await print.html(page()))).toContain("Page");
  expect(proofs).toHaveLength(1);
  expect(inside.requests).toEqual([]);
});

it("browsers are launched without a way out, where the platform can see to that", () => {
  expect(binding.launches.length).toBeGreaterThan(0);
  for (const launch of binding.launches) expect(launch).toMatchObject({ guardrails: { allowedDomains: [] } });
});
