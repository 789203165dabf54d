import { expect, it } from "vitest";
import { checkSession, openSession } from "../../src/admin/session.ts";

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
