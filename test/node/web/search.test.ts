import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { describedFiles } from "../../../scripts/lib/described.ts";
import { guideFiles } from "../../../scripts/lib/guides.ts";
import { indexOf, matching } from "../../../web/src/docs/search.ts";

const PROJECT = path.resolve(import.meta.dirname, "../../..");

/** Questions as people ask them, and the guides or operations that answer them. */
const QUESTIONS: readonly (readonly [question: string, answers: readonly string[]])[] = [
  ["how do I crop a pdf to a part of the page", ["crop", "#cropPdf", "areas"]],
  ["remove white margins automatically", ["auto-crop"]],
  ["how can I split a pdf into single pages", ["split", "#splitPdf"]],
  ["split at bookmarks or chapters", ["split", "#splitPdf"]],
  ["convert jpg to pdf with margins", ["images", "#imageToPdf"]],
  ["heic from iphone not supported", ["not-offered", "images"]],
  ["set page size A5 landscape for html", ["html-options", "#htmlToPdf"]],
  ["my web fonts are missing in the header", ["html-options"]],
  ["header and footer with page numbers", ["html-options", "#htmlToPdf"]],
  ["make a pdf/a document", ["finishing", "conformance"]],
  ["password protect a pdf", ["finishing"]],
  ["factur-x zugferd invoice", ["finishing"]],
  ["how long is a download link valid", ["links"]],
  ["what is the maximum file size", ["limits", "uploading"]],
  ["what happens when I repeat a request twice", ["idempotency"]],
  ["error code 429 too many requests", ["errors"]],
  ["black out names and emails in a document", ["redaction", "#redactPdf"]],
  ["call the api from my browser cors", ["using-safely", "browsers"]],
  ["how do I run it on my own server", ["deployment"]],
  ["move from gotenberg to quire", ["from-gotenberg"]],
  ["does it delete my files", ["using-safely"]],
  ["which python client is there", ["clients"]],
];

it("questions as people ask them are answered by what is found first", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "guides-"));
  const guides = await guideFiles(path.join(PROJECT, "docs"), folder);
  await rm(folder, { recursive: true });
  const described = new Map(await describedFiles(PROJECT));
  const textOf = (name: string) => JSON.parse(guides.find((file) => file.path === name)!.text);
  const all = indexOf(textOf("docs/search.json"), JSON.parse(described.get("openapi.json")!));
  const isRight = (url: string, answers: readonly string[]) =>
    answers.some((one) => (one.startsWith("#") ? url.endsWith(one) : url.startsWith(`/docs/${one}#`)));
  const wrong = QUESTIONS.flatMap(([question, answers]) => {
    const url = matching(all, question)[0]?.url ?? "nothing";
    return isRight(url, answers) ? [] : [`${question}: ${url}`];
  });
  expect(QUESTIONS.length - wrong.length, wrong.join("\n")).toBeGreaterThanOrEqual(20);
}, 120_000);

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
  expect(matching(ALL, "page malformed")[0]?.title).toBe("INVALID_RANGES");
  expect(matching(ALL, "  ")).toEqual([]);
  expect(matching(ALL, "nothing of the kind")).toEqual([]);
});
