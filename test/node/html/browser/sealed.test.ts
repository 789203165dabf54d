import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NO_SOCKETS } from "../../../../src/html/browser/lockdown.ts";
import { LedgerBook } from "../../../../src/html/browser/pool/ledger.ts";
import { chromiumBinding, type TestBinding } from "../chromium.ts";
import { patientPool } from "../patient-pool.ts";
import { problemOf, renderer, textOf } from "../renderer.ts";
import { type Site, startSite } from "../site.ts";

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
  binding.rules.proxies = "obeyed";
  binding.ledger = new LedgerBook();
  inside.requests.length = 0;
});
afterAll(async () => {
  await Promise.all([binding.close(), inside.close()]);
});

/** Each on browsers that nothing is known of. */
const fresh = () => renderer(binding, {}, patientPool());

describe("a browser that does not keep to the proxy of a context", () => {
  it.each(["ignored", "refused"] as const)("prints behind the weaker seal, scripts and all: %s", async (proxies) => {
    Object.assign(binding.rules, { proxies });
    const printed = await fresh().html(`${page()}<script>document.write("Written")</script>`, { delay: 200 });
    expect(textOf(printed)).toMatch(/Page\s+Written/);
    expect(inside.requests).toEqual([]);
  });

  it("keeps its weaker seal by the policy that goes with each answer", async () => {
    Object.assign(binding.rules, { proxies: "refused" });
    // The page has the browser's own WebSocket.
    binding.say = (message) =>
      message.replace(JSON.stringify(NO_SOCKETS), '"object-src *"').replaceAll("class WebSocket", "class OtherSocket");
    await fresh().html(page(), { delay: 200 });
    expect(inside.requests).toEqual(["GET /secret"]);
  });
});

it("a browser that refuses to hold requests renders nothing", async () => {
  binding.say = (message) => message.replace("Fetch.enable", "Fetch.unknown");
  const problem = await problemOf(fresh().html(page()));
  expect(problem).toMatchObject({ name: "SessionProblem" });
  expect(inside.requests).toEqual([]);
});

it("a browser that claims to hold requests and does not renders nothing", async () => {
  binding.say = (message) => message.replaceAll('"urlPattern":"*"', '"urlPattern":"nothing"');
  expect(await problemOf(fresh().html(page()))).toMatchObject({ name: "SessionProblem" });
  expect(inside.requests).toEqual([]);
});

it("a browser that holds requests has to prove it only once", async () => {
  const proofs: string[] = [];
  binding.say = (message) => {
    // By its proxy, and by what it holds.
    if (message.includes("sealed.invalid")) proofs.push(message);
    return message;
  };
  const print = renderer(binding, {}, patientPool());
  for (let i = 0; i < 3; i++) expect(textOf(await print.html(page()))).toContain("Page");
  expect(proofs).toHaveLength(2);
  expect(inside.requests).toEqual([]);
});

it("browsers are launched without a way out, where the platform can see to that", () => {
  expect(binding.launches.length).toBeGreaterThan(0);
  for (const launch of binding.launches) expect(launch).toMatchObject({ guardrails: { allowedDomains: [] } });
});
