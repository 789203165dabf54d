import { beforeAll, it, vi } from "vitest";
import { OFFERS, operationsOf } from "../../../src/api/operations/index.ts";
import { tinyPdf } from "../../fixtures/pdf.ts";
import { type TestApi, testApi } from "../../support/api.ts";
import { expectTable, wrapped } from "../../support/recorded/lines.ts";
import { answerInWords } from "./answer-in-words.ts";

/** A request, to the service or to a link that it gave. */
export interface Asked {
  name: string;
  path: string;
  init?: RequestInit;
}

/** No session is to be had; the quick action prints. */
const BROWSER = {
  fetch: async () => new Response("down", { status: 500 }),
  quickAction: async () => new Response(tinyPdf(1)),
} as unknown as Env["BROWSER"];
/** A host of the kind that development allows is asked without resolving its name first. */
export const SITE = "http://127.0.0.1:9000";
const ENVIRONMENT = { BROWSER, QUIRE_ENV: "development", ALLOW_LOOPBACK_HOSTS: "127.0.0.1:9000" };

let api: TestApi;

/**
 * Tests that each request is answered as the table beside it says. After an intended change `npm run record --
 * test/api` writes the tables again: their difference shows what changes for clients.
 */
export function recordedAnswers(
  chapters: Record<string, (ask: Ask, api: TestApi) => Iterable<Asked> | AsyncIterable<Asked>>,
): void {
  beforeAll(async () => {
    api = await testApi(await operationsOf(OFFERS));
    for (const stream of ["log", "warn", "error"] as const) {
      vi.spyOn(console, stream).mockImplementation(() => undefined);
    }
  });

  it.each(Object.entries(chapters))("%s", async (chapter, requests) => {
    const ask: Ask = (path, init = {}) => api.request(path, init, ENVIRONMENT);
    const alike = new Map<string, string[]>();
    const usual: Usual = {};
    for await (const { name, path, init } of requests(ask, api)) {
      const answer = await answerTo(path, init, ask);
      const link = /"downloadUrl":"([^"]+)"/.exec(await answer.clone().text())?.[1];
      const file = link && `its file: ${await answerInWords(await api.follow(link), ["content-disposition"])}`;
      const text = [differing(await answerInWords(answer), name, usual), ...(file ? [file] : [])].join("\n");
      alike.set(text, [...(alike.get(text) ?? []), name]);
    }
    const rows = [...alike].flatMap(([text, names]) => `${names.join(" · ")} → ${text}`.split("\n"));
    await expectTable(chapter, rows.flatMap(wrapped));
  });
}

/** The first success of a chapter, which is told as a whole, and its name. */
interface Usual {
  name?: string;
  members?: Record<string, string>;
}

/** Of other successes only the members that differ from those of the first are told. */
function differing(text: string, name: string, usual: Usual): string {
  const [, head = "", body] = /^(200 · )(\{"success":true.*\})$/s.exec(text) ?? [];
  if (body === undefined) return text;
  const answer = Object.entries(JSON.parse(body.replaceAll(/:N\b/g, ':"N"')) as object);
  const members = Object.fromEntries(
    answer.map(([key, value]) => [key, `${JSON.stringify(key)}:${JSON.stringify(value)}`]),
  );
  if (usual.members === undefined) {
    Object.assign(usual, { name, members });
    return text;
  }
  const others = Object.entries(members).filter(([key, member]) => usual.members?.[key] !== member);
  const missing = Object.keys(usual.members).filter((key) => !(key in members));
  const differences = [...others.map(([, member]) => member), ...missing.map((key) => `no ${key}`)];
  return `${head}as for “${usual.name}”${differences.length > 0 ? `, but ${differences.join(", ")}` : ""}`;
}

export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** Links lead to the other host. */
function answerTo(path: string, init: RequestInit | undefined, ask: Ask): Promise<Response> {
  return path.startsWith("https://files.quire.test/") ? api.follow(path, init) : ask(path, init);
}
