import { beforeAll, describe, expect, it, vi } from "vitest";
import { OFFERS, operationsOf } from "../../src/api/operations/index.ts";
import { tinyPdf } from "../fixtures/pdf.ts";
import { errorOf, type TestApi, testApi } from "../support/api.ts";
import { bodies } from "./mistakes/bodies.ts";
import { convert } from "./mistakes/convert.ts";
import { crops } from "./mistakes/crop.ts";
import type { Mistake } from "./mistakes/mistake.ts";
import { parameters } from "./mistakes/parameters.ts";
import { sources } from "./mistakes/pdf-sources.ts";
import { requests } from "./mistakes/requests.ts";
import { splits } from "./mistakes/split.ts";

/** No session is to be had; the quick action prints. */
const BROWSER = {
  fetch: async () => new Response("down", { status: 500 }),
  quickAction: async () => new Response(tinyPdf(1)),
} as unknown as Env["BROWSER"];

const chapters: Record<string, Mistake[]> = {
  Requests: [...requests, ...bodies, ...parameters],
  "Crop and split": [...sources, ...crops, ...splits],
  Conversions: convert,
};
const answers = new Map<Mistake, { answer: string; message: string }>();

let api: TestApi;
beforeAll(async () => {
  api = await testApi(await operationsOf(OFFERS));
  for (const stream of ["log", "warn", "error"] as const) vi.spyOn(console, stream).mockImplementation(() => undefined);
});

/** What the client reads: the error's message, or a success's message and warnings. */
async function ask({ path, init }: Mistake): Promise<{ answer: string; message: string }> {
  const response = await api.request(path, init, { BROWSER });
  if (response.ok) {
    const { message, warnings = [] } = (await response.json()) as { message: string; warnings?: string[] };
    return { answer: String(response.status), message: [message, ...warnings].join(" ") };
  }
  const { code, field, message } = await errorOf(response);
  return { answer: [response.status, code, ...(field === undefined ? [] : [field])].join(" "), message };
}

describe.each(Object.entries(chapters))("%s", (_, mistakes) => {
  it.each(mistakes)("$mistake", async (mistake) => {
    const told = await ask(mistake);
    // A search for faults repeats the test: the page has what was said first.
    if (!answers.has(mistake)) answers.set(mistake, told);
    expect(told).toEqual({ answer: mistake.answer, message: expect.stringContaining(mistake.says) });
  });
});

it("docs/use/mistakes.md has a hundred mistakes as they are answered (`npm run record` writes it)", async () => {
  const all = Object.values(chapters).flat();
  expect(all.length).toBeGreaterThanOrEqual(100);
  expect(new Set(all.map(({ mistake }) => mistake)).size).toBe(all.length);
  const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
  const chapter = ([title, mistakes]: [string, Mistake[]]) => [
    `## ${title}`,
    "",
    "| what is sent | status, code, field | what the answer says |",
    "| --- | --- | --- |",
    ...mistakes.map((mistake) => {
      const told = answers.get(mistake);
      return `| ${cell(mistake.mistake)} | ${cell(told?.answer ?? "")} | ${cell(told?.message ?? "")} |`;
    }),
    "",
  ];
  const page = [
    "# Mistakes and their answers",
    "",
    "What a first call gets wrong, and what the service says. `test/api/mistakes.test.ts` sends every row to the service, and",
    "fails when an answer differs from this page; `npm run record` writes the page again. All codes are in the table of",
    "errors at `/openapi.json`.",
    "",
    ...Object.entries(chapters).flatMap(chapter),
  ];
  await expect(
    page.join("\n"),
    "docs/use/mistakes.md is not what the service answers: whoever changes a message must run `npm run record`",
  ).toMatchFileSnapshot("../../docs/use/mistakes.md");
});
