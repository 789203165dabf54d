import { el } from "../dom.ts";
import { choice } from "../form.ts";
import { bytes, count, date, duration } from "../format.ts";
import { admin, commonLimits, type Hour, type Key, type Limits } from "./admin.ts";
import { legend, plot } from "./plot.ts";
import { daysBetween, type Fault, operationsOf, type Tally, total } from "./tally.ts";

const ALL = "";

/** What all keys did, or one of them. */
export function usageSection(onError: (error: unknown) => void): {
  element: HTMLElement;
  show: (keys: Key[]) => void;
  choose: (id: string) => void;
} {
  const which = choice("Key", [[ALL, "All keys"]], ALL);
  const days = choice(
    "Period",
    [
      ["7", "7 days"],
      ["30", "30 days"],
      ["90", "90 days"],
      ["365", "A year"],
    ],
    "30",
  );
  const body = el("div", { class: "stack" });
  const element = el(
    "section",
    { class: "card stack", "aria-labelledby": "usage-title" },
    el(
      "div",
      { class: "section-head" },
      el("h2", { id: "usage-title", tabindex: -1 }, "Usage"),
      el("div", { class: "row usage-choices" }, which.element, days.element),
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
      const [{ from, to, hour, usage, faults }, common] = await Promise.all([
        admin.usage(id, Number(days.input.value)),
        commonLimits(),
      ]);
      const limits = { ...common, ...known.find((key) => key.id === id)?.limits };
      const thisHour = hour ? [hourLine(hour, limits)] : [];
      if (mine === latest)
        body.replaceChildren(...thisHour, ...drawn(usage, daysBetween(from, to)), ...faultTable(faults));
    } catch (error) {
      onError(error);
    }
  }
  which.input.addEventListener("change", () => void load());
  days.input.addEventListener("change", () => void load());
  return {
    element,
    show(keys) {
      known = keys;
      const chosen = which.input.value;
      const options = keys.map(({ id, name }) => el("option", { value: id }, `${name} (${id})`));
      which.input.replaceChildren(el("option", { value: ALL }, "All keys"), ...options);
      which.input.value = keys.some(({ id }) => id === chosen) ? chosen : ALL;
      void load();
    },
    choose(id) {
      which.input.value = id;
      void load();
      document.getElementById("usage-title")?.focus();
    },
  };
}

/** What a key has used of its limits in the hour that runs. */
function hourLine(hour: Hour, limits: Limits): HTMLElement {
  const browsers = `${count(hour.browserSeconds)} of ${count(limits.browserSecondsPerHour ?? 0)} s of browsers`;
  const stored = `${bytes(hour.storedBytes)} of ${bytes(limits.storedBytesPerHour ?? 0)} stored`;
  const atOnce = `${count(limits.concurrentRequests ?? 0)} requests at a time`;
  const split = `${bytes(limits.splitOutputBytes ?? 0)} a split`;
  return el("p", { class: "soft" }, `In this hour: ${browsers}, ${stored}. At most ${atOnce}, ${split}.`);
}

function drawn(tallies: Tally[], days: string[]): HTMLElement[] {
  if (tallies.length === 0) return [el("p", { class: "soft" }, "Nothing was done in this time.")];
  const operations = operationsOf(tallies);
  const common = { tallies, days, operations };
  const plots = el(
    "div",
    { class: "plots" },
    plot({ ...common, title: "Requests", measure: "requests", format: count }),
    plot({ ...common, title: "Errors", measure: "errors", format: count }),
    plot({ ...common, title: "Received", measure: "bytesIn", format: bytes }),
    plot({ ...common, title: "Produced", measure: "bytesOut", format: bytes }),
    plot({ ...common, title: "Time", measure: "milliseconds", format: duration }),
  );
  return [legend(operations), plots, table(tallies, operations)];
}

const MOST_FAULTS = 30;

/** Why requests were refused; each code leads to what it means. */
function faultTable(faults: Fault[]): HTMLElement[] {
  if (faults.length === 0) return [];
  const rows = faults
    .slice(0, MOST_FAULTS)
    .map(({ day, operation, code, requests }) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, date(day)),
        el("td", {}, operation),
        el("td", {}, el("a", { href: `/docs?q=${code}` }, code)),
        el("td", { class: "number" }, count(requests)),
      ),
    );
  const heads = ["Day", "Operation", "Code"].map((text) => el("th", { scope: "col" }, text));
  const head = el("tr", {}, ...heads, el("th", { scope: "col", class: "number" }, "Requests"));
  return [
    el("h3", {}, "Why requests failed"),
    el(
      "div",
      { class: "table-scroll", tabindex: 0, role: "region", "aria-label": "Failed requests by code" },
      el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows)),
    ),
  ];
}

function table(tallies: Tally[], operations: string[]): HTMLElement {
  const rows = operations.map((operation) => {
    const own = tallies.filter((tally) => tally.operation === operation);
    const requests = total(own, "requests");
    const figures = [
      count(requests),
      count(total(own, "errors")),
      bytes(total(own, "bytesIn")),
      bytes(total(own, "bytesOut")),
      duration(total(own, "milliseconds") / Math.max(requests, 1)),
    ];
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, operation),
      ...figures.map((text) => el("td", { class: "number" }, text)),
    );
  });
  const heads = ["Requests", "Errors", "Received", "Produced", "Time each"];
  const head = el(
    "tr",
    {},
    el("th", { scope: "col" }, "Operation"),
    ...heads.map((text) => el("th", { scope: "col", class: "number" }, text)),
  );
  return el(
    "div",
    { class: "table-scroll", tabindex: 0, role: "region", "aria-label": "Usage by operation" },
    el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows)),
  );
}
