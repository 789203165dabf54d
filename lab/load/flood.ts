import { putKey } from "../../scripts/lib/local-keys.ts";
import { generateKey } from "../../src/keys/format.ts";
import { tinyPdf } from "../bench/inputs/tiny.ts";
import { type Sending, send } from "../bench/lib/http.ts";
import { startLocalService } from "../bench/lib/local-service.ts";
import { table } from "../bench/lib/report.ts";
import { filePart, postJson, upload } from "../bench/lib/requests.ts";
import { percentile } from "../bench/lib/statistics.ts";

interface Lanes {
  renders: number;
  splits: number;
}

/**
 * What a customer sends who floods, at once, and again when a refusal says that it may. Four times what a key may have under way, and as
 * many connections as were served without empty answers: of 400 at once some ended with 500 and no body.
 */
const FLOOD: Lanes = { renders: 75, splits: 25 };
/** As many at a time as a key may have under way, three renders to a split: what a neighbour does, and the most that a flood can hold. */
const FULL: Lanes = { renders: 18, splits: 6 };
/** A neighbour's work. Each run has keys of its own, and this many are below what a key may ask in a minute. */
const WORK = 120;
const LEAST_SHARE = 0.5;
/** Two who do the same beside each other get half each, give or take what chance gives one of them in so few requests. */
const CHANCE = 0.05;

interface Customer {
  name: string;
  key: string;
  lanes: Lanes;
  done: number[];
  /** Milliseconds in which its requests were under way in the service. */
  underWayMs: number;
  refused: number;
  /** How often what went wrong. */
  failed: Map<string, number>;
}

interface Run {
  neighbour: Customer;
  other?: Customer;
  ms: number;
}

type Kind = "render" | "split";

const html = `<!doctype html><h1>Invoice</h1>${"<p>Item 10.00</p>".repeat(30)}`;
const pdf = tinyPdf(40);

/**
 * A neighbour does its work alone, then beside one who sends a hundred requests at once, then beside one who has all the places that a
 * key may have, all the time. It is measured over its work, not over a time: in the first seconds of a flood the local front takes
 * connections and nobody's request ends.
 */
export async function floodRun(): Promise<{ text: string; isGood: boolean }> {
  return report([
    await runOf(newCustomer("alone", FULL)),
    await runOf(newCustomer("beside a flood", FULL), newCustomer("the flood: 100 at once", FLOOD)),
    await runOf(newCustomer("beside a full share", FULL), newCustomer("the full share: 24 always", FULL)),
  ]);
}

/** A service for each run: what one of them leaves behind is not the next one's. */
async function runOf(neighbour: Customer, other?: Customer): Promise<Run> {
  const service = await startLocalService({}, async (state) => {
    for (const [index, { key, name }] of [neighbour, ...(other ? [other] : [])].entries()) {
      await putKey({ state }, key, { id: `flood-${index}`, name, createdAt: new Date().toISOString() });
    }
  });
  try {
    // Browsers start, and code is compiled, before anything is counted.
    await workOf(service.api, { ...newCustomer("warm", FULL), key: service.key }, WORK / 4);
    return await besides(service.api, neighbour, other);
  } finally {
    await service.stop();
  }
}

function report(runs: readonly Run[]): { text: string; isGood: boolean } {
  const rows = runs.flatMap(({ neighbour, other, ms }) => [neighbour, ...(other ? [other] : [])].map(rowOf(ms)));
  const lines = table(
    ["customer", "done", "a second", "under way (mean)", "p50 ms", "p95 ms", "refused", "failed"],
    rows,
  );
  let isGood = runs.every(({ neighbour }) => neighbour.failed.size + neighbour.refused === 0);
  for (const { neighbour, other } of runs) {
    if (!other) continue;
    const throughput = neighbour.done.length / (neighbour.done.length + other.done.length);
    const places = neighbour.underWayMs / (neighbour.underWayMs + other.underWayMs);
    const isMet = throughput >= LEAST_SHARE - CHANCE;
    isGood &&= isMet;
    const shares = `${percent(throughput)} of what was done and ${percent(places)} of the time under way`;
    lines.push(
      "",
      `${neighbour.name}: the neighbour had ${shares}; half of what was done is asked for: ${isMet ? "met" : "NOT met"}.`,
    );
  }
  lines.push("", `The neighbour was ${isGood ? "" : "NOT always "}served without a refusal or a failure.`);
  return { text: lines.join("\n"), isGood };
}

function rowOf(ms: number): (customer: Customer) => string[] {
  return ({ name, done, underWayMs, refused, failed }) => {
    const of = (share: number) => (done.length === 0 ? "–" : percentile(done, share).toFixed(0));
    const failures = [...failed].map(([why, count]) => `${count} × ${why}`).join(", ") || "0";
    const each = ((done.length * 1000) / ms).toFixed(1);
    return [name, `${done.length}`, each, (underWayMs / ms).toFixed(1), of(50), of(95), `${refused}`, failures];
  };
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function newCustomer(name: string, lanes: Lanes): Customer {
  return { name, key: generateKey(), lanes, done: [], underWayMs: 0, refused: 0, failed: new Map() };
}

/** The neighbour's work, and what the other one does until it is done. */
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

/** All lanes are busy until so many requests have been done: a last slow one with nobody beside it would count for the other. */
async function workOf(api: string, customer: Customer, requests: number): Promise<void> {
  const ending = new AbortController();
  const goesOn = () => {
    if (customer.done.length >= requests) ending.abort();
    return !ending.signal.aborted;
  };
  await lanes(api, customer, goesOn, ending.signal);
}

async function lanes(api: string, customer: Customer, goesOn: () => boolean, ending: AbortSignal): Promise<void> {
  const start = (kind: Kind) => lane(api, customer, kind, goesOn, ending);
  const { renders, splits } = customer.lanes;
  await Promise.all([
    ...Array.from({ length: renders }, () => start("render")),
    ...Array.from({ length: splits }, () => start("split")),
  ]);
}

async function lane(
  api: string,
  customer: Customer,
  kind: Kind,
  goesOn: () => boolean,
  ending: AbortSignal,
): Promise<void> {
  while (!ending.aborted && goesOn()) {
    const answer = await send({ ...request(api, customer.key, kind), signal: ending }).catch((error: Error) => error);
    // What ends after the neighbour's work was done beside nobody.
    if (ending.aborted) return;
    if (answer instanceof Error) fail(customer, answer.message);
    else if (answer.status === 200) {
      customer.done.push(answer.ms);
      customer.underWayMs += Number(/total;dur=([\d.]+)/.exec(String(answer.headers["server-timing"]))?.[1]);
    } else if (answer.status === 429 || answer.status === 503) {
      customer.refused++;
      await pause(Number(answer.headers["retry-after"] ?? 1) * 1000, ending);
    } else fail(customer, `${answer.status} ${Buffer.from(answer.body).toString().split("\n")[0]?.slice(0, 100)}`);
  }
}

function fail({ failed }: Customer, why: string): void {
  failed.set(why, (failed.get(why) ?? 0) + 1);
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
