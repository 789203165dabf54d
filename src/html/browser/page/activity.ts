import { HTML_LIMITS } from "../../html-limits.ts";
import { REACHED_SCRIPT } from "./reached-script.ts";

/**
 * Counts what a page still has under way, which only the page itself can know: timers, frames of animation, promises,
 * workers, and what `reached-script.ts` follows. It runs in each frame before any script of the page, and
 * `wait-for-quiet.ts` reads the counts. Observers of the document do not see what is drawn on a canvas, so drawings
 * are counted too.
 */

/** The longest delay of a timer that is waited for. */
const TIMER_MS = 1_000;
/** A timer that is due by then is waited for, however long ago it was set. */
const DUE_MS = 500;
/**
 * How long a worker is waited for after a message was sent to it, and what a page reaches after it was asked. A busy
 * browser answers late, and has fewer frames in that time.
 */
const ANSWER_MS = 2_000;
const ANSWER_BEATS = 100;
/**
 * A timer that sets itself again counts as a poll after this many runs without effect, and as a clock once it has run
 * for this long at this pace.
 */
const IDLE_LINKS = 3;
const CLOCK_MS = 200;
const CLOCK_AGE_MS = 1_000;
/**
 * Animations that scripts drive by the clock are brought to their end, like animations of CSS. While nothing else is
 * under way, each frame moves the page's clock forward by the first of these, and all frames together by at most the
 * second.
 */
const HURRY_MS = 100;
const MAX_HURRY_MS = HTML_LIMITS.settleMs;

export const ACTIVITY_SCRIPT = `(() => {
  const { setTimeout: later, setInterval: repeat } = globalThis;
  const now = performance.now.bind(performance);
  const state = {
    observers: 0, scrolls: 0, drawings: 0, frames: 0, beats: 0, touched: 0, alive: false, hurry: false,
    roots: new Set(), animations: new Set(),
  };
  // Frames of the page, each with a turn after it.
  const { requestAnimationFrame: nextFrame } = globalThis;
  const beat = () => nextFrame(() => later(() => { state.beats++; beat(); }));
  if (globalThis === globalThis.top) beat();
  const timers = new Map(), intervals = new Set(), frames = new Set(), answers = new Set(), workers = new Set();
  let ahead = 0, lastFrame = 0;
  const touch = () => { state.touched = now(); };
  const replace = (place, name, made) => {
    if (typeof place?.[name] !== "function") return;
    const original = place[name];
    place[name] = Object.defineProperty(made(original), "name", { value: name });
  };

  let running;
  const linkOf = () => {
    const seen = (state.changes ?? 0) + state.drawings;
    const before = running && now() - running.at < 10 ? running : undefined;
    if (!before) return { began: now(), idle: 0, seen };
    return { began: before.began, idle: before.seen === seen ? before.idle + 1 : 0, seen };
  };
  globalThis.setTimeout = function setTimeout(handler, delay, ...rest) {
    const ms = Math.max(0, typeof delay === "number" || typeof delay === "string" ? Number(delay) || 0 : 0);
    const link = linkOf();
    const poll = link.idle >= ${IDLE_LINKS} || (ms >= ${CLOCK_MS} && now() - link.began >= ${CLOCK_AGE_MS});
    const run = typeof handler !== "function" ? handler : function () {
      timers.delete(id);
      running = { ...link, at: Infinity };
      try { return handler.apply(this, arguments); } finally {
        running.at = now();
        if (!poll) touch();
      }
    };
    const id = later(run, delay, ...rest);
    timers.set(id, { ms, due: now() + ms, poll });
    if (run === handler) later(() => timers.delete(id), delay);
    return id;
  };
  globalThis.setInterval = function setInterval(handler, delay, ...rest) {
    const id = repeat(handler, delay, ...rest);
    if (!(Number(delay) > ${TIMER_MS})) intervals.add(id);
    return id;
  };
  for (const name of ["clearTimeout", "clearInterval"]) replace(globalThis, name, (original) => function (id) {
    timers.delete(id);
    intervals.delete(id);
    return original.call(globalThis, id);
  });
  const clock = (when) => {
    if (state.hurry && when !== lastFrame && ahead < ${MAX_HURRY_MS}) ahead += ${HURRY_MS};
    lastFrame = when;
    return when + ahead;
  };
  replace(globalThis.Performance?.prototype, "now", (original) => function () { return original.call(this) + ahead; });
  replace(Date, "now", (original) => function () { return original.call(Date) + ahead; });
  const NativeDate = Date;
  globalThis.Date = new Proxy(NativeDate, {
    apply: () => String(new NativeDate(NativeDate.now())),
    construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [NativeDate.now()], made),
  });
  NativeDate.prototype.constructor = globalThis.Date;
  const asking = { requestAnimationFrame: "cancelAnimationFrame", requestIdleCallback: "cancelIdleCallback" };
  for (const [ask, cancel] of Object.entries(asking)) {
    const waiting = new Map();
    replace(globalThis, ask, (original) => function (handler, ...rest) {
      if (typeof handler !== "function") return original.call(globalThis, handler, ...rest);
      const key = {};
      const id = original.call(globalThis, function (when) {
        state.frames++;
        frames.delete(key);
        waiting.delete(id);
        return handler.call(this, typeof when === "number" ? clock(when) : when);
      }, ...rest);
      frames.add(key);
      waiting.set(id, key);
      return id;
    });
    replace(globalThis, cancel, (original) => function (id) {
      frames.delete(waiting.get(id));
      waiting.delete(id);
      return original.call(globalThis, id);
    });
  }

${REACHED_SCRIPT}
  const awaited = (place, ...names) => {
    for (const name of names) replace(place, name, (original) => function () {
      return counted(original.apply(this, arguments), Infinity);
    });
  };
  awaited(globalThis, "fetch", "createImageBitmap");
  awaited(globalThis.WebAssembly, "compile", "instantiate", "compileStreaming", "instantiateStreaming");
  awaited(globalThis.FontFace?.prototype, "load");
  awaited(globalThis.HTMLImageElement?.prototype, "decode");
  awaited(globalThis.SVGImageElement?.prototype, "decode");
  awaited(globalThis.Scheduler?.prototype, "postTask", "yield");
  replace(globalThis.AbortSignal, "timeout", (original) => function (ms) {
    const signal = original.apply(this, arguments);
    timers.set(signal, { ms: Number(ms), due: now() + Number(ms), poll: false });
    listen.call(signal, "abort", () => { timers.delete(signal); touch(); });
    return signal;
  });
  // What is loaded from such an address is not asked for over the network.
  replace(globalThis.URL, "createObjectURL", (original) => function () {
    touch();
    return original.apply(this, arguments);
  });
  // Animations of elements outside the document, which the document does not list.
  replace(globalThis.Element?.prototype, "animate", (original) => function () {
    const animation = original.apply(this, arguments);
    state.animations.add(animation);
    return animation;
  });
  replace(globalThis.Animation?.prototype, "play", (original) => function () {
    state.animations.add(this);
    return original.apply(this, arguments);
  });

  const NativeWorker = globalThis.Worker;
  if (NativeWorker) {
    globalThis.Worker = class Worker extends NativeWorker {
      #work = { asked: now() };
      constructor(...args) {
        super(...args);
        workers.add(this);
        answers.add(this.#work);
        const answered = () => { answers.delete(this.#work); touch(); };
        for (const type of ["message", "messageerror", "error"]) this.addEventListener(type, answered);
      }
      postMessage(...args) {
        this.#work.asked = now();
        answers.add(this.#work);
        return super.postMessage(...args);
      }
      terminate() {
        workers.delete(this);
        answers.delete(this.#work);
        return super.terminate();
      }
    };
  }

  // Who listens for scrolling shows what comes into view.
  replace(EventTarget.prototype, "addEventListener", (original) => function (type) {
    if (type === "scroll" && !(this instanceof Element && this !== document.body)) state.scrolls++;
    return original.apply(this, arguments);
  });
  const NativeObserver = globalThis.IntersectionObserver;
  if (NativeObserver) {
    globalThis.IntersectionObserver = class IntersectionObserver extends NativeObserver {
      constructor(...args) { super(...args); state.observers++; }
    };
  }
  const drawing = [
    "clearRect", "fillRect", "strokeRect", "fill", "stroke", "fillText", "strokeText",
    "drawImage", "putImageData", "drawArrays", "drawElements", "transferFromImageBitmap",
  ];
  const counting = new WeakSet();
  replace(globalThis.HTMLCanvasElement?.prototype, "getContext", (original) => function () {
    const context = original.apply(this, arguments);
    const place = context && Object.getPrototypeOf(context);
    if (!place || counting.has(place)) return context;
    counting.add(place);
    for (const name of drawing) replace(place, name, (draw) => function (...args) {
      state.drawings++;
      return draw.apply(this, args);
    });
    return context;
  });
  replace(globalThis.Element?.prototype, "attachShadow", (original) => function (...args) {
    const root = original.apply(this, args);
    state.roots.add(root);
    state.watch?.(root);
    return root;
  });

  // Sockets and streams that stay open (channels-script.ts). After each question its answer is waited for.
  const channels = new Set();
  state.asks = (channel, asked = now()) => {
    state.hears(channel);
    channels.add(channel);
    answers.add(channel.work = { asked });
  };
  state.hears = (channel) => { answers.delete(channel.work); touch(); };
  state.ends = (channel) => { channels.delete(channel); state.hears(channel); };

  /** Whether something will certainly come, whether something may come, and whether that may be a frame. */
  state.look = () => {
    const at = now();
    let waits = false, restless = state.alive || intervals.size + frames.size + workers.size + channels.size > 0;
    for (const { ms, due, poll } of timers.values()) {
      const soon = due - at <= ${DUE_MS};
      if (!poll && (soon || ms <= ${TIMER_MS})) waits = true;
      else if (soon) restless = true;
    }
    for (const answer of answers) {
      answer.beat ??= state.beats;
      const isEarly = state.beats > 0 && state.beats - answer.beat < ${ANSWER_BEATS};
      if (at - answer.asked < ${ANSWER_MS} || isEarly) waits = true;
    }
    return { waits, restless, animates: frames.size > 0, touchedAgo: at - state.touched };
  };
  Object.defineProperty(globalThis, Symbol.for("quire"), { value: state });
})();`;
