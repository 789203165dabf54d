import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { SESSION_SECONDS } from "../../../src/admin/session.ts";
import { answerInWords } from "../../api/recorded/answer-in-words.ts";
import { OWN_PAGE, TestAdmin } from "../../support/admin.ts";
import { expectTable, wrapped } from "../../support/recorded/lines.ts";

/**
 * What the administration answers to each call, as the table says. After an intended change `npm run record --
 * test/admin` writes it again.
 */

let admin: TestAdmin;
let lines: string[];
beforeEach(() => {
  lines = [];
});
beforeAll(async () => {
  admin = await TestAdmin.start();
  for (const stream of ["log", "warn", "error"] as const) vi.spyOn(console, stream).mockImplementation(() => undefined);
});

type Call = ReturnType<TestAdmin["script"]>;
type Row = [method: string, path: string, body?: unknown];

const KEY_ID = /"id":"([\w-]+)"/;
/** Ids of keys, and cookies, are other ones each time. */
const plain = (text: string) =>
  text.replaceAll(/quire_admin=[\w.]+/g, "quire_admin=TOKEN").replaceAll(/\b[0-9a-f]{16}\b/g, "KEY");

async function row(call: Call, [method, path, body]: Row, name = path): Promise<string> {
  const response = await call(method, path, body);
  const text = await response.clone().text();
  const sent = body === undefined ? "" : ` ${JSON.stringify(body)}`;
  lines.push(`${method} ${name}${sent.slice(0, 120)}`, ...wrapped(plain(await answerInWords(response))));
  return text;
}

it("keys, from the first to the last call", async () => {
  const call = admin.script();
  const made = await row(call, ["POST", "/keys", { name: " Invoices ", limits: { perDay: 5 } }]);
  const id = KEY_ID.exec(made)?.[1] as string;
  const at = (path = "") => `/keys/${id}${path}`;
  const calls: Row[] = [
    ["PATCH", at(), { name: "Bills" }],
    ["PATCH", at(), { expiresAt: "2999-01-01T00:00:00+01:00" }],
    ["PATCH", at(), { expiresAt: null, limits: null }],
    ["PATCH", at(), { limits: { perMinute: 3 } }],
    ["PATCH", at(), {}],
    ["PATCH", at(), { nam: "x" }],
    ["GET", at("/usage")],
    ["GET", at("/usage?days=2")],
    ["GET", at("/usage?hours=1")],
    ["GET", at("/usage?hours=0")],
    ["POST", at("/rotate"), { overlapHours: 0 }],
    ["POST", at("/rotate"), { overlapHours: 721 }],
    ["POST", at("/rotate"), {}],
    ["PATCH", at(), { name: "After" }],
    ["POST", at("/revoke")],
    ["POST", at("/revoke")],
    ["POST", at("/rotate"), {}],
    ["PATCH", at(), { name: "Gone" }],
    ["PATCH", at(), { limits: { perDay: 1 } }],
  ];
  for (const each of calls) await row(call, each, each[1].replace(id, "KEY"));
  await row(call, ["GET", "/audit?limit=11"]);
  await expectTable("keys", lines);
});

it("calls that are refused", async () => {
  const call = admin.script();
  const calls: Row[] = [
    ["POST", "/keys", {}],
    ["POST", "/keys", []],
    ["POST", "/keys", "x"],
    ["POST", "/keys"],
    ["POST", "/keys", { name: "" }],
    ["POST", "/keys", { name: "N", expiresAt: "2020-01-01T00:00:00Z" }],
    ["POST", "/keys", { name: "N", limits: { perDay: 0 } }],
    ["POST", "/keys", { name: "N", limit: { perDay: 1 } }],
    ["POST", "/keys", { name: "x".repeat(17_000) }],
    ["PATCH", "/keys/none", { name: "N" }],
    ["POST", "/keys/none/rotate", {}],
    ["POST", "/keys/none/revoke"],
    ["GET", "/keys/none/usage"],
    ["GET", "/usage?days=401"],
    ["GET", "/usage?days=x"],
    ["GET", "/audit?limit=0"],
    ["GET", "/audit?limit=1&limit=2"],
    ["DELETE", "/keys"],
    ["PUT", "/session", {}],
    ["GET", "/none"],
  ];
  for (const each of calls) await row(call, each);
  await expectTable("refused", lines);
});

it("who may call", async () => {
  const sign = (body: unknown, headers: Record<string, string> = OWN_PAGE) => [admin.caller(headers), body] as const;
  const secret = env.ADMIN_SECRET;
  const tries = {
    "the secret": sign({ secret }),
    "another secret": sign({ secret: "no" }),
    "no secret": sign({}),
    "an empty secret": sign({ secret: "" }),
    "a page of another site": sign({ secret }, { ...OWN_PAGE, Origin: "https://evil.test" }),
    "a page of another site, by its own word": sign({ secret }, { ...OWN_PAGE, "Sec-Fetch-Site": "cross-site" }),
    "a page without its header": sign({ secret }, { Origin: OWN_PAGE.Origin }),
    "no page": sign({ secret }, {}),
  };
  for (const [name, [call, body]] of Object.entries(tries)) await row(call, ["POST", "/session", body], name);
  const { cookie, call } = await admin.signedIn();
  const answer = (await (await tries["the secret"][0]("POST", "/session", { secret })).json()) as { expiresAt: string };
  expect(Math.abs(Date.parse(answer.expiresAt) - Date.now() - SESSION_SECONDS * 1000)).toBeLessThan(60_000);
  lines.push(plain(cookie));
  await row(call, ["GET", "/session"]);
  await row(call, ["POST", "/keys", {}], "/keys, signed in");
  for (const headers of [{ "X-Quire-Admin": "" }, { Origin: "https://evil.test" }, { "Sec-Fetch-Site": "same-site" }]) {
    const elsewhere: Call = (method, path, body) => call(method, path, body, headers);
    for (const method of ["GET", "DELETE"])
      await row(elsewhere, [method, "/session"], `/session ${JSON.stringify(headers)}`);
  }
  await row(call, ["DELETE", "/session"]);
  await row(call, ["GET", "/session"], "/session after that");
  for (const Authorization of ["", "Bearer", "Bearer no", `Basic ${secret}`, `bearer ${secret}`]) {
    await row(
      admin.caller({ Authorization }),
      ["GET", "/session"],
      `/session ${Authorization.replace(secret, "SECRET")}`,
    );
  }
  await expectTable("callers", lines);
});
