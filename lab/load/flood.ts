import { putKey } from "../../scripts/lib/local-keys.ts";
import { LIMITS } from "../../src/api/limits.ts";
import { generateKey } from "../../src/keys/format.ts";
import { tinyPdf } from "../../test/fixtures/pdf.ts";
import { type Answer, type Sending, send } from "../bench/lib/http.ts";
import { startLocalService } from "../bench/lib/local-service.ts";
import { table } from "../bench/lib/report.ts";
import { filePart, postJson, upload } from "../bench/lib/requests.ts";
import { percentile } from "../bench/lib/statistics.ts";

/**
 * What a flooding customer sends at once, and again when a refusal allows it: many times what a key may have under way.
 */
const FLOOD = 400;
/** Requests at a time, as many as a key may have under way: the neighbour's, and the most that a flood can hold. */
const FULL = LIMITS.key.concurrentRequests;
/** Every fourth request is a split, the others are renders. */
const SPLIT_EVERY = 4;
const WARM = 48;
/** The neighbour's requests. Each run has its own keys, and this number is below what a key may ask in a minute. */
const WORK = 120;
const LEAST_SHARE = 0.5;
/**
 * Two customers who do the same at the same time get half each, give or take chance: three in a hundred for 240
 * requests.
 */
const CHANCE = 0.05;

type Kind = "render" | "split";
const KINDS = ["render", "split"] as const;

interface Done {
  kind: Kind;
  ms: number;
  /** How many milliseconds the service worked on it. */
  underWayMs: number;
}

interface Customer {
  name: string;
  key: string;
  lanes: number;
  sent: number;
  done: Done[];
  /** How often it was refused or failed, and why. */
  refused: Map<string, number>;
  failed: Map<string, number>;
}

interface Run {
  neighbour: Customer;
  other?: Customer;
  ms: number;
}

const html = `<!doctype html><h1>Invoice</h1>${"<p>Item 10.00</p>".repeat(30)}`;
const pdf = tinyPdf(40);

/**
 * A neighbour does its work alone, then beside a customer who sends four hundred requests at once, then beside one who
 * holds all the places that a key may have, all the time. Its work is measured, not a span of time: in the first
 * seconds of a flood the local front takes connections, and no request ends.
 */
export async function floodRun(): Promise<{ text: string; isGood: boolean }> {
  return report([
    await runOf(newCustomer("alone", FULL)),
    await runOf(newCustomer("beside a flood", FULL), newCustomer("the flood: 400 at once", FLOOD)),
    await runOf(newCustomer("beside a full share", FULL), newCustomer("the full share: 24 always", FULL)),
  ]);
}

/** Each run has its own service, so that nothing is left from the run before. */
async function runOf(neighbour: Customer, other?: Customer): Promise<Run> {
  const service = await startLocalService({}, async (state) => {
    for (const [index, { key, name }] of [neighbour, ...(other ? [other] : [])].entries()) {
      await putKey({ state }, key, { id: `flood-${index}`, name, createdAt: new Date().toISOString() });
    }
  });
  try {
    // Browsers are started, and code is compiled, before anything is counted.
    const warm = { ...newCustomer("warm", FULL), key: service.key };
    // All requests are awaited: the local front does not tell the service when clients disconnect.
    await lanes(service.api, warm, () => warm.sent < WARM, new AbortController().signal);
    return await besides(service.api, neighbour, other);
  } finally {
    await service.stop();
  }
}

function report(runs: readonly Run[]): { text: string; isGood: boolean } {
  const rows = runs.flatMap(({ neighbour, other, ms }) =>
    [neighbour, ...(other ? [other] : [])].flatMap((customer) => KINDS.map((kind) => rowOf(customer, kind, ms))),
  );
  const lines = table(["customer", "what", "done", "a second", "under way (mean)", "p50 ms", "p95 ms"], rows);
  let isGood = true;
  for (const { neighbour, other } of runs) {
    const troubles = [...neighbour.refused, ...neighbour.failed];
    lines.push("", `${neighbour.name}: the neighbour met ${list(troubles)}.`);
    // Full browsers are the machine's limit and nobody's fault. The neighbour must not be refused by its own limits,
    // and none of its requests may fail.
    isGood &&= troubles.every(([what]) => what.startsWith("503:"));
    if (!other) continue;
    for (const [what, share] of sharesOf(neighbour, other)) {
      const isMet = share >= LEAST_SHARE - CHANCE;
      isGood &&= isMet;
      lines.push(
        "",
        `${neighbour.name}: the neighbour had ${percent(share)} of ${what}; half is asked for: ${isMet ? "met" : "NOT met"}.`,
      );
    }
    lines.push("", `${other.name}: refused ${list([...other.refused])}; failed ${list([...other.failed])}.`);
  }
  const verdict = isGood
    ? "kept half of everything, and its limits let it"
    : "did NOT keep half of everything undisturbed";
  lines.push("", `The neighbour ${verdict}.`);
  return { text: lines.join("\n"), isGood };
}

/** The work that is done, and the places in browsers, by the time that renders take in the service. */
function sharesOf(neighbour: Customer, other: Customer): [what: string, share: number][] {
  const places = ({ done }: Customer) =>
    done.reduce((sum, { kind, underWayMs }) => sum + (kind === "render" ? underWayMs : 0), 0);
  const share = (count: (customer: Customer) => number) => count(neighbour) / (count(neighbour) + count(other));
  return [
    ["what was done", share(({ done }) => done.length)],
    ["the browsers' places", share(places)],
  ];
}

function rowOf({ name, done }: Customer, kind: Kind, ms: number): string[] {
  const own = done.filter((each) => each.kind === kind);
  const times = own.map((each) => each.ms);
  const of = (part: number) => (own.length === 0 ? "–" : percentile(times, part).toFixed(0));
  const underWay = own.reduce((sum, { underWayMs }) => sum + underWayMs, 0) / ms;
  return [
    name,
    `${kind}s`,
    `${own.length}`,
    ((own.length * 1000) / ms).toFixed(1),
    underWay.toFixed(1),
    of(50),
    of(95),
  ];
}

function list(counts: readonly [string, number][]): string {
  return counts.map(([why, count]) => `${count} × ${why}`).join(", ") || "nothing";
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function newCustomer(name: string, lanes: number): Customer {
  return { name, key: generateKey(), lanes, sent: 0, done: [], refused: new Map(), failed: new Map() };
}

/** The neighbour's work, and the other customer's until that is done. */
async function besides(api: string, neighbour: Customer, other?: Customer): Promise<Run> {
  const ending = new AbortController();
  const busy = other ? lanes(api, other, () => true, ending.signal) : Promise.resolve();
  const started = performance.now();
  await workOf(api, neighbour, WORK);
  const ms = performance.now() - started;
  ending.abort();
  await busy;
  return { neighbour, ...(other ? { other } : {}), ms };
}

/**
 * All lanes are busy until this many requests are done. Otherwise a last slow request, with nobody beside it, would
 * count for the other customer.
 */
async function workOf(api: string, customer: Customer, requests: number): Promise<void> {
  const ending = new AbortController();
  const goesOn = () => {
    if (customer.done.length >= requests) ending.abort();
    return !ending.signal.aborted;
  };
  await lanes(api, customer, goesOn, ending.signal);
}

async function lanes(api: string, customer: Customer, goesOn: () => boolean, ending: AbortSignal): Promise<void> {
  await Promise.all(Array.from({ length: customer.lanes }, () => lane(api, customer, goesOn, ending)));
}

async function lane(api: string, customer: Customer, goesOn: () => boolean, ending: AbortSignal): Promise<void> {
  while (!ending.aborted && goesOn()) {
    const kind: Kind = ++customer.sent % SPLIT_EVERY === 0 ? "split" : "render";
    const answer = await send({ ...request(api, customer.key, kind), discard: false, signal: ending }).catch(
      (error: Error) => error,
    );
    // What ends after the neighbour's work was done beside nobody.
    if (ending.aborted) return;
    if (answer instanceof Error) note(customer.failed, answer.message);
    else if (answer.status === 200) {
      const underWayMs = Number(/total;dur=([\d.]+)/.exec(String(answer.headers["server-timing"]))?.[1]);
      customer.done.push({ kind, ms: answer.ms, underWayMs });
    } else {
      const isRefused = answer.status === 429 || answer.status === 503;
      note(isRefused ? customer.refused : customer.failed, why(answer));
      await pause(Number(answer.headers["retry-after"] ?? 1) * 1000, ending);
    }
  }
}

/** Every answer of the service has an id. One without was made by what stands in front of it. */
function why({ status, headers, body }: Answer): string {
  const text = Buffer.from(body).toString();
  const message = /"message":\s*"([^"]*)"/.exec(text)?.[1] ?? text.split("\n")[0] ?? "";
  return `${status}${headers["x-request-id"] === undefined ? " without an id" : ""}: ${message.slice(0, 90)}`;
}

function note(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

function pause(ms: number, ending: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    ending.addEventListener("abort", end, { once: true });
  });
}

function request(api: string, key: string, kind: Kind): Sending {
  if (kind === "render") return postJson({ api, key }, "/v1/convert/html-to-pdf", { html }, "binary");
  const parts = [
    filePart("forty.pdf", pdf),
    { name: "splitMode", value: "ranges" },
    { name: "ranges", value: '["1-10","11-20","21-30","31-40"]' },
  ];
  return upload({ api, key }, "/v1/pdf/split", parts, "json");
}
