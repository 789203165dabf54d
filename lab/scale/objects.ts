import { crc32 } from "node:zlib";
import type { Spending } from "../../src/usage/key-meter.ts";
import type { Admission, RequestLimits } from "../../src/usage/key-usage.ts";
import type { Batch } from "../../src/usage/tally.ts";
import type { VirtualClock } from "./clock.ts";
import { PLATFORM } from "./platform.ts";
import { Queue } from "./queue.ts";
import { noRows, type Rows, rowsOfAdmission, rowsOfKey, rowsOfSums } from "./rows.ts";

/** The time that an object needs for one call: it answers a thousand a second. */
const SERVICE_MS = 1000 / PLATFORM.objectPerSecond.value;

export const REGIONS = 4;
export const regionOf = (place: number): number => place % REGIONS;

/** Each object lives in one region. Here its name decides which. */
export function homeOf(name: string): number {
  return crc32(name) % REGIONS;
}

/** A Durable Object: one thread, somewhere in the world. */
export class SimulatedObject {
  readonly region: number;
  readonly queue = new Queue(1);
  spent = new Map<number, Spending>();

  constructor(region: number) {
    this.region = region;
  }
}

/** All objects of the service, and how long it takes to ask them. */
export class Objects {
  readonly #clock: VirtualClock;
  readonly #objects = new Map<string, SimulatedObject>();
  /** A region whose objects do not answer. */
  lostRegion: number | undefined;
  calls = 0;
  refused = 0;
  /** What objects wrote. */
  rows = noRows();

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  async call(name: string, from: number): Promise<SimulatedObject> {
    const object = this.#objectOf(name);
    const { now } = this.#clock;
    this.calls++;
    if (object.region === this.lostRegion) throw this.#refusal("cannot be reached");
    if (object.queue.wait(now) > PLATFORM.objectQueueMs.value) throw this.#refusal("is overloaded");
    const way = object.region === from ? PLATFORM.objectNearMs.value : PLATFORM.objectFarMs.value;
    await this.#clock.sleep(way + object.queue.enter(now, SERVICE_MS) + SERVICE_MS);
    return object;
  }

  #refusal(what: string): Error {
    this.refused++;
    return new Error(`The Durable Object ${what}`);
  }

  #objectOf(name: string): SimulatedObject {
    let object = this.#objects.get(name);
    if (!object) {
      object = new SimulatedObject(homeOf(name));
      this.#objects.set(name, object);
    }
    return object;
  }

  /** The binding of the objects that count uses, as a Worker in this region has it. */
  usage(from: number): Env["USAGE"] {
    const get = (name: string) => ({
      add: async (batch: Batch, lastUses: Record<string, number>) => {
        await this.call(name, from);
        this.wrote(rowsOfSums(batch, lastUses));
      },
      write: async (batch: Batch, start: number, { browserMs, storedBytes }: Spending): Promise<Spending> => {
        const { spent } = await this.call(name, from);
        this.wrote(rowsOfKey(batch));
        const known = spent.get(start) ?? { browserMs: 0, storedBytes: 0 };
        const sums = { browserMs: known.browserMs + browserMs, storedBytes: known.storedBytes + storedBytes };
        spent.set(start, sums);
        return { ...sums };
      },
      admit: async (limits: RequestLimits): Promise<Admission> => {
        await this.call(name, from);
        this.wrote(rowsOfAdmission(limits));
        return { exhausted: undefined, spans: [] };
      },
    });
    return { idFromName: (name: string) => name, get } as unknown as Env["USAGE"];
  }

  wrote(rows: Partial<Rows>): void {
    for (const [kind, count] of Object.entries(rows) as [keyof Rows, number][]) this.rows[kind] += count;
  }

  /** The most calls that one object with such a name received. */
  busiest(prefix: string): { name: string; calls: number } {
    let most = { name: "", calls: 0 };
    for (const [name, { queue }] of this.#objects) {
      if (name.startsWith(prefix) && queue.served > most.calls) most = { name, calls: queue.served };
    }
    return most;
  }

  /** Starts counting anew. The objects keep what they know. */
  reset(): void {
    for (const object of this.#objects.values()) object.queue.served = 0;
    this.calls = 0;
    this.refused = 0;
    this.rows = noRows();
  }
}
