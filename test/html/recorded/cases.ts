import { HtmlProblem, SessionProblem } from "../../../src/html/html-problem.ts";
import type { Answer } from "../../support/scripted-browser.ts";
import { type Page, service } from "../session/service.ts";
import type { Row } from "./table.ts";

export type Service = ReturnType<typeof service>;

/** A render by a service whose browsers answer some commands in another way. */
export interface Case {
  fields?: object;
  answers?: Record<string, Answer>;
  page?: Page;
  /** What happens before it to the service. */
  prepare?: (made: Service) => unknown;
}

/** One row for each case: what came of it, and what is shown of the service that rendered it. */
export const cases = (all: Record<string, Case>, shown: (made: Service) => unknown): Row[] =>
  Object.entries(all).map(([name, { fields, answers, page, prepare }]) => [
    name,
    async () => {
      const made = service(answers);
      await prepare?.(made);
      const came = outcome(await made.render(fields, page));
      return [came, shown(made)].map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join(" ");
    },
  ]);

function outcome(rendering: object): unknown {
  if ("pieces" in rendering) {
    const { method, documentBytes, pieces } = rendering as { method: string; documentBytes: number; pieces: [] };
    return [method === "browser-new-session" ? "printed" : method, documentBytes || "", pieces.length].join(" ");
  }
  if (rendering instanceof HtmlProblem) {
    const { kind, field, message, retryAfter, faults } = rendering;
    return { kind, field, message, retryAfter, faults };
  }
  if (!(rendering instanceof SessionProblem)) throw rendering;
  const { message, ...facts } = rendering;
  return [message, ...Object.entries(facts).flatMap(([fact, is]) => (is === true ? fact : []))];
}

/** The times for which places in browsers were held, and what the operator is told. */
export const times = ({ times: held, notes: { launches, sealing, waitedMs, problems } }: Service) =>
  JSON.stringify({
    held,
    launches,
    sealing,
    waitedMs: waitedMs || undefined,
    problems: problems.join("; ") || undefined,
  });

export const refuses = (message: string) => (): never => {
  throw new Error(message);
};

/** Answers so where it is asked for this, and else as usual. */
export const where =
  (isAsked: (params: Record<string, unknown>, sessionId: string) => unknown, answer: Answer): Answer =>
  (asked) =>
    isAsked(asked.params, asked.sessionId ?? "") ? answer(asked) : undefined;

/** What expressions of the page come to, by how they begin. */
export const evaluates = (values: Record<string, (() => unknown) | unknown>): Record<string, Answer> => ({
  "Runtime.evaluate": ({ params }) => {
    const begin = Object.keys(values).find((text) => (params.expression as string).startsWith(text));
    if (begin === undefined) return undefined;
    const value = values[begin];
    return { result: { value: typeof value === "function" ? value() : value } };
  },
});
