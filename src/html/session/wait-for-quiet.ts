import { pause } from "../../platform/pause.ts";
import { CdpError } from "../browser/cdp.ts";
import { EvaluationError } from "../browser/page/evaluate.ts";
import type { Page } from "../browser/page/page.ts";
import type { HtmlOptions } from "../fields/options.ts";
import { HTML_LIMITS } from "../html-limits.ts";
import { fieldProblem } from "../html-problem.ts";

/** How long, in milliseconds, a page with scripts must be unchanged when nothing is known to be under way. */
const QUIET_MS = 100;
/**
 * The same when something may still come: intervals, frames of animation, frames of other sites. As long as puppeteer's
 * networkidle0.
 */
const RESTLESS_MS = 500;
/** A browser shows that many frames of animation in this time. A busy one shows fewer, so they are counted as well. */
const RESTLESS_FRAMES = 28;
/** A page at rest has a frame, and a turn after it, in this time; a busy one has fewer, and is given longer. */
const BEAT_MS = 20;
/** How long such frames are waited for where there are none. */
const FIRST_BEAT_MS = 1_000;
/** The longest wait for a page that is slow, in lengths of the usual one. */
const SLOW = 3;
const POLL_MS = 20;
/** An element whose animations end this often begins them again by itself. */
const MOST_ENDS = 5;
/**
 * Quiet time counts only with a look at the page in every 25 ms of it: a busy browser answers late, and what it was
 * asked to load comes late as well.
 */
const LOOK_MS = 25;
/** The window's height while content loads that waits to be scrolled into view. */
const TALLEST_WINDOW = 20_000;

interface Probe {
  ready: boolean;
  /** Images and fonts that are still loading. */
  pending: number;
  /** Something will certainly come: a timer, a promise, a worker's answer. */
  waits: boolean;
  /** Something may come. */
  restless: boolean;
  /** A script waits for a frame of animation. */
  animates: boolean;
  /** How many frames of animation scripts have had. */
  frames: number;
  /** How long ago something was under way. */
  touchedAgo: number;
  height: number;
  /** Counts changes of the documents, drawings on canvases, and animations that were brought to their end. */
  changes: number;
  observers: number;
  /** Something listens for scrolling. */
  scrolls: boolean;
  /** Frames of the page that had a turn after them. Undefined where nobody counts. */
  beats: number | undefined;
}

/**
 * Animations of SVG have a clock for each drawing, which is set to the end of those that end while the page is waited
 * for. One may begin when another ends, so it is looked again; a drawing whose animations go on for ever is left.
 */
const FINISH_SVG = `
  const endOf = (animation) => {
    const times = animation.getAttribute("repeatCount") ?? 1;
    if (animation.hasAttribute("repeatDur") || times === "indefinite") return 0;
    try { return animation.getStartTime() + animation.getSimpleDuration() * times; }
    // It has not been started, or has no length.
    catch { return 0; }
  };
  const finishSvg = (svg) => {
    const animations = [...svg.querySelectorAll("animate, animateMotion, animateTransform, set")];
    const latest = svg.getCurrentTime() + ${HTML_LIMITS.settleMs / 1_000};
    let moved = false;
    for (let left = Math.min(animations.length, 20); left > 0; left--) {
      const ends = animations.map(endOf).filter((end) => end > svg.getCurrentTime() && end <= latest);
      if (ends.length === 0) break;
      svg.setCurrentTime(Math.min(...ends));
      moved = true;
    }
    return moved;
  };`;

/**
 * Animations end at once. One that scrolling drives would be printed where it begins: it is brought to its end, or
 * taken away where that hides the element. An element that animates without end is stopped where it is.
 */
const FINISH = `
  const finishScrolled = (animation, { target, pseudoElement }) => {
    if (animation.playState !== "running") return false;
    animation.pause();
    animation.currentTime = animation.effect.getComputedTiming().endTime;
    const { opacity, visibility } = target ? getComputedStyle(target, pseudoElement) : {};
    if (opacity === "0" || visibility === "hidden") animation.cancel();
    return true;
  };
  const finish = (animation, ends) => {
    const { effect, timeline } = animation;
    if (effect && timeline && "source" in timeline) return finishScrolled(animation, effect);
    const rest = effect?.getComputedTiming().endTime - animation.currentTime;
    if (animation.playState !== "running" || !(animation.playbackRate > 0) || !(rest <= ${HTML_LIMITS.settleMs})) return false;
    const count = (ends.get(effect.target) ?? 0) + 1;
    if (effect.target) ends.set(effect.target, count);
    if (count <= ${MOST_ENDS}) {
      animation.finish();
      return true;
    }
    animation.pause();
    animation.currentTime = Math.max(0, effect.getComputedTiming().endTime - 1);
    return false;
  };`;

/**
 * Looks at the page and its frames. The first time it also loads lazy images and begins to count changes. Animations
 * of CSS and SVG that would end while the page is waited for are brought to their end: otherwise text that fades in
 * would be printed invisible. In a hurry, scripts that animate are given a faster clock.
 */
const PROBE = `((hurry) => {
  ${FINISH_SVG}
  ${FINISH}
  const whole = {
    ready: true, pending: 0, waits: false, restless: false, animates: false, frames: 0,
    touchedAgo: 1e9, changes: 0, observers: 0, scrolls: false, beats: globalThis[Symbol.for("quire")]?.beats,
  };
  const lookAt = (frame) => {
    const { document } = frame;
    const state = frame[Symbol.for("quire")] ?? {};
    for (const lazy of document.querySelectorAll("[loading=lazy]")) lazy.loading = "eager";
    if (state.changes === undefined) {
      state.changes = 0;
      const observer = new frame.MutationObserver((records) => { state.changes += records.length; });
      state.watch = (root) => observer.observe(root, {
        subtree: true, childList: true, attributes: true, characterData: true,
      });
      for (const root of [document, ...(state.roots ?? [])]) state.watch(root);
    }
    for (const animation of [...document.getAnimations(), ...(state.animations ?? [])]) {
      if (animation.playState === "finished") state.animations?.delete(animation);
      if (finish(animation, (state.ended ??= new WeakMap()))) state.changes++;
    }
    for (const svg of document.getElementsByTagName("svg")) if (!svg.ownerSVGElement && finishSvg(svg)) state.changes++;
    if (document.readyState !== "complete") whole.ready = false;
    if (document.fonts.status === "loading") whole.pending++;
    for (const image of document.images) if (!image.complete) whole.pending++;
    whole.changes += state.changes + (state.drawings ?? 0);
    whole.observers += state.observers ?? 0;
    if (state.scrolls || frame.onscroll || document.onscroll || document.body?.onscroll) whole.scrolls = true;
    whole.frames += state.frames ?? 0;
    state.hurry = hurry;
    const { waits, restless, animates, touchedAgo } = state.look?.() ?? {};
    if (waits) whole.waits = true;
    if (restless) whole.restless = true;
    if (animates) whole.animates = true;
    if (touchedAgo < whole.touchedAgo) whole.touchedAgo = touchedAgo;
    for (const { contentDocument, contentWindow } of document.querySelectorAll("iframe, frame, object")) {
      if (contentDocument && contentWindow) lookAt(contentWindow);
      // A frame of another site cannot be looked into.
      else if (contentWindow) whole.restless = true;
    }
  };
  lookAt(globalThis);
  // Reading the height forces a layout, which printing repeats, so it is read only when something waits to be scrolled
  // into view.
  return { ...whole, height: whole.observers > 0 || whole.scrolls ? (document.documentElement?.scrollHeight ?? 0) : 0 };
})`;

/** Waits until the page is as the request wants it. The caller enforces the request's time. */
export async function waitForQuiet(page: Page, options: HtmlOptions): Promise<void> {
  await (options.waitUntil === "domcontentloaded" ? page.parsed : page.loaded);
  if (options.css !== undefined) await addStyle(page, options.css);
  if (options.waitForSelector !== undefined) await until(page, selected(options.waitForSelector), "waitForSelector");
  if (options.waitForExpression !== undefined) {
    // A promise is awaited. Parentheses keep the expression a single one.
    const test = "(value) => typeof value?.then === 'function' ? value.then(Boolean) : Boolean(value)";
    await until(page, `(${test})((${options.waitForExpression}\n))`, "waitForExpression");
  }
  if (options.waitUntil === "settled") await becomeQuiet(page, "all", options.timeout);
  else if (options.waitUntil === "networkidle") await becomeQuiet(page, "network", options.timeout);
  if (options.delay > 0) await pause(options.delay);
}

/** With a box, and not hidden by its style, as drivers of browsers have it. */
const VISIBLE = `((element) => {
  const { width, height } = element?.getBoundingClientRect() ?? {};
  return width > 0 && height > 0 && getComputedStyle(element).visibility === "visible";
})`;

/** Whether a selector's first match is in the state that is waited for. */
function selected(wanted: NonNullable<HtmlOptions["waitForSelector"]>): string {
  const { selector, state } = typeof wanted === "string" ? { selector: wanted, state: "attached" as const } : wanted;
  const found = `document.querySelector(${JSON.stringify(selector)})`;
  const visible = `${VISIBLE}(${found})`;
  return { attached: `${found} !== null`, detached: `${found} === null`, visible, hidden: `!${visible}` }[state];
}

async function becomeQuiet(page: Page, extent: "all" | "network", timeout: number): Promise<void> {
  const whole = extent === "all";
  const { settleMs } = HTML_LIMITS;
  const slowMs = Math.max(settleMs, Math.min(settleMs * SLOW, timeout / 2));
  const began = Date.now();
  const view = new View(page);
  let quietSince = began;
  let changes = -1;
  let hurry = false;
  /** When something was last under way, and how many frames there had been by then. */
  let active = { at: began, frames: 0, beats: 0 };
  /** How often nothing had been under way since the look before. */
  let looks = 0;
  let lookedAt = began;
  for (;;) {
    const probe = await look(page, hurry);
    if (page.network.problem) throw page.network.problem;
    const now = Date.now();
    if (probe !== undefined) {
      const loading = !(probe.ready || page.stopped()) || page.network.inFlight > 0 || (whole && probe.pending > 0);
      if (whole && !loading && !page.network.active) return;
      hurry = whole && !loading && !probe.waits;
      const changed = whole && changes >= 0 && probe.changes !== changes;
      changes = probe.changes;
      if (loading || changed || (whole && probe.waits)) quietSince = now;
      const latest = Math.max(quietSince, page.network.lastActivity, whole ? now - probe.touchedAgo : 0);
      looks = latest > lookedAt ? 0 : looks + 1;
      lookedAt = now;
      const { beats = Number.POSITIVE_INFINITY } = probe;
      if (latest > active.at || beats < active.beats) active = { at: latest, frames: probe.frames, beats };
      const frames = probe.frames - active.frames;
      // A frame of the page that is not in view has none at all, and is not waited for.
      const isAnimated = whole && probe.animates && frames > 0 && frames < RESTLESS_FRAMES;
      const rest = whole && !probe.restless ? QUIET_MS : RESTLESS_MS;
      const isBehind = beats === 0 ? now - began < FIRST_BEAT_MS : beats - active.beats < rest / BEAT_MS;
      const quiet = !loading && !isAnimated && !isBehind && now - latest >= rest && looks >= rest / LOOK_MS;
      // A page that never rests is printed as it is, once its images and fonts are there.
      const isSlow = beats > 0 && beats < settleMs / BEAT_MS;
      const unseen = whole && (probe.observers > 0 || probe.scrolls) && view.hasMore(probe.height);
      const most = isSlow || (unseen && view.hasBegun) ? slowMs : settleMs;
      const late = now - began > most && (!whole || probe.pending === 0);
      if (quiet && unseen && !late) {
        quietSince = now;
        await view.showMore(probe.height, probe.scrolls);
      } else if (quiet || late) {
        if (!quiet) page.network.noteMissing(`what came after ${now - began} ms`, "the page was not at rest by then");
        return view.leave(unseen);
      }
    }
    await pause(POLL_MS);
  }
}

/**
 * What is shown of a page whose scripts load what comes into view: a window as high as the page, or one below the
 * other. Printing lays the page out again anyway.
 */
class View {
  readonly #page: Page;
  /** The page's height when it was first at rest. */
  #first = 0;
  #shown = 0;
  #hasScrolled = false;

  constructor(page: Page) {
    this.#page = page;
  }

  get hasBegun(): boolean {
    return this.#shown > 0;
  }

  /** What is loaded makes a page longer. One that has no end is not followed. */
  hasMore(height: number): boolean {
    return this.#shown === 0 || this.#shown < Math.min(height, this.#first * 2);
  }

  /** Some show what is in the window, others what has once been scrolled to. */
  async showMore(height: number, scrolls: boolean): Promise<void> {
    if (scrolls && !this.#hasScrolled) {
      this.#hasScrolled = true;
      await this.#page.evaluate(scrollTo(height));
      return;
    }
    if (this.#shown > 0) await this.#page.evaluate(scrollTo(this.#shown));
    else {
      this.#first = height;
      await setWindowHeight(this.#page, Math.min(Math.max(height, 1), TALLEST_WINDOW));
      if (scrolls)
        await this.#page.evaluate(`${scrollTo(0)}; document.dispatchEvent(new Event("scroll", { bubbles: true }))`);
    }
    this.#shown += TALLEST_WINDOW;
  }

  async leave(unseen: boolean): Promise<void> {
    if (this.#hasScrolled || this.#shown > TALLEST_WINDOW) await this.#page.evaluate(scrollTo(0));
    if (!unseen) return;
    const why = this.#shown > 0 ? "the page is too long to be shown" : "the page was not at rest in time";
    this.#page.network.noteMissing(`what is loaded on sight below ${this.#shown} px`, why);
  }
}

/** At once: a page whose style scrolls smoothly would be printed on its way. */
function scrollTo(top: number): string {
  return `scrollTo({ top: ${top}, left: 0, behavior: "instant" })`;
}

/** The page's state now; undefined while it goes from one document to the next. */
async function look(page: Page, hurry: boolean): Promise<Probe | undefined> {
  try {
    return await page.evaluate<Probe>(`${PROBE}(${hurry})`);
  } catch (error) {
    if (error instanceof CdpError || error instanceof EvaluationError) return undefined;
    throw error;
  }
}

async function setWindowHeight(page: Page, height: number): Promise<void> {
  const width = await page.evaluate<number>("innerWidth");
  const tall = { width, height, deviceScaleFactor: 1, mobile: false };
  await page.send("Emulation.setDeviceMetricsOverride", tall).catch((error) => {
    // A browser without this command keeps its own window.
    if (!(error instanceof CdpError)) throw error;
  });
}

async function until(page: Page, expression: string, field: "waitForSelector" | "waitForExpression"): Promise<void> {
  for (;;) {
    try {
      if (await page.evaluate<boolean>(expression)) return;
    } catch (error) {
      if (error instanceof EvaluationError && /SyntaxError/.test(error.message)) {
        throw fieldProblem(field, error.message);
      }
      // An expression may throw while what it refers to is not there yet.
      if (!(error instanceof EvaluationError || error instanceof CdpError)) throw error;
    }
    if (page.network.problem) throw page.network.problem;
    await pause(POLL_MS);
  }
}

/** A constructed sheet is not subject to the page's content security policy. */
export async function addStyle(page: Page, css: string): Promise<void> {
  await page.evaluate(`(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(css)});
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  })()`);
}
