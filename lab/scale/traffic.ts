import { readFileSync } from "node:fs";
import path from "node:path";
import { PROJECT } from "../../scripts/lib/service.ts";
import type { KeyRecord } from "../../src/keys/key-records.ts";
import { PLATFORM } from "./platform.ts";
import { uploadsAtOnce } from "./uploads.ts";

/** What clients ask for. Each kind is a row of docs/run/cost.md, from which its CPU time is taken. */
export interface Work {
  row: string;
  share: number;
  bytesIn: number;
  bytesOut: number;
  usesBrowser: boolean;
  cpuMs: number;
  /** Whether an isolate has no room for two such uploads. */
  isLarge: boolean;
}

const MB = 1e6;
const MIX: Omit<Work, "cpuMs" | "isLarge">[] = [
  { row: "Crop, 12 pages, 4 KB", share: 0.245, bytesIn: 0.5 * MB, bytesOut: 0.5 * MB, usesBrowser: false },
  { row: "Crop, 2,000 pages, 49 MB", share: 0.005, bytesIn: 49 * MB, bytesOut: 49 * MB, usesBrowser: false },
  { row: "Split in 2, 12 pages", share: 0.15, bytesIn: 0.5 * MB, bytesOut: 0.5 * MB, usesBrowser: false },
  { row: "Image to PDF, JPEG of 2 MB", share: 0.195, bytesIn: 2 * MB, bytesOut: 2 * MB, usesBrowser: false },
  { row: "Image to PDF, PNG of 22 MB", share: 0.005, bytesIn: 22 * MB, bytesOut: 15 * MB, usesBrowser: false },
  { row: "HTML to PDF, invoice", share: 0.4, bytesIn: 0.05 * MB, bytesOut: 0.1 * MB, usesBrowser: true },
];

/** Of all requests. */
export const BROWSER_SHARE = MIX.reduce((sum, { usesBrowser, share }) => sum + (usesBrowser ? share : 0), 0);

/** What else is assumed of those who ask. */
export const ASKED = {
  /** Answered by a link, which is followed once. */
  linked: 0.5,
  /** Sent with an Idempotency-Key. */
  idempotent: 0.2,
  /** Keys with limits of their own, which the key's object counts before the work. */
  limitedKeys: 0.2,
  /** From the place where the customer's servers are. */
  fromHome: 0.9,
  /** One key's share of all requests. */
  hotKey: 0.05,
  requestsPerKeyAndDay: 2_000,
  /** The median time for which a page holds its place in a browser. A tenth of the pages hold it 2.5 times as long. */
  renderMs: 800,
  renderSpread: 0.7,
  uploadBytesPerMs: 12_500,
} as const;

/** How busy each hour of the day is. The mean is 1. */
export const HOURS = [
  { name: "night", hours: 8, load: 0.4 },
  { name: "day", hours: 8, load: 1 },
  { name: "busy hours", hours: 5, load: 1.5 },
  { name: "peak", hours: 3, load: 1.7667 },
] as const;

export interface Customer {
  key: string;
  record: KeyRecord;
  home: number;
  hot: boolean;
}

export interface Ask {
  at: number;
  customer: Customer;
  place: number;
  work: Work;
  renderMs: number;
  linked: boolean;
  idempotent: boolean;
}

/** All customers, and what they ask for: the same for the same seed. */
export class Traffic {
  readonly customers: Customer[];
  readonly #random: () => number;
  readonly #places: number[];
  #workShares: number[];

  constructor(perDay: number, random: () => number) {
    this.#random = random;
    this.#places = cumulated(Array.from({ length: PLATFORM.places.value }, (_, rank) => 1 / (rank + 3)));
    this.#workShares = cumulated(WORKS.map(({ share }) => share));
    const count = Math.max(20, Math.round(perDay / ASKED.requestsPerKeyAndDay));
    this.customers = Array.from({ length: count }, (_, index) => this.#customer(index));
  }

  #customer(index: number): Customer {
    const isLimited = index > 0 && this.#random() < ASKED.limitedKeys;
    const record: KeyRecord = {
      id: `customer-${index}`,
      name: "",
      createdAt: "",
      ...(isLimited ? { limits: { perDay: 1e9 } } : {}),
    };
    return { key: `key-${index}`, record, home: this.#pick(this.#places), hot: index === 0 };
  }

  /** The next request, at a rate of this many a second. Places for which `lost` returns true do not answer. */
  next(now: number, perSecond: number, isLost: (place: number) => boolean): Ask {
    const random = this.#random;
    const at = now + (-Math.log(1 - random()) / perSecond) * 1000;
    const isHot = random() < ASKED.hotKey;
    const customer = this.customers[isHot ? 0 : 1 + Math.floor(random() * (this.customers.length - 1))] as Customer;
    let place = random() < ASKED.fromHome ? customer.home : this.#pick(this.#places);
    // A request to a place that is gone goes to the next place.
    while (isLost(place)) place = (place + 1) % PLATFORM.places.value;
    return {
      ...{ at, customer, place },
      work: WORKS[this.#pick(this.#workShares)] as Work,
      renderMs: ASKED.renderMs * Math.exp(ASKED.renderSpread * normal(random)),
      linked: random() < ASKED.linked,
      idempotent: random() < ASKED.idempotent,
    };
  }

  #pick(shares: readonly number[]): number {
    const wanted = this.#random() * (shares.at(-1) as number);
    let [low, high] = [0, shares.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((shares[middle] as number) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

const WORKS = worksOfCosts();

/** The share of requests whose upload fills an isolate. */
export const LARGE_SHARE = WORKS.reduce((sum, { isLarge, share }) => sum + (isLarge ? share : 0), 0);

/** How many uploads of the largest kind are under way at once, at this rate of requests a second (Little's law). */
export function largeUploadsUnderWay(perSecond: number): number {
  return WORKS.filter(({ isLarge }) => isLarge).reduce((sum, { share, bytesIn, cpuMs }) => {
    const heldMs = bytesIn / ASKED.uploadBytesPerMs + cpuMs + ASKED.linked * PLATFORM.putMs.value;
    return sum + (perSecond * share * heldMs) / 1000;
  }, 0);
}

/** CPU time comes from the table of costs, so that both describe the same requests. */
function worksOfCosts(): Work[] {
  const text = readFileSync(path.join(PROJECT, "docs", "run", "cost.md"), "utf8");
  return MIX.map((work) => {
    const row = text.split("\n").find((line) => line.startsWith(`| ${work.row} |`));
    const cpuMs = Number(row?.split("|")[2]);
    if (!(cpuMs > 0)) throw new Error(`docs/run/cost.md has no processor time for "${work.row}"`);
    return { ...work, cpuMs, isLarge: uploadsAtOnce(work.bytesIn) === 1 };
  });
}

function cumulated(shares: readonly number[]): number[] {
  let sum = 0;
  return shares.map((share) => {
    sum += share;
    return sum;
  });
}

/** Normally distributed with mean 0 and deviation 1 (Box and Muller). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
