import { describe, expect, it } from "vitest";
import { xmlTags } from "../../../src/pdf-file/xmp/xml-tags.ts";

const expandedIn = (text: string) =>
  [...xmlTags(text)].map((tag) => {
    if (tag === "broken") throw new Error("broken");
    return tag.expanded;
  });

describe("names with the addresses of their prefixes", () => {
  it("are those of the nearest declaration, whatever the prefix is", () => {
    expect(
      expandedIn('<a:b xmlns:a="u:"><a:c xmlns:a="v:"/><d xmlns="w:"/><131072:e xmlns:131072="x:"/></a:b>'),
    ).toEqual(["u:b", "v:c", "w:d", "x:e", "u:b"]);
  });

  it("have no address that is longer than any that is looked for: each element would get a copy of it", () => {
    const long = "u".repeat(100_000);
    const names = expandedIn(`<a:b xmlns:a="u:"><a:c xmlns:a="${long}"/><d xmlns="${long}"/></a:b>`);
    expect(names).toEqual(["u:b", "a:c", ":d", "u:b"]);
  });
});
