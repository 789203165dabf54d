import type { Statuses } from "../fields/fail-on.ts";
import type { HtmlOptions } from "../fields/options.ts";
import { HtmlProblem } from "../html-problem.ts";

/** Something that a page asked for and did not get. */
export interface Failure {
  url: string;
  reason: string;
  /** Set when a server answered at all. */
  status?: number;
}

type FaultRule = HtmlOptions["failOnResourceError"];

/** How many faults the message names; the list beside it has more. */
const NAMED = 5;

/** Whether a page that answers with the status is refused. */
export function refusesStatus(rule: HtmlOptions["failOnHttpStatus"], status: number): boolean {
  return typeof rule === "boolean" ? rule && status >= 400 : listed(rule, status);
}

/** Refuses a page for its faults, all of them at once. */
export function refuseFaults(
  { consoleErrors, failures }: { consoleErrors: readonly string[]; failures: readonly Failure[] },
  { failOnConsoleError, failOnResourceError }: Pick<HtmlOptions, "failOnConsoleError" | "failOnResourceError">,
): void {
  const errors = failOnConsoleError ? consoleErrors : [];
  const missing = failures.filter((failure) => counts(failure, failOnResourceError));
  const faults = [
    ...errors.map((error) => `A script of the page reported an error: ${error}`),
    ...missing.map(({ url, reason }) => `The page could not load ${url}: ${reason}`),
  ];
  if (faults.length === 0) return;
  const more = faults.length > NAMED ? ` And ${faults.length - NAMED} more, see \`faults\`.` : "";
  throw new HtmlProblem("input", `${faults.slice(0, NAMED).map(sentence).join(" ")}${more}`, {
    field: errors.length > 0 ? "failOnConsoleError" : "failOnResourceError",
    faults,
  });
}

function counts({ url, status }: Failure, rule: FaultRule): boolean {
  if (typeof rule === "boolean") return rule;
  const host = new URL(url).hostname;
  if (rule.domains && !rule.domains.some((domain) => isWithin(host, domain))) return false;
  if (rule.ignoreDomains?.some((domain) => isWithin(host, domain))) return false;
  if (status === undefined) return rule.unreachable !== false;
  return rule.statuses === undefined || listed(rule.statuses, status);
}

function isWithin(host: string, domain: string): boolean {
  const name = domain.toLowerCase().replace(/^\./, "").replace(/:\d+$/, "");
  return host === name || host.endsWith(`.${name}`);
}

function listed(statuses: Statuses, status: number): boolean {
  return statuses.some((item) => {
    if (typeof item === "number") return item === status;
    const [first = "", last = first] = item.toLowerCase().split("-");
    return status >= Number(first.replace("xx", "00")) && status <= Number(last.replace("xx", "99"));
  });
}

function sentence(fault: string): string {
  return /[.!?]$/.test(fault) ? fault : `${fault}.`;
}
