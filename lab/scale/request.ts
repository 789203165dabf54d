import { Share } from "../../src/api/allowance.ts";
import { limitRate } from "../../src/api/auth.ts";
import { BUDGET_WAIT_MS } from "../../src/api/limits.ts";
import { Refusal } from "../../src/errors/errors.ts";
import { HTML_LIMITS, POOL_LIMITS } from "../../src/html/html-limits.ts";
import { HtmlProblem, SessionProblem } from "../../src/html/html-problem.ts";
import { RenderingNotes } from "../../src/html/session/rendering-notes.ts";
import { inSomeBrowser } from "../../src/html/session/some-browser.ts";
import { IntakeProblem } from "../../src/intake/intake-problem.ts";
import { PLATFORM } from "./platform.ts";
import type { Tally } from "./tally.ts";
import { ASKED, type Ask } from "./traffic.ts";
import type { SimulatedIsolate, World } from "./world.ts";

const MEMORY_FULL = "memory full (503)";

/** The steps of a request, as in `src/api/pipeline.ts` and `src/html/convert.ts`, with the service's own parts. */
export async function ask(world: World, tally: Tally, wanted: Ask): Promise<void> {
  const { clock } = world;
  const { customer, work } = wanted;
  const isolate = world.isolateAt(wanted.place);
  const began = clock.now;
  isolate.underWay++;
  tally.arrived++;
  if (customer.hot) tally.hotArrived++;
  if (work.isLarge) tally.large.arrived++;
  const notes = work.usesBrowser ? new RenderingNotes() : undefined;
  let refusal: string | undefined;
  try {
    if (isolate.readyAt > began) await clock.sleep(isolate.readyAt - began);
    await answer(world, isolate, tally, wanted, notes);
    tally.answered++;
    const own = work.cpuMs + (work.usesBrowser ? wanted.renderMs : 0) + work.bytesIn / ASKED.uploadBytesPerMs;
    tally.waits.add(Math.max(0, clock.now - began - own));
  } catch (error) {
    refusal = refusalOf(error);
    tally.refuse(refusal, customer.hot);
    if (work.isLarge && refusal === MEMORY_FULL) tally.large.refused++;
  } finally {
    isolate.underWay--;
    isolate.lastUse = clock.now;
  }
  isolate.shared.usage.add({
    ...{ keyId: customer.record.id, operation: work.row, status: refusal === undefined ? 200 : 429, at: clock.now },
    ...{ bytesIn: work.bytesIn, bytesOut: work.bytesOut, milliseconds: clock.now - began, requestId: "" },
    ...(refusal === undefined ? {} : { code: refusal }),
    counts: notes?.counts(),
  });
  await isolate.shared.usage.write(isolate.usage);
}

async function answer(
  world: World,
  isolate: SimulatedIsolate,
  tally: Tally,
  wanted: Ask,
  notes: RenderingNotes | undefined,
): Promise<void> {
  const { clock } = world;
  const { customer, place, work } = wanted;
  const { shared } = isolate;
  const verdict = await shared.keys.verify(world.keysAt(place), customer.key, {
    anyForm: true,
    network: customer.key,
    now: clock.now,
  });
  if (!verdict.ok) throw new Error(`a valid key was ${verdict.reason}`);
  const env = { RATE: world.rateAt(place), USAGE: isolate.usage } as unknown as Env;
  await limitRate(env, verdict.record, []);
  const share = new Share(shared.meter, verdict.record, []);
  const reservation = shared.memory.open({
    waitMs: BUDGET_WAIT_MS,
    signal: new AbortController().signal,
    owner: customer.record.id,
  });
  try {
    const asked = clock.now;
    await reservation.grow(work.bytesIn);
    tally.memoryWaits.add(clock.now - asked);
    if (work.isLarge) tally.large.waits.add(clock.now - asked);
    await clock.sleep(work.bytesIn / ASKED.uploadBytesPerMs);
    if (wanted.idempotent) await idempotentCall(world, tally);
    tally.cpuMs += work.cpuMs;
    await clock.sleep(isolate.processor.enter(clock.now, work.cpuMs) + work.cpuMs);
    if (notes) await render(world, isolate, tally, wanted, { share, notes });
    if (wanted.linked) {
      share.store(work.bytesOut);
      tally.links++;
      tally.storedBytes += work.bytesOut;
      await clock.sleep(PLATFORM.putMs.value);
    }
    if (wanted.idempotent) await idempotentCall(world, tally);
  } finally {
    reservation.release();
    share.end();
  }
}

/** Each Idempotency-Key has its own object, which nobody else asks. */
async function idempotentCall({ clock }: World, tally: Tally): Promise<void> {
  tally.idempotentCalls++;
  await clock.sleep(PLATFORM.objectNearMs.value);
}

async function render(
  world: World,
  isolate: SimulatedIsolate,
  tally: Tally,
  { renderMs }: Ask,
  { share, notes }: { share: Share; notes: RenderingNotes },
): Promise<void> {
  share.requireBrowserTime();
  const { clock, browsers } = world;
  const began = clock.now;
  const options = { timeout: HTML_LIMITS.defaultTimeoutMs, tagged: true, outline: true };
  const context = {
    binding: browsers,
    ledger: world.ledgerFrom(isolate.region),
    pool: isolate.shared.browsers,
    notes,
    signal: new AbortController().signal,
    waitUntil: (work: Promise<unknown>) => void work.catch(() => {}),
  };
  tally.renders++;
  try {
    await inSomeBrowser(options, context, async (lease) => {
      const held = clock.now;
      await clock.sleep(PLATFORM.connectMs.value);
      const inUse = browsers.inUse(lease.sessionId);
      if (inUse === undefined) {
        lease.release("dead");
        throw new SessionProblem("The browser is gone", { dead: true });
      }
      if (inUse >= POOL_LIMITS.rendersOfAll) {
        tally.foundFull++;
        lease.release("full");
        return undefined;
      }
      tally.browserWaits.add(held - began);
      const leave = browsers.enter(lease.sessionId);
      await clock.sleep(renderMs);
      leave();
      share.usedBrowser(clock.now - held);
      lease.release("well");
      notes.rendered(lease.launched ? "browser-new-session" : "browser-shared-session");
      return true;
    });
  } catch (error) {
    if (!(error instanceof SessionProblem)) throw error;
    if (!browsers.quickAction()) throw new HtmlProblem("failed", "No browser could render the page.");
    tally.fallbacks++;
    tally.browserWaits.add(clock.now - began);
    await clock.sleep(renderMs + PLATFORM.launchMs.value);
    notes.rendered("browser-quick-action");
  }
}

function refusalOf(error: unknown): string {
  if (error instanceof HtmlProblem) return error.kind === "busy" ? "browsers busy (503)" : "no browser (500)";
  if (error instanceof IntakeProblem && error.kind === "busy") return MEMORY_FULL;
  if (error instanceof Refusal && error.code === "RATE_LIMITED") return "a key's own limits (429)";
  if (error instanceof Refusal && error.code === "BUSY") return "keys not checked (503)";
  throw error;
}
