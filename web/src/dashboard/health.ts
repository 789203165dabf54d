import { announce, el } from "../dom.ts";
import { count, duration } from "../format.ts";
import { admin, type Health, type Usage } from "./admin.ts";
import { type Column, table } from "./tables.ts";
import { total } from "./tally.ts";

/**
 * A figure of the last 24 hours, and the threshold of docs/run/operations.md above which somebody should look into it.
 */
export interface Sign {
  name: string;
  value: string;
  isHigh: boolean;
  highFrom: string;
}

/** For all keys together. */
export function signsOf({ usage, faults, counts }: Pick<Usage, "usage" | "faults" | "counts">): Sign[] {
  const requests = total(usage, "requests");
  const refused = (code: RegExp) =>
    faults.filter((fault) => code.test(fault.code)).reduce((sum, fault) => sum + fault.requests, 0);
  const counted = (...names: string[]) =>
    counts.filter(({ what }) => names.includes(what)).reduce((sum, one) => sum + one.count, 0);
  const fallbacks = counted("browser-quick-action");
  const documents = fallbacks + counted("browser-shared-session", "browser-new-session");
  const share = (name: string, part: number, whole: number, most: number): Sign => {
    const isHigh = part > 0 && part / whole > most / 100;
    const value = whole === 0 ? "—" : `${((100 * part) / whole).toFixed(1)} % (${count(part)})`;
    return { name, value, isHigh, highFrom: `${most} %` };
  };
  return [
    { name: "Requests", value: count(requests), isHigh: false, highFrom: "" },
    share("All errors", total(usage, "errors"), requests, 20),
    share("Server errors (500)", refused(/^(PROCESSING|SPLIT)_FAILED$/), requests, 1),
    share("Busy (503)", refused(/^BUSY$/), requests, 1),
    share("HTML rendered by the fallback", fallbacks, documents, 1),
    share("Renders behind the weaker seal", counted("weaker-seal"), documents, 0),
    share("Documents that launched a browser", counted("launched-browser"), documents, 50),
  ];
}

/** What is above its threshold comes first; otherwise a line is enough. */
export function lineOf(signs: readonly Sign[]): { text: string; isHigh: boolean } {
  const high = signs.filter(({ isHigh }) => isHigh);
  const of = `Last 24 hours, requests: ${signs[0]?.value}.`;
  if (high.length === 0) return { text: `${of} Nothing is above its threshold.`, isHigh: false };
  const named = high.map(({ name, value, highFrom }) => `${name}: ${value}, threshold ${highFrom}.`);
  return { text: [of, ...named].join(" "), isHigh: true };
}

/** The health of the service, for its operator: a line, and all of it when that is opened. */
export function healthSection(onError: (error: unknown) => void): HTMLElement {
  const signs = el("div");
  const line = el("span", { class: "small soft" }, "…");
  const steps = el("div", { "aria-live": "polite" });
  const look = el("button", { type: "button" }, "Run a check");
  look.addEventListener("click", async () => {
    look.disabled = true;
    steps.replaceChildren(el("p", { class: "soft" }, "A page is rendered, a file stored, linked and read back …"));
    try {
      const health = await admin.health();
      steps.replaceChildren(stepTable(health));
      announce(`The service is ${health.status}.`);
    } catch (error) {
      steps.replaceChildren();
      onError(error);
    } finally {
      look.disabled = false;
    }
  });
  void admin.usage(undefined, "hours=24").then((usage) => {
    const { text, isHigh } = lineOf(signsOf(usage));
    line.textContent = text;
    line.className = isHigh ? "small error" : "small soft";
    signs.replaceChildren(signTable(usage));
  }, onError);
  return el(
    "details",
    { class: "card health" },
    el("summary", {}, el("h2", {}, "Health"), line),
    el("p", {}, look),
    steps,
    el(
      "p",
      { class: "small soft" },
      "All keys, over the last 24 hours. Errors by code are counted by UTC day. Latency is under Usage.",
    ),
    signs,
  );
}

function signTable(usage: Usage): HTMLElement {
  const columns: Column[] = [["Measure"], ["Value", "number"], ["Alert above", "number"], ["State"]];
  const rows = signsOf(usage).map(({ name, value, isHigh, highFrom }) => [
    name,
    value,
    highFrom,
    isHigh ? tag("expired", "check") : tag("valid", "ok"),
  ]);
  return table("Health over the last 24 hours", columns, rows);
}

const COLOURS = { ok: "valid", degraded: "expired", failed: "revoked" };

function stepTable({ steps }: Health): HTMLElement {
  const columns: Column[] = [["Step"], ["State"], ["Took", "number"], ["Result"]];
  const rows = steps.map(({ step, state, milliseconds, said }) => [
    step,
    tag(COLOURS[state], state),
    duration(milliseconds),
    said,
  ]);
  return table("Steps of the check", columns, rows);
}

function tag(colour: string, text: string): HTMLElement {
  return el("span", { class: `tag ${colour}` }, text);
}
