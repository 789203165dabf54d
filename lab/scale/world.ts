import { createHash } from "node:crypto";
import { LIMITS } from "../../src/api/limits.ts";
import { Isolate } from "../../src/app/isolate.ts";
import type { Ledger } from "../../src/html/browser/pool/ledger.ts";
import { LedgerBook } from "../../src/html/browser/pool/ledger.ts";
import { PREFIX } from "../../src/keys/key-records.ts";
import { BrowserService } from "./browser-service.ts";
import type { VirtualClock } from "./clock.ts";
import { Objects, regionOf } from "./objects.ts";
import { PLATFORM } from "./platform.ts";
import { Queue } from "./queue.ts";
import type { Customer } from "./traffic.ts";

/** An isolate of the Worker. Its requests share the service's own parts. */
export class SimulatedIsolate {
  readonly shared: Isolate;
  readonly processor = new Queue(1);
  readonly usage: Env["USAGE"];
  readonly region: number;
  underWay = 0;
  lastUse: number;
  readyAt: number;

  constructor(now: number, usage: Env["USAGE"], region: number, shared: Isolate) {
    this.lastUse = now;
    this.readyAt = now + PLATFORM.coldStartMs.value;
    this.usage = usage;
    this.region = region;
    this.shared = shared;
  }
}

/** Everything outside the service: places, objects, browsers, stores. */
export class World {
  readonly clock: VirtualClock;
  readonly objects: Objects;
  readonly browsers: BrowserService;
  readonly #mostBrowsers: number;
  readonly #book = new LedgerBook();
  readonly #places: SimulatedIsolate[][];
  readonly #kvHot = new Map<string, number>();
  readonly #rates = new Map<string, { minute: number; requests: number }>();
  readonly #records = new Map<string, string>();
  lostRegion: number | undefined;
  kvReads = 0;
  coldStarts = 0;
  mostIsolates = 0;

  constructor(clock: VirtualClock, customers: readonly Customer[], mostBrowsers: number) {
    this.clock = clock;
    this.#mostBrowsers = mostBrowsers;
    this.objects = new Objects(clock);
    this.browsers = new BrowserService(clock);
    this.#places = Array.from({ length: PLATFORM.places.value }, () => []);
    for (const { key, record } of customers) {
      this.#records.set(PREFIX + createHash("sha256").update(key).digest("hex"), JSON.stringify(record));
    }
  }

  /** The first isolate of the place that has time for another request, or a new one. */
  isolateAt(place: number): SimulatedIsolate {
    const { now } = this.clock;
    const isolates = this.#places[place] as SimulatedIsolate[];
    const idle = PLATFORM.isolateIdleMs.value;
    while (isolates.at(-1)?.underWay === 0 && now - (isolates.at(-1) as SimulatedIsolate).lastUse > idle)
      isolates.pop();
    let found = isolates.find(
      ({ underWay, processor }) =>
        underWay < PLATFORM.isolateRequests.value && processor.wait(now) < PLATFORM.isolateBacklogMs.value,
    );
    if (!found || (found.underWay === 0 && now - found.lastUse > idle)) {
      const region = regionOf(place);
      if (found) isolates.splice(isolates.indexOf(found), 1);
      found = new SimulatedIsolate(
        now,
        this.objects.usage(region),
        region,
        new Isolate({ browsers: this.#mostBrowsers }),
      );
      isolates.push(found);
      this.coldStarts++;
      this.mostIsolates = Math.max(this.mostIsolates, this.isolates);
    }
    found.lastUse = now;
    return found;
  }

  get isolates(): number {
    return this.#places.reduce((sum, { length }) => sum + length, 0);
  }

  /** The keys as a place reads them from KV. */
  keysAt(place: number): KVNamespace {
    const get = async (name: string, { cacheTtl }: { cacheTtl: number }) => {
      const { now } = this.clock;
      const entry = `${place} ${name}`;
      const isHot = (this.#kvHot.get(entry) ?? 0) > now;
      this.kvReads++;
      if (!isHot) this.#kvHot.set(entry, now + cacheTtl * 1000);
      await this.clock.sleep(isHot ? PLATFORM.kvHotMs.value : PLATFORM.kvColdMs.value);
      return JSON.parse(this.#records.get(name) as string) as unknown;
    };
    return { get } as unknown as KVNamespace;
  }

  /** The platform's counter of requests. Each place has its own. */
  rateAt(place: number): RateLimit {
    const limit = async ({ key }: { key: string }) => {
      const minute = Math.floor(this.clock.now / 60_000);
      const name = `${place} ${key}`;
      const known = this.#rates.get(name);
      const requests = known?.minute === minute ? known.requests + 1 : 1;
      this.#rates.set(name, { minute, requests });
      return { success: requests <= LIMITS.rate.requestsPerMinute };
    };
    return { limit } as RateLimit;
  }

  /** The ledger of browsers, in its object. */
  ledgerFrom(region: number): Ledger {
    const asked = async <T>(work: () => Promise<T>) => {
      await this.objects.call("ledger", region);
      return work();
    };
    // The whole ledger is one row.
    const written = async (work: () => Promise<void>) => {
      await asked(work);
      this.objects.wrote({ browsers: 1 });
    };
    return {
      read: () => asked(() => this.#book.read()),
      launched: (id) => written(() => this.#book.launched(id)),
      gone: (ids) => written(() => this.#book.gone(ids)),
      refused: (way, id) => written(() => this.#book.refused(way, id)),
    };
  }

  /** Browsers that were launched before the simulation begins. */
  async launchedBefore(count: number, keepAliveMs: number): Promise<void> {
    for (let i = 0; i < count; i++) await this.#book.launched(this.browsers.add(keepAliveMs));
  }

  loseRegion(region: number | undefined): void {
    this.lostRegion = region;
    this.objects.lostRegion = region;
  }

  resetCounts(): void {
    this.objects.reset();
    this.browsers.reset();
    this.kvReads = 0;
    this.coldStarts = 0;
    this.mostIsolates = this.isolates;
  }
}
