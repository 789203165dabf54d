import { expect, it } from "vitest";
import { matching } from "../../../web/src/docs/search.ts";

const ALL = [
  { title: "Split PDF › ranges", text: "Page ranges, a file each.", url: "/docs#splitPdf" },
  { title: "INVALID_RANGES", text: "A page range is malformed.", url: "/docs#splitPdf" },
  { title: "Limits", text: "What is enforced.", url: "/docs/start#limits" },
];

it("a search knows endings and other words for a thing, and guides come before internals", () => {
  const guides = [
    { title: "Inside › Splitting", text: "How a split is made.", url: "/docs/architecture#split" },
    { title: "Split", text: "Into files.", url: "/docs/split" },
    { title: "Limits", text: "The largest file is 50 MB.", url: "/docs/limits" },
    { title: "Deployment", text: "Run it in your own account.", url: "/docs/deployment" },
  ];
  expect(matching(guides, "splitting")[0]?.url).toBe("/docs/split");
  expect(matching(guides, "size limit")[0]?.url).toBe("/docs/limits");
  expect(matching(guides, "self-host")[0]?.url).toBe("/docs/deployment");
});

it("a search finds what has every word, and first what is called so", () => {
  expect(matching(ALL, "invalid_ranges")[0]?.title).toBe("INVALID_RANGES");
  expect(matching(ALL, "range").map(({ title }) => title)).toContain("Split PDF › ranges");
  expect(matching(ALL, "page malformed").map(({ title }) => title)).toEqual(["INVALID_RANGES"]);
  expect(matching(ALL, "  ")).toEqual([]);
  expect(matching(ALL, "nothing of the kind")).toEqual([]);
});
