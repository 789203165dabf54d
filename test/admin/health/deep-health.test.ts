import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import type { DeepHealth } from "../../../src/admin/health/steps.ts";
import { testApi } from "../../support/api.ts";
import { PDF } from "../../support/no-browser.ts";

/** A platform that lists no browsers and launches none, with a fallback or without. */
function platform(quick: () => Response): Partial<Env> {
  const fetch = async (_: string, init?: RequestInit) =>
    init?.method === "POST" ? new Response("Too many browsers", { status: 500 }) : Response.json({ sessions: [] });
  return { BROWSER: { fetch, quickAction: async () => quick() } as unknown as Env["BROWSER"] };
}
const fallback = () => new Response(PDF);
const nothing = () => new Response("down", { status: 500 });

async function deep(changes: Partial<Env>, secret = env.ADMIN_SECRET) {
  const api = await testApi([]);
  const headers = { Authorization: `Bearer ${secret}`, "CF-Connecting-IP": "192.0.2.200" };
  const answer = await api.request("/health?deep=1", { headers }, changes);
  return { status: answer.status, health: (await answer.json()) as DeepHealth };
}

const states = ({ steps }: DeepHealth) => steps.map(({ step, state }) => `${step} ${state}`).join(", ");

afterEach(() => vi.restoreAllMocks());

it("the health check answers anyone at once, and looks deeper for the operator alone", async () => {
  const api = await testApi([]);
  const plain = await api.request("/health", { headers: { Authorization: "" } });
  expect([plain.status, await plain.json()]).toEqual([200, { status: "ok" }]);
  const stranger = await api.request("/health?deep=1", { headers: { Authorization: "" } });
  expect(stranger.status).toBe(401);
  expect((await deep(platform(fallback), "a-secret-that-is-wrong")).status).toBe(401);
});

it("the health check names each step with its time, and the fallback as degraded", async () => {
  const { status, health } = await deep(platform(fallback));
  expect(status).toBe(200);
  expect(health.status).toBe("degraded");
  expect(states(health)).toBe("browsers ok, render degraded, store ok, sign ok, read ok");
  expect(health.steps[1]?.said).toMatch(/^by the fallback, without scripts: .*status 500: Too many browsers/);
  for (const { milliseconds } of health.steps) {
    expect(milliseconds).toBeGreaterThanOrEqual(0);
    expect(milliseconds).toBeLessThan(600_000);
  }
});

it("the health check is 503 where nothing renders, and says why", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { status, health } = await deep(platform(nothing));
  expect([status, health.status]).toEqual([503, "failing"]);
  expect(states(health)).toBe("browsers ok, render failed, store ok, sign ok, read ok");
  expect(health.steps[1]?.said).toContain("The quick action answered with status 500");
});

it("the health check is 503 where the bucket takes nothing", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const put = () => Promise.reject(new Error("R2 is down"));
  const { status, health } = await deep({ ...platform(fallback), FILES: { put } as unknown as R2Bucket });
  expect(status).toBe(503);
  expect(states(health)).toBe("browsers ok, render degraded, store failed, sign failed, read failed");
  expect(health.steps[2]?.said).toBe("R2 is down");
});

it("the health check leaves no file behind", async () => {
  const before = (await env.FILES.list()).objects.length;
  await deep(platform(fallback));
  expect((await env.FILES.list()).objects.length).toBe(before);
});
