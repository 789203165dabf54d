import { beforeAll, expect, it, vi } from "vitest";
import { OFFERS, operationsOf } from "../../src/api/operations/index.ts";
import { tinyPdf } from "../fixtures/pdf.ts";
import { errorOf, type TestApi, testApi } from "../support/api.ts";
import { assemblies } from "./mistakes/assemble.ts";
import { bodies } from "./mistakes/bodies.ts";
import { convert } from "./mistakes/convert.ts";
import { crops } from "./mistakes/crop.ts";
import type { Mistake } from "./mistakes/mistake.ts";
import { parameters } from "./mistakes/parameters.ts";
import { sources } from "./mistakes/pdf-sources.ts";
import { redactions } from "./mistakes/redact.ts";
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
  "Assembled documents": assemblies,
  Redactions: redactions,
  Conversions: convert,
};

let api: TestApi;
beforeAll(async () => {
  api = await testApi(await operationsOf(OFFERS));
  for (const stream of ["log", "warn", "error"] as const) vi.spyOn(console, stream).mockImplementation(() => undefined);
});

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/** What the client reads: the error's message, or a success's message and warnings. */
async function row([name, path, init]: Mistake): Promise<string> {
  const response = await api.request(path, init, { BROWSER });
  const cells = [name];
  if (response.ok) {
    const { message, warnings = [] } = (await response.json()) as { message: string; warnings?: string[] };
    cells.push(String(response.status), [message, ...warnings].join(" "));
  } else {
    const { code, field, message } = await errorOf(response);
    cells.push([response.status, code, ...(field === undefined ? [] : [field])].join(" "), message);
  }
  return `| ${cells.map(cell).join(" | ")} |`;
}

it("docs/use/mistakes.md has a hundred mistakes as they are answered", async () => {
  const names = Object.values(chapters).flatMap((mistakes) => mistakes.map(([name]) => name));
  expect(names.length).toBeGreaterThanOrEqual(100);
  expect(new Set(names).size).toBe(names.length);
  const page = [
    "# Mistakes and their answers",
    "",
    "What a first call gets wrong, and what the service says. `test/api/mistakes.test.ts` sends every row to the service, and",
    "fails when an answer differs from this page; `npm run record` writes the page again. All codes are in the table of",
    "errors at `/openapi.json`.",
    "",
  ];
  for (const [title, mistakes] of Object.entries(chapters)) {
    page.push(
      `## ${title}`,
      "",
      "| what is sent | status, code, field | what the answer says |",
      "| --- | --- | --- |",
    );
    for (const mistake of mistakes) page.push(await row(mistake));
    page.push("");
  }
  await expect(
    page.join("\n"),
    "docs/use/mistakes.md is not what the service answers: whoever changes a message must run `npm run record`",
  ).toMatchFileSnapshot("../../docs/use/mistakes.md");
});
