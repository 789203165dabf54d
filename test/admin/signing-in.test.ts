import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { OWN_PAGE, TestAdmin } from "../support/admin.ts";
import { errorOf } from "../support/api.ts";

let admin: TestAdmin;

beforeAll(async () => {
  admin = await TestAdmin.start();
}, 60_000);

describe("signing in", () => {
  it("gives a cookie that scripts cannot read and other sites cannot send", async () => {
    const { cookie, call } = await admin.signedIn();
    for (const part of ["HttpOnly", "SameSite=Strict", "__Host-", "Path=/;", "Secure", "Max-Age=28800"]) {
      expect(cookie).toContain(part);
    }
    const session = await call("GET", "/session");
    expect(await session.json()).toMatchObject({ success: true, by: "session" });
  });

  it("is refused with a wrong secret, and after five for a quarter of an hour, the right one included", async () => {
    const attempt = admin.caller(OWN_PAGE);
    for (let i = 0; i < 5; i++) {
      const response = await attempt("POST", "/session", { secret: `wrong ${i}` });
      expect(response.status).toBe(401);
      expect(await errorOf(response)).toMatchObject({ code: "AUTHENTICATION_REQUIRED", field: "secret" });
    }
    const response = await attempt("POST", "/session", { secret: env.ADMIN_SECRET });
    expect(response.status).toBe(429);
    const seconds = Number(response.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(800);
    expect(seconds).toBeLessThanOrEqual(900);
    expect((await admin.caller(OWN_PAGE)("POST", "/session", { secret: env.ADMIN_SECRET })).status).toBe(200);
  });

  it("refuses a body that nests deeper than calls can go", async () => {
    const response = await admin.api.request("/admin/api/session", {
      method: "POST",
      headers: { ...OWN_PAGE, Authorization: "" },
      body: `{"a":${"[".repeat(8000)}${"]".repeat(8000)}}`,
    });
    expect(response.status).toBe(400);
    expect((await errorOf(response)).message).toContain("nests deeper than 64 levels");
  });

  it("counts attempts that come at once, and networks of IPv6 as one address", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        admin
          .caller(OWN_PAGE, `2001:db8:1:2::${i}`)("POST", "/session", { secret: "wrong" })
          .then(({ status }) => status),
      ),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  it("counts what the networks of one site send together, and of no other", async () => {
    const attempt = (network: string, secret = "wrong") =>
      admin.caller(OWN_PAGE, `2001:db8:77:${network}::1`)("POST", "/session", { secret });
    for (let i = 0; i < 20; i++) expect((await attempt(String(i))).status).toBe(401);
    expect((await attempt("99")).status).toBe(429);
    expect((await attempt("99", env.ADMIN_SECRET)).status).toBe(429);
    const elsewhere = admin.caller(OWN_PAGE, "2001:db8:78:1::1");
    expect((await elsewhere("POST", "/session", { secret: "wrong" })).status).toBe(401);
  });

  it("accepts the right secret however often it comes at once, and between wrong ones", async () => {
    const call = admin.caller({ Authorization: `Bearer ${env.ADMIN_SECRET}` });
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await call("GET", "/session")).status));
    expect(statuses).toEqual(Array.from({ length: 12 }, () => 200));
    const attempt = admin.caller(OWN_PAGE);
    for (let i = 0; i < 4; i++) await attempt("POST", "/session", { secret: "wrong" });
    expect((await attempt("POST", "/session", { secret: env.ADMIN_SECRET })).status).toBe(200);
    expect((await attempt("POST", "/session", { secret: "wrong" })).status).toBe(401);
  });

  it("is impossible where the secret is missing or short", async () => {
    for (const ADMIN_SECRET of ["", "short"]) {
      const headers = { ...OWN_PAGE, Authorization: "" };
      const init = { method: "POST", headers, body: JSON.stringify({ secret: ADMIN_SECRET || "x" }) };
      const response = await admin.api.request("/admin/api/session", init, { ADMIN_SECRET });
      expect(response.status).toBe(401);
      expect((await errorOf(response)).message).toContain("not set up");
    }
  });

  it("takes a secret of twenty characters, and none that is shorter", async () => {
    for (const [length, status] of [
      [19, 401],
      [20, 200],
    ] as const) {
      const headers = { Authorization: `Bearer ${"s".repeat(length)}`, "CF-Connecting-IP": `192.0.2.${length}` };
      // The gate itself knows the secret of the tests only.
      const SIGN_IN = { idFromName: () => "", get: () => ({ attempt: async () => ({ outcome: "right" }) }) };
      const changes = { ADMIN_SECRET: "s".repeat(length), SIGN_IN } as unknown as Partial<Env>;
      expect((await admin.api.request("/admin/api/session", { headers }, changes)).status).toBe(status);
    }
  });

  it.each([
    [1, "1 minute."],
    [60, "1 minute."],
    [61, "2 minutes."],
  ])("is shut for as many minutes as %i seconds are, rounded up", async (retryAfter, says) => {
    const SIGN_IN = { idFromName: () => "", get: () => ({ attempt: async () => ({ outcome: "shut", retryAfter }) }) };
    const init = { headers: { Authorization: "Bearer no" } };
    const response = await admin.api.request("/admin/api/session", init, { SIGN_IN } as unknown as Partial<Env>);
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, String(retryAfter)]);
    expect((await errorOf(response)).message).toBe(`Too many wrong secrets; try again in ${says}`);
  });
});

describe("a session", () => {
  it("ends with a cookie that is altered or expired, or when the secret changes", async () => {
    const { cookie } = await admin.signedIn();
    const token = (cookie.split(";")[0] as string).split("=")[1] as string;
    const [, id, signature] = token.split(".") as [string, string, string];
    for (const forged of [
      `9999999999.${id}.${signature}`,
      `${token.slice(0, 11)}${"0".repeat(32)}.${signature}`,
      `${token}0`,
      "x",
      "",
    ]) {
      expect((await admin.caller({ Cookie: `__Host-quire_admin=${forged}` })("GET", "/session")).status, forged).toBe(
        401,
      );
    }
    const init = { headers: { Authorization: "", Cookie: `__Host-quire_admin=${token}` } };
    const changed = await admin.api.request("/admin/api/session", init, {
      ADMIN_SECRET: "another secret, long enough",
    });
    expect(changed.status).toBe(401);
  });

  it("ends when asked to", async () => {
    const { call } = await admin.signedIn();
    const response = await call("DELETE", "/session");
    expect(response.headers.get("set-cookie")).toMatch(/^__Host-quire_admin=; .*Max-Age=0; Path=\/; HttpOnly; Secure/);
  });

  it("ends for every copy of the cookie, and for no other session", async () => {
    const [first, second] = [await admin.signedIn(), await admin.signedIn()];
    const copy = admin.caller({ Cookie: first.cookie.split(";")[0] as string });
    expect((await copy("GET", "/session")).status).toBe(200);
    await first.call("DELETE", "/session");
    expect((await copy("GET", "/session")).status).toBe(401);
    expect((await second.call("GET", "/session")).status).toBe(200);
  });

  it("forgets ended sessions when they would have expired, and not before", async () => {
    const sessions = env.SESSIONS.get(env.SESSIONS.idFromName("forgetting"));
    await sessions.end("past", Date.now() - 1);
    await sessions.end("future", Date.now() + 3_600_000);
    await runDurableObjectAlarm(sessions);
    expect([await sessions.hasEnded("past"), await sessions.hasEnded("future")]).toEqual([false, true]);
  });

  it("forgets an ended session at the very moment of its expiry, and wakes for the next one", async () => {
    const sessions = env.SESSIONS.get(env.SESSIONS.idFromName("to the millisecond"));
    const now = Date.now() + 3_600_000;
    for (const [id, after] of [
      ["now", 0],
      ["last", 2_000],
      ["next", 1_000],
    ] as const)
      await sessions.end(id, now + after);
    const clock = vi.spyOn(Date, "now").mockReturnValue(now);
    await runDurableObjectAlarm(sessions);
    clock.mockRestore();
    const ended = await Promise.all(["now", "next", "last"].map((id) => sessions.hasEnded(id)));
    expect(ended).toEqual([false, true, true]);
    expect(await runInDurableObject(sessions, (_, { storage }) => storage.getAlarm())).toBe(now + 1_000);
  });

  it("reads no more of a body than it accepts", async () => {
    let pulled = 0;
    const body = new ReadableStream({
      type: "bytes",
      pull(controller) {
        pulled += 65_536;
        if (pulled > 50_000_000) controller.close();
        else controller.enqueue(new Uint8Array(65_536));
      },
    });
    const headers = { ...OWN_PAGE, Authorization: "" };
    const response = await admin.api.request("/admin/api/session", { method: "POST", headers, body });
    expect(response.status).toBe(413);
    expect(pulled).toBeLessThan(1_000_000);
  });
});

describe("changes", () => {
  it.each<[string, Record<string, string>]>([
    ["another origin", { Origin: "https://evil.test" }],
    ["no origin", { Origin: "" }],
    ["a form, which cannot set headers", { "X-Quire-Admin": "" }],
    ["another site", { "Sec-Fetch-Site": "cross-site" }],
    ["another host of the same site", { "Sec-Fetch-Site": "same-site" }],
  ])("that come with a session from %s are refused", async (_, changed) => {
    const { call } = await admin.signedIn();
    const headers: Record<string, string> = { ...changed };
    const init = new Headers({ ...OWN_PAGE, ...headers });
    for (const [name, value] of Object.entries(headers)) if (value === "") init.delete(name);
    const cookie = (await admin.signedIn()).cookie.split(";")[0] as string;
    init.set("Cookie", cookie);
    init.set("Authorization", "");
    const body = JSON.stringify({ name: "Evil" });
    const response = await admin.api.request("/admin/api/keys", { method: "POST", headers: init, body });
    expect(response.status).toBe(403);
    expect((await errorOf(response)).code).toBe("CROSS_SITE");
    expect((await call("GET", "/session")).status).toBe(200);
  });

  it("are refused for signing in and signing out too", async () => {
    const { call } = await admin.signedIn();
    const elsewhere = { "Sec-Fetch-Site": "cross-site" };
    for (const response of [
      await call("DELETE", "/session", undefined, elsewhere),
      await call("POST", "/session", { secret: env.ADMIN_SECRET }, elsewhere),
    ]) {
      expect([response.status, (await errorOf(response)).code]).toEqual([403, "CROSS_SITE"]);
      expect(response.headers.get("set-cookie")).toBeNull();
    }
    expect((await call("GET", "/session")).status).toBe(200);
  });

  it("are never offered to other origins by CORS", async () => {
    const response = await admin.caller({ Origin: "https://evil.test" })("GET", "/session");
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    const preflight = await admin.caller({ Origin: "https://evil.test" })("OPTIONS", "/keys");
    expect(preflight.headers.get("access-control-allow-headers")).toBeNull();
  });

  it("need a session or the secret, as reading does", async () => {
    for (const [method, path] of [
      ["GET", "/session"],
      ["GET", "/keys"],
      ["POST", "/keys"],
      ["GET", "/usage"],
      ["POST", "/keys/x/revoke"],
    ] as const) {
      expect((await admin.caller(OWN_PAGE)(method, path)).status, path).toBe(401);
    }
  });
});
