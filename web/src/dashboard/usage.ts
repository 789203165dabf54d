import { el } from "../dom.ts";
import { choice } from "../form.ts";
import { bytes, count, duration } from "../format.ts";
import { admin, type Key } from "./admin.ts";
import { legend, plot } from "./plot.ts";
import { daysBetween, operationsOf, type Tally, total } from "./tally.ts";

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
  async function load(): Promise<void> {
    latest += 1;
    const mine = latest;
    try {
      const { from, to, usage } = await admin.usage(which.input.value || undefined, Number(days.input.value));
      if (mine === latest) body.replaceChildren(...drawn(usage, daysBetween(from, to)));
    } catch (error) {
      onError(error);
    }
  }
  which.input.addEventListener("change", () => void load());
  days.input.addEventListener("change", () => void load());
  return {
    element,
    show(keys) {
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
