import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { hostNames, linkSecrets, mostBrowsers } from "../../src/api/settings.ts";

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

it("the API and the downloads have hosts of their own, whatever their ports", () => {
  const named = (API_ORIGIN: string, DOWNLOAD_ORIGIN: string) => () =>
    hostNames({ ...env, API_ORIGIN, DOWNLOAD_ORIGIN });
  expect(named("https://api.test.", "http://files.test:8080/x")()).toEqual({
    api: { name: "api.test", secure: true },
    downloads: { name: "files.test", secure: false },
  });
  expect(named("https://api.test", "https://API.test.:8443")).toThrow("must have different host names");
  expect(named("api.test", "https://files.test")).toThrow("API_ORIGIN must be an address");
});
