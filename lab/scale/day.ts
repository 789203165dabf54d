import { POOL_LIMITS } from "../../src/html/html-limits.ts";
import { random } from "../../test/fixtures/random.ts";
import { VirtualClock } from "./clock.ts";
import { homeOf, REGIONS, regionOf } from "./objects.ts";
import { PLATFORM } from "./platform.ts";
import { ask } from "./request.ts";
import type { Rows } from "./rows.ts";
import { Tally } from "./tally.ts";
import { ASKED, BROWSER_SHARE, HOURS, Traffic } from "./traffic.ts";
import { World } from "./world.ts";

/** A part of the day through which the load stays the same. */
export interface Stretch {
  name: string;
  /** Times the day's mean. */
  load: number;
  seconds: number;
  /** A region of the world fails at the beginning. */
  losesRegion?: boolean;
}

const BURST = { name: "burst of ten times", load: 10, seconds: 60 };
const LOST = { name: "a region is lost", load: 1, seconds: 600, losesRegion: true };

/** The whole day. The burst and the lost region take their time from the hours of mean load. */
const STRETCHES: readonly Stretch[] = [
  ...HOURS.map(({ name, hours, load }) => {
    const seconds = hours * 3600 - (load === 1 ? BURST.seconds + LOST.seconds : 0);
    return { name, load, seconds };
  }),
  BURST,
  LOST,
];

export interface Simulated {
  stretch: Stretch;
  /** How many of its seconds were simulated. The figures are of these. */
  seconds: number;
  tally: Tally;
  browserMs: number;
  browsers: World["browsers"]["counts"];
  objects: { calls: number; refused: number; rows: Rows };
  busiest: Record<"sums" | "key" | "ledger", number>;
  kvReads: number;
  coldStarts: number;
  isolates: number;
  /** Lines that the service logged as its own failures, by event. */
  logged: Map<string, number>;
}

export interface Run {
  perDay: number;
  seed: number;
  mostBrowsers: number;
  /** How many requests of each stretch are simulated, after others that are not counted. Without it, all of them. */
  slice?: { requests: number; before: number };
}

/** A burst takes that long to be felt. */
const LEAST_SECONDS = 5;

const MIDNIGHT = Date.UTC(2026, 10, 22);

/**
 * One day, stretch by stretch. A whole day has all stretches in one world; in slices, each stretch has its own world.
 */
export async function simulateDay(run: Run): Promise<Simulated[]> {
  const next = random(run.seed);
  const traffic = new Traffic(run.perDay, next);
  const simulated: Simulated[] = [];
  let world: World | undefined;
  for (const stretch of STRETCHES) {
    const perSecond = (run.perDay / 86_400) * stretch.load;
    if (!world || run.slice) {
      const clock: VirtualClock = new VirtualClock(world ? world.clock.now + 3_600_000 : MIDNIGHT);
      world = new World(clock, traffic.customers, run.mostBrowsers);
      const calm = stretch === BURST ? 1 : stretch.load;
      // The state in which the hours before would have left them.
      const needed = Math.min(run.mostBrowsers, Math.ceil(browsersNeeded((run.perDay / 86_400) * calm)));
      const uninstall = clock.install(next);
      await world.launchedBefore(run.slice ? needed : 0, POOL_LIMITS.keepAliveMs);
      uninstall();
    }
    simulated.push(await simulate(world, traffic, stretch, perSecond, next, run));
  }
  return simulated;
}

/** How many browsers this many requests a second keep busy. */
export function browsersNeeded(perSecond: number): number {
  const holdMs = ASKED.renderMs * Math.exp(ASKED.renderSpread ** 2 / 2) + PLATFORM.connectMs.value;
  return (perSecond * BROWSER_SHARE * holdMs) / 1000 / POOL_LIMITS.rendersPerBrowser;
}

async function simulate(
  world: World,
  traffic: Traffic,
  stretch: Stretch,
  perSecond: number,
  next: () => number,
  { slice, perDay }: Run,
): Promise<Simulated> {
  const { clock } = world;
  const logged = new Map<string, number>();
  const { error } = console;
  console.error = (line: string) => {
    const { event } = JSON.parse(line) as { event: string };
    logged.set(event, (logged.get(event) ?? 0) + 1);
  };
  const uninstall = clock.install(next);
  try {
    const isLost = (place: number) => world.lostRegion !== undefined && regionOf(place) === world.lostRegion;
    const wanted = slice ? Math.max(slice.requests / perSecond, LEAST_SECONDS) : stretch.seconds;
    const seconds = Math.min(wanted, stretch.seconds);
    const play = async (tally: Tally, rate: number, lasting: number) => {
      const end = clock.now + lasting * 1000;
      // From the exact time of the request before: at a hundred million a day, many requests fall into one millisecond.
      const arrive = (from: number) => {
        const wanted = traffic.next(from, rate, isLost);
        if (wanted.at > end) return;
        clock.after(wanted.at - clock.now, () => {
          void ask(world, tally, wanted);
          arrive(wanted.at);
        });
      };
      arrive(clock.now);
      await clock.runUntil(end);
    };
    // Before a burst and before a loss the day is as usual.
    const calm = stretch === BURST || stretch === LOST ? perDay / 86_400 : perSecond;
    if (slice) await play(new Tally(), calm, slice.before / calm);
    world.resetCounts();
    if (stretch.losesRegion) {
      // The one with the ledger of browsers, which is the worst.
      world.loseRegion(homeOf("ledger"));
      world.browsers.lose(1 / REGIONS);
    }
    const browserMs = world.browsers.browserMs;
    const tally = new Tally();
    await play(tally, perSecond, seconds);
    const { objects, browsers } = world;
    return {
      ...{ stretch, seconds, tally, logged },
      browserMs: browsers.browserMs - browserMs,
      browsers: { ...browsers.counts },
      objects: { calls: objects.calls, refused: objects.refused, rows: { ...objects.rows } },
      busiest: {
        sums: objects.busiest("all").calls / seconds,
        key: objects.busiest("key:").calls / seconds,
        ledger: objects.busiest("ledger").calls / seconds,
      },
      ...{ kvReads: world.kvReads, coldStarts: world.coldStarts, isolates: world.mostIsolates },
    };
  } finally {
    uninstall();
    console.error = error;
    if (stretch.losesRegion) world.loseRegion(undefined);
  }
}
