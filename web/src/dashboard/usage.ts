import { el } from "../dom.ts";
import { choice } from "../form.ts";
import { bytes, count } from "../format.ts";
import { admin, commonLimits, type Hour, type Key, type Limits, type Usage } from "./admin.ts";
import { latencyPlot, legend, plot } from "./plot.ts";
import { faultTable, operationTable, recentTable } from "./tables.ts";
import { operationsOf, spansBetween } from "./tally.ts";

const ALL = "";
/** The account of those who have no key. */
const VISITORS: [id: string, name: string] = ["visitors", "Visitors without a key"];

/** Periods: the query, and its name in the form. */
const PERIODS: [query: string, text: string][] = [
  ["hours=24", "24 hours"],
  ["hours=168", "7 days"],
  ["days=30", "30 days"],
  ["days=90", "90 days"],
  ["days=365", "A year"],
];

/** The usage of all keys, or of one. */
export function usageSection(onError: (error: unknown) => void): {
  element: HTMLElement;
  show: (keys: Key[]) => void;
  choose: (id: string) => void;
} {
  const which = choice("Key", [[ALL, "All keys"], VISITORS], ALL);
  const period = choice("Period", PERIODS, "hours=24");
  const body = el("div", { class: "stack" });
  const element = el(
    "section",
    { class: "card stack", "aria-labelledby": "usage-title" },
    el(
      "div",
      { class: "section-head" },
      el("h2", { id: "usage-title", tabindex: -1 }, "Usage"),
      el("div", { class: "row usage-choices" }, which.element, period.element),
    ),
    body,
  );
  let latest = 0;
  let known: Key[] = [];
  async function load(): Promise<void> {
    latest += 1;
    const mine = latest;
    try {
      const id = which.input.value || undefined;
      const [usage, common] = await Promise.all([admin.usage(id, period.input.value), commonLimits()]);
      const own = known.find((key) => key.id === id)?.limits;
      const limits = id === VISITORS[0] ? common.ofVisitors : { ...common.ofKeys, ...own };
      const thisHour = usage.hour ? [hourLine(usage.hour, limits)] : [];
      if (mine === latest) body.replaceChildren(...thisHour, ...drawn(usage, known));
    } catch (error) {
      onError(error);
    }
  }
  which.input.addEventListener("change", () => void load());
  period.input.addEventListener("change", () => void load());
  return {
    element,
    show(keys) {
      known = keys;
      const chosen = which.input.value;
      const named = keys.map(({ id, name }) => [id, `${name} (${id})`] as const);
      const options = ([[ALL, "All keys"], VISITORS, ...named] as const).map(([value, text]) =>
        el("option", { value }, text),
      );
      which.input.replaceChildren(...options);
      which.input.value = options.some(({ value }) => value === chosen) ? chosen : ALL;
      void load();
    },
    choose(id) {
      which.input.value = id;
      void load();
      document.getElementById("usage-title")?.focus();
    },
  };
}

/** What a key has used of its limits in the current hour. */
function hourLine(hour: Hour, limits: Limits): HTMLElement {
  const browsers = `${count(hour.browserSeconds)} of ${count(limits.browserSecondsPerHour ?? 0)} browser seconds`;
  const stored = `${bytes(hour.storedBytes)} of ${bytes(limits.storedBytesPerHour ?? 0)} stored`;
  const atOnce = `${count(limits.concurrentRequests ?? 0)} requests at once`;
  const split = `${bytes(limits.splitOutputBytes ?? 0)} per split`;
  return el("p", { class: "soft" }, `This hour: ${browsers}, ${stored}. Limits: ${atOnce}, ${split}.`);
}

function drawn({ from, to, usage: tallies, latency, faults, recent }: Usage, keys: Key[]): HTMLElement[] {
  const names = new Map([VISITORS, ...keys.map(({ id, name }) => [id, name] as const)]);
  const listed = [...faultTable(faults), ...recentTable(recent, names)];
  if (tallies.length === 0) return [el("p", { class: "soft" }, "No requests in this period."), ...listed];
  const operations = operationsOf(tallies);
  const spans = spansBetween(from, to);
  const common = { tallies, spans, operations };
  const plots = el(
    "div",
    { class: "plots" },
    plot({ ...common, title: "Requests", measure: "requests", format: count }),
    plot({ ...common, title: "Errors", measure: "errors", format: count }),
    latencyPlot(latency.bySpan, spans),
    plot({ ...common, title: "Received", measure: "bytesIn", format: bytes }),
    plot({ ...common, title: "Produced", measure: "bytesOut", format: bytes }),
  );
  const times = el(
    "p",
    { class: "small soft" },
    `Hours are those of this machine (${Intl.DateTimeFormat().resolvedOptions().timeZone}), days those of UTC. Latency is from a request's arrival to the start of its answer: half of the requests took no longer than p50, 95 of 100 no longer than p95.`,
  );
  return [legend(operations), plots, operationTable(tallies, operations, latency.byOperation), times, ...listed];
}
