import { el } from "../dom.ts";
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
  return [el("h3", {}, "Recent requests"), table("Recent requests", columns, rows)];
}

function meaningOf(code: string): HTMLElement {
  return el("a", { href: `/docs?q=${code}` }, code);
}

/** In UTC, like the hours of the plots. */
function moment(iso: string): string {
  const day = new Date(iso).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
  return `${day}, ${iso.slice(11, 19)}`;
}
