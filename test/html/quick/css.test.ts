import { expect, it } from "vitest";
import { inlineCss } from "../../../src/html/quick/css.ts";
import type { Gatherer } from "../../../src/html/resources/gatherer.ts";

it("sheets that import each other without end are followed five deep", async () => {
  let asked = 0;
  const gatherer = {
    resource: async () => {
      asked++;
      // Were there no bound, the test ends all the same.
      const text = asked < 50 ? `@import "next.css"; .sheet${asked} {}` : "";
      return { type: "text/css", bytes: new TextEncoder().encode(text) };
    },
    inline: async () => {},
  } as unknown as Gatherer;
  const css = await inlineCss(`@import "first.css"`, new URL("https://site.example/"), gatherer);
  expect(asked).toBe(5);
  expect(css.match(/\.sheet\d/g)).toEqual([".sheet5", ".sheet4", ".sheet3", ".sheet2", ".sheet1"]);
});
