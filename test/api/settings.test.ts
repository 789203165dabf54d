import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { mostBrowsers } from "../../src/api/settings.ts";

it("the operator says how many browsers the service may have", () => {
  expect(mostBrowsers({ ...env, BROWSERS: "100" } as Env)).toBe(100);
  const { BROWSERS: _, ...unsaid } = env;
  expect(mostBrowsers(unsaid as Env)).toBe(6);
  for (const wrong of ["", "0", "-1", "1.5", "many"]) {
    expect(() => mostBrowsers({ ...env, BROWSERS: wrong } as unknown as Env), wrong).toThrow("BROWSERS");
  }
});
