import { el } from "../dom.ts";
import { choice, field } from "../form.ts";
import { bytes, count, date, duration } from "../format.ts";
import { type Fault, type Percentiles, type Recent, type Tally, total } from "./tally.ts";

const MAX_FAULTS = 30;

type Cell = string | Node;
export type Column = [head: string, isNumber?: "number"];

/** A table that scrolls sideways in a narrow window. The first cell of each row is its heading. */
export function table(label: string, columns: Column[], rows: Cell[][]): HTMLElement {
  const kind = (index: number) => ({ class: columns[index]?.[1] });
  const head = el("tr", {}, ...columns.map(([text], index) => el("th", { scope: "col", ...kind(index) }, text)));
  const body = rows.map(([first, ...others]) =>
    el("tr", {}, el("th", { scope: "row" }, first), ...others.map((cell, index) => el("td", kind(index + 1), cell))),
  );
  return el(
    "div",
    { class: "table-scroll", tabindex: 0, role: "region", "aria-label": label },
    el("table", {}, el("thead", {}, head), el("tbody", {}, ...body)),
  );
}

export function operationTable(
  tallies: Tally[],
  operations: string[],
  latency: (Percentiles & { operation: string })[],
): HTMLElement {
  const rows = operations.map((operation) => {
    const own = tallies.filter((tally) => tally.operation === operation);
    const times = latency.find((one) => one.operation === operation);
    return [
      operation,
      count(total(own, "requests")),
      count(total(own, "errors")),
      bytes(total(own, "bytesIn")),
      bytes(total(own, "bytesOut")),
      ...(["p50", "p95", "p99"] as const).map((which) => (times ? duration(times[which]) : "—")),
    ];
  });
  const numbers = ["Requests", "Errors", "Received", "Produced", "p50", "p95", "p99"];
  return table("Usage by operation", [["Operation"], ...numbers.map((head): Column => [head, "number"])], rows);
}

/** Why requests were refused; each code leads to what it means. */
export function faultTable(faults: Fault[]): HTMLElement[] {
  if (faults.length === 0) return [];
  const rows = faults
    .slice(0, MAX_FAULTS)
    .map(({ day, operation, code, requests }) => [date(day), operation, meaningOf(code), count(requests)]);
  const columns: Column[] = [["Day"], ["Operation"], ["Code"], ["Requests", "number"]];
  return [el("h3", {}, "Why requests failed"), table("Failed requests by code", columns, rows)];
}

/** The latest requests one by one: how they ended, how long they took, and their id in the log. */
export function recentTable(recent: Recent[], names: Map<string, string>): HTMLElement[] {
  if (recent.length === 0) return [];
  const isOfAll = recent.some(({ keyId }) => keyId !== undefined);
  const rows = recent.map(({ at, keyId = "", operation, status, code, milliseconds, bytesIn, bytesOut, requestId }) => [
    el("span", { class: "moment" }, moment(at)),
    ...(isOfAll ? [names.get(keyId) ?? keyId] : []),
    operation,
    code === undefined ? String(status) : el("span", {}, `${status} `, meaningOf(code)),
    duration(milliseconds),
    bytes(bytesIn),
    bytes(bytesOut),
    el("code", { class: "small" }, requestId),
  ]);
  const columns: Column[] = [
    ["Time"],
    ...(isOfAll ? [["Key"] as Column] : []),
    ["Operation"],
    ["Answer"],
    ["Took", "number"],
    ["Received", "number"],
    ["Produced", "number"],
    ["Request id"],
  ];
  const shown = table("Recent requests", columns, rows);
  return [el("h3", {}, "Recent requests"), filterOf(recent, [...shown.querySelectorAll("tbody tr")]), shown];
}

const ANY = "";

/** Leaves the requests that ended with a code, or whose id contains what is typed. */
function filterOf(recent: Recent[], rows: Element[]): HTMLElement {
  const codes = [...new Set(recent.map(({ code }) => code ?? "No error"))].sort();
  const code = choice("Ended with", [[ANY, "Anything"], ...codes.map((one): [string, string] => [one, one])], ANY);
  const id = field("Request id", { type: "search", autocomplete: "off", spellcheck: "false" });
  const none = el("p", { class: "soft", role: "status" });
  const filter = () => {
    const wanted = id.input.value.trim().toLowerCase();
    for (const [index, row] of rows.entries()) {
      const one = recent[index] as Recent;
      const isOfCode = code.input.value === ANY || (one.code ?? "No error") === code.input.value;
      row.toggleAttribute("hidden", !isOfCode || !one.requestId.toLowerCase().includes(wanted));
    }
    const left = rows.filter((row) => !row.hasAttribute("hidden")).length;
    none.textContent = left === rows.length ? "" : `${count(left)} of ${count(rows.length)} requests.`;
  };
  for (const { input } of [code, id]) input.addEventListener("input", filter);
  return el("div", { class: "stack" }, el("div", { class: "row usage-choices" }, code.element, id.element), none);
}

function meaningOf(code: string): HTMLElement {
  return el("a", { class: "fault", href: `/docs?q=${code}` }, code);
}

/** By this machine's clock, like the hours of the plots. */
function moment(iso: string): string {
  const at = new Date(iso);
  const day = at.toLocaleDateString("en-GB", { day: "numeric", month: "short" });
  return `${day}, ${at.toLocaleTimeString("en-GB")}`;
}
