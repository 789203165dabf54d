import { env } from "cloudflare:workers";
import { expect } from "vitest";
import type { KeyView } from "../../src/admin/schemas.ts";
import type { DescribedOperation } from "../../src/api/operation.ts";
import { type TestApi, testApi } from "./api.ts";
import { echo } from "./echo.ts";

const ORIGIN = "https://api.quire.test";
export const OWN_PAGE = { Origin: ORIGIN, "X-Quire-Admin": "1", "Sec-Fetch-Site": "same-origin" };

/** The administration of a service with one operation, as a test's callers reach it. */
export class TestAdmin {
  readonly api: TestApi;
  readonly #network = crypto.randomUUID().slice(0, 4);
  #addresses = 0;

  private constructor(api: TestApi) {
    this.api = api;
  }

  static async start(): Promise<TestAdmin> {
    const admin = new TestAdmin(await testApi([echo as unknown as DescribedOperation]));
    // The first call waits until the Worker that holds the objects has started.
    await admin.script()("GET", "/session");
    return admin;
  }

  /** Each caller has an address of its own, so that no test shuts the gate of another. */
  caller(headers: Record<string, string> = {}, given?: string) {
    this.#addresses += 1;
    const address = given ?? `2001:db8:${this.#network}:${this.#addresses.toString(16)}::1`;
    return (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
      this.api.request(`/admin/api${path}`, {
        method,
        headers: { Authorization: "", "CF-Connecting-IP": address, ...headers, ...more },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
  }

  script() {
    return this.caller({ Authorization: `Bearer ${env.ADMIN_SECRET}` });
  }

  async signedIn() {
    const response = await this.caller(OWN_PAGE)("POST", "/session", { secret: env.ADMIN_SECRET });
    expect(response.status).toBe(200);
    const cookie = response.headers.get("set-cookie") ?? "";
    return { cookie, call: this.caller({ ...OWN_PAGE, Cookie: cookie.split(";")[0] as string }) };
  }

  async created(fields: Record<string, unknown>): Promise<{ key: string; record: KeyView }> {
    const response = await this.script()("POST", "/keys", fields);
    expect(response.status).toBe(201);
    return response.json();
  }

  echoed(key: string) {
    return this.api.request("/v1/echo", {
      method: "POST",
      body: "note=hi",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/x-www-form-urlencoded" },
    });
  }
}
