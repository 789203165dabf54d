import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { linkSecrets, mostBrowsers } from "../../src/api/settings.ts";

it("the operator says how many browsers the service may have", () => {
  expect(mostBrowsers({ ...env, BROWSERS: "100" } as Env)).toBe(100);
  const { BROWSERS: _, ...unsaid } = env;
  expect(mostBrowsers(unsaid as Env)).toBe(6);
  for (const wrong of ["", "0", "-1", "1.5", "many"]) {
    expect(() => mostBrowsers({ ...env, BROWSERS: wrong } as unknown as Env), wrong).toThrow("BROWSERS");
  }
});

it("links are signed with a secret, which must be set, and checked by the one before it too", () => {
  expect(linkSecrets({ ...env, LINK_SECRET: "a" })).toEqual({ current: "a", previous: undefined });
  expect(linkSecrets({ ...env, LINK_SECRET: "a", LINK_SECRET_PREVIOUS: "" })).toMatchObject({ previous: undefined });
  expect(linkSecrets({ ...env, LINK_SECRET: "a", LINK_SECRET_PREVIOUS: "b" })).toMatchObject({ previous: "b" });
  expect(() => linkSecrets({ ...env, LINK_SECRET: "" })).toThrow("LINK_SECRET is not set");
});
