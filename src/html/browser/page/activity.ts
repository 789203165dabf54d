import { HTML_LIMITS } from "../../html-limits.ts";

/**
 * Counts what a page still has under way, which only the page itself can know: timers, frames of animation, promises,
 * workers. It runs in each frame before any script of the page, and `settle.ts` reads the counts. Observers of the
 * document do not see what is drawn on a canvas, so drawings are counted too.
 */

/** The longest delay of a timer that is waited for. */
const TIMER_MS = 1_000;
/** A timer that is due by then is waited for, however long ago it was set. */
const DUE_MS = 500;
/** How long a worker is waited for after a message was sent to it. */
const WORKER_MS = 2_000;
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
const MOST_HURRY_MS = HTML_LIMITS.settleMs;

export const ACTIVITY_SCRIPT = `(() => {
  const { setTimeout: later, setInterval: repeat } = globalThis;
  const now = performance.now.bind(performance);
  const state = { observers: 0, drawings: 0, touched: 0, hurry: false, roots: new Set() };
  const timers = new Map(), intervals = new Set(), frames = new Set(), workers = new Set();
  let promises = 0, ahead = 0, lastFrame = 0;
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
    if (state.hurry && when !== lastFrame && ahead < ${MOST_HURRY_MS}) ahead += ${HURRY_MS};
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

  const settled = () => { promises--; touch(); };
  const awaited = (place, ...names) => {
    for (const name of names) replace(place, name, (original) => function () {
      const promise = original.apply(this, arguments);
      promises++;
      promise.then(settled, settled);
      return promise;
    });
  };
  awaited(globalThis, "fetch", "createImageBitmap");
  awaited(globalThis.WebAssembly, "compile", "instantiate", "compileStreaming", "instantiateStreaming");
  awaited(globalThis.FontFace?.prototype, "load");
  awaited(globalThis.HTMLImageElement?.prototype, "decode");
  awaited(globalThis.Scheduler?.prototype, "postTask");
  for (const name of ["text", "json", "blob", "arrayBuffer", "bytes"]) awaited(globalThis.Response?.prototype, name);
  // Schedulers send messages to themselves to go from one piece of work to the next.
  replace(globalThis.MessagePort?.prototype, "postMessage", (original) => function () {
    touch();
    return original.apply(this, arguments);
  });

  const NativeWorker = globalThis.Worker;
  if (NativeWorker) {
    globalThis.Worker = class Worker extends NativeWorker {
      #work = { asked: now() };
      constructor(...args) {
        super(...args);
        workers.add(this.#work);
        const answered = () => { workers.delete(this.#work); touch(); };
        for (const type of ["message", "messageerror", "error"]) this.addEventListener(type, answered);
      }
      postMessage(...args) {
        this.#work.asked = now();
        workers.add(this.#work);
        return super.postMessage(...args);
      }
      terminate() {
        workers.delete(this.#work);
        return super.terminate();
      }
    };
  }

  const NativeObserver = globalThis.IntersectionObserver;
  if (NativeObserver) {
    globalThis.IntersectionObserver = class IntersectionObserver extends NativeObserver {
      constructor(...args) { super(...args); state.observers++; }
    };
  }
  const drawing = ["clearRect", "fillRect", "strokeRect", "fill", "stroke", "fillText", "strokeText", "drawImage", "putImageData", "drawArrays", "drawElements"];
  for (const context of ["CanvasRenderingContext2D", "WebGLRenderingContext", "WebGL2RenderingContext"]) {
    for (const name of drawing) replace(globalThis[context]?.prototype, name, (original) => function (...args) {
      state.drawings++;
      return original.apply(this, args);
    });
  }
  replace(globalThis.Element?.prototype, "attachShadow", (original) => function (...args) {
    const root = original.apply(this, args);
    state.roots.add(root);
    state.watch?.(root);
    return root;
  });

  /** Whether something will certainly come, and whether something may come. */
  state.look = () => {
    const at = now();
    let waits = promises > 0, restless = intervals.size + frames.size > 0;
    for (const { ms, due, poll } of timers.values()) {
      const soon = due - at <= ${DUE_MS};
      if (!poll && (soon || ms <= ${TIMER_MS})) waits = true;
      else if (soon) restless = true;
    }
    for (const { asked } of workers) if (at - asked < ${WORKER_MS}) waits = true;
    return { waits, restless, touchedAgo: at - state.touched };
  };
  Object.defineProperty(globalThis, Symbol.for("quire"), { value: state });
})();`;
