import { beforeAll, describe, expect, it } from "vitest";
import type { DescribedOperation } from "../../src/api/operation.ts";
import { inspect } from "../../src/api/operations/inspect.ts";
import type { KeyRecord } from "../../src/keys/key-records.ts";
import { errorOf, knownKey, type TestApi, testApi } from "../support/api.ts";
import { echo } from "../support/echo.ts";

let api: TestApi;
beforeAll(async () => {
  api = await testApi([echo, inspect] as unknown as DescribedOperation[]);
});

async function asked(
  only: KeyRecord["only"],
  from?: string,
  path = "/v1/echo",
  body: string = JSON.stringify({ note: "hi" }),
) {
  const Authorization = `Bearer ${await knownKey({ only: only as NonNullable<typeof only> })}`;
  const headers = { Authorization, "Content-Type": "application/json", "Content-Length": String(body.length) };
  return api.request(path, {
    method: "POST",
    body,
    headers: from === undefined ? headers : { ...headers, "CF-Connecting-IP": from },
  });
}

describe("a key that is for some operations", () => {
  it("does these, and is refused others by their names", async () => {
    expect((await asked({ operations: ["echo", "split-pdf"] })).status).toBe(200);
    const refused = await asked({ operations: ["split-pdf", "crop-pdf"] });
    expect(refused.status).toBe(403);
    expect(await errorOf(refused)).toMatchObject({
      code: "FORBIDDEN",
      message: "This API key is for split-pdf, crop-pdf alone, not for echo.",
      retryable: false,
    });
  });

  it("is refused the tool of another for an agent as well", async () => {
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "inspect_pdf", arguments: { url: "https://files.example.com/a.pdf" } },
    };
    const answer = await asked({ operations: ["split-pdf"] }, "192.0.2.7", "/mcp", JSON.stringify(message));
    expect(await answer.text()).toContain("FORBIDDEN: This API key is for split-pdf alone, not for inspect-pdf.");
  });
});

describe("a key that is for some addresses", () => {
  const addresses = ["192.0.2.7", "198.51.100.0/24", "2001:db8:1::/48"];
  it.each(["192.0.2.7", "198.51.100.0", "198.51.100.255", "2001:db8:1:ffff::5", "2001:DB8:1::"])(
    "is accepted from %s",
    async (from) => {
      expect((await asked({ addresses }, from)).status).toBe(200);
    },
  );

  it.each(["192.0.2.8", "198.51.101.0", "2001:db8:2::1", "c000:207::", "::ffff:192.0.2.7", undefined])(
    "is refused from %s, agents too",
    async (from) => {
      for (const path of ["/v1/echo", "/mcp"]) {
        const refused = await asked({ addresses }, from, path);
        expect(refused.status).toBe(403);
        expect((await errorOf(refused)).message).toBe(
          `This API key is not accepted from the address ${from ?? "unknown"}.`,
        );
      }
    },
  );

  it("calls tools for an agent there", async () => {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "inspect_pdf", arguments: {} } };
    const answer = await asked({ addresses }, "192.0.2.7", "/mcp", JSON.stringify(message));
    expect(await answer.text()).toContain("No PDF was sent");
  });
});
