import { expect, it } from "vitest";
import { checkSession, openSession, sessionCookie, sessionToken } from "../../src/admin/session.ts";

const NOW = Date.parse("2026-06-01T12:00:00Z");

it("a session of the dashboard ends after eight hours, whatever its cookie says", async () => {
  const token = await openSession("secret", NOW);
  const end = NOW + 8 * 3_600_000;
  expect(await checkSession(token, "secret", end - 1)).toMatchObject({ expires: end / 1000 });
  expect(await checkSession(token, "secret", end)).toBeUndefined();
  const [, ...rest] = token.split(".");
  const longer = [end / 1000 + 3600, ...rest].join(".");
  expect(await checkSession(longer, "secret", NOW)).toBeUndefined();
  expect(await checkSession(token, "another", NOW)).toBeUndefined();
});

it.each([
  [
    "https://api.example.com/admin/api/session",
    /^__Host-quire_admin=token; .*Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  ],
  ["http://localhost:8787/admin/api/session", /^quire_admin=token; .*Path=\/admin; HttpOnly; SameSite=Strict$/],
])("a session's cookie is bound to its host where browsers can do so: %s", (url, set) => {
  const cookie = sessionCookie("token", new URL(url));
  expect(cookie).toMatch(set);
  expect(sessionToken(new Request(url, { headers: { Cookie: cookie.split(";")[0] as string } }))).toBe("token");
});

it("a cookie that another host may have set is none of a session over https", () => {
  const headers = { Cookie: "quire_admin=token" };
  expect(sessionToken(new Request("https://api.example.com/", { headers }))).toBeUndefined();
});
