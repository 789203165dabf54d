/**
 * A part of the script that counts what a page has under way (`activity.ts`): objects of the browser that work apart
 * from the page. Nobody has a list of them all, so they are followed from where a page reaches them. What such an
 * object gives out is followed in turn. A promise that it gives is waited for. An object that is given a function, or a
 * listener, may call it at any time: from then on something unknown is alive.
 */

/** Properties of the window that lead to such objects. */
const LEAD_THERE = ["navigator", "crypto", "indexedDB", "caches", "cookieStore", "speechSynthesis", "sharedStorage"];

/** Interfaces whose constructors make such objects. */
const MADE = [
  ...["AudioContext", "AudioDecoder", "AudioEncoder", "BroadcastChannel", "CompressionStream", "DecompressionStream"],
  ...["FileReader", "FileSystemObserver", "ImageDecoder", "MediaRecorder", "MediaSource", "Notification", "Observable"],
  ...[
    "OfflineAudioContext",
    "OffscreenCanvas",
    "PerformanceObserver",
    "ReadableStream",
    "ReportingObserver",
    "Request",
  ],
  ...["Response", "SharedWorker", "TransformStream", "VideoDecoder", "VideoEncoder", "WritableStream"],
];

/** Methods of objects that have other ways to be made, and of the document and its elements. */
const BEGIN: Record<string, readonly string[]> = {
  globalThis: ["scroll", "scrollBy", "scrollTo"],
  Blob: ["arrayBuffer", "bytes", "stream", "text"],
  Document: ["startViewTransition"],
  Element: ["scroll", "scrollBy", "scrollIntoView", "scrollTo"],
  HTMLCanvasElement: ["toBlob"],
  HTMLMediaElement: ["play"],
};

/** Methods whose work ends with the event `loadend`. */
const LOAD: Record<string, readonly string[]> = {
  FileReader: ["readAsArrayBuffer", "readAsBinaryString", "readAsDataURL", "readAsText"],
  XMLHttpRequest: ["send"],
};

/** Values, and what is called too often to be followed: the document itself, and drawing. */
const NOT_FOLLOWED =
  /^(Promise|Map|Set|DataView|Symbol|BigInt|Window|EventTarget)$|^(Weak|Temporal)|(Buffer|Iterator)$|RenderingContext/;

export const REACHED_SCRIPT = `
  const { then } = Promise.prototype, { addEventListener: listen } = EventTarget.prototype;
  const alive = () => { state.alive = true; touch(); };

  /**
   * The promise that is handed on fails where the first one fails, so that the page hears of what it does not catch.
   */
  const counted = (promise, asked) => {
    const answer = { asked };
    answers.add(answer);
    const settled = () => { answers.delete(answer); touch(); };
    return then.call(
      promise,
      (value) => { settled(); return follow(value); },
      (reason) => { settled(); throw reason; },
    );
  };
  const until = (target, ...types) => {
    const answer = { asked: now() };
    answers.add(answer);
    for (const type of types) listen.call(target, type, () => { answers.delete(answer); touch(); });
  };
  const follow = (value) => {
    if (typeof value !== "object" || value === null) return value;
    if (value instanceof Promise) return counted(value, now());
    if (value instanceof Node || value instanceof Event) return value;
    if (/^IDB.*Request$/.test(value[Symbol.toStringTag])) until(value, "success", "error");
    for (let place = Object.getPrototypeOf(value); place; place = Object.getPrototypeOf(place)) watch(place);
    return value;
  };
  const following = (place, key) => replace(place, key, (original) => function (...given) {
    touch();
    const result = original.apply(this, given);
    // When it ends is then up to the page's own function.
    if (!given.some((value) => typeof value === "function")) return follow(result);
    alive();
    return result;
  });

  const watched = new WeakSet();
  const watch = (place) => {
    if (watched.has(place) || !Object.hasOwn(place, Symbol.toStringTag)) return;
    watched.add(place);
    const name = place[Symbol.toStringTag];
    if (${NOT_FOLLOWED}.test(name) || globalThis[name]?.prototype !== place) return;
    const hear = (target, type) => {
      // Libraries send messages to themselves to go from one piece of work to the next.
      if (name !== "MessagePort") alive();
      listen.call(target, type, touch);
    };
    for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(place))) {
      const { value, get, set, configurable } = property;
      if (!configurable || key === "constructor") continue;
      if (typeof value === "function") following(place, key);
      else if (get) Object.defineProperty(place, key, {
        ...property,
        get() {
          const found = get.call(this);
          // A promise that lies about may be for something that never happens.
          if (found instanceof Promise) alive();
          else follow(found);
          return found;
        },
        set: set && function (next) {
          if (typeof next === "function") hear(this, key.slice(2));
          set.call(this, next);
        },
      });
    }
    if (place instanceof EventTarget) place.addEventListener = function addEventListener(type) {
      hear(this, type);
      return listen.apply(this, arguments);
    };
  };

  for (const name of ${JSON.stringify(LEAD_THERE)}) {
    const property = Object.getOwnPropertyDescriptor(globalThis, name);
    if (property?.get) Object.defineProperty(globalThis, name, { ...property, get() { return follow(property.get.call(globalThis)); } });
  }
  const interfaceOf = (name) => name === "globalThis" ? globalThis : globalThis[name]?.prototype;
  for (const [name, keys] of Object.entries(${JSON.stringify(BEGIN)})) for (const key of keys) following(interfaceOf(name), key);
  for (const [name, keys] of Object.entries(${JSON.stringify(LOAD)})) for (const key of keys) {
    replace(interfaceOf(name), key, (original) => function () {
      until(this, "loadend");
      return original.apply(this, arguments);
    });
  }
  for (const name of ${JSON.stringify(MADE)}) if (globalThis[name]) {
    const original = globalThis[name];
    globalThis[name] = new Proxy(original, {
      construct: (target, given, made) => {
        if (given.some((value) => typeof value === "function")) alive();
        const object = Reflect.construct(target, given, made);
        if (name === "SharedWorker") {
          until(object.port, "message");
          alive();
        }
        return follow(object);
      },
    });
    original.prototype.constructor = globalThis[name];
  }
  replace(globalThis.Atomics, "waitAsync", (original) => function () {
    alive();
    return original.apply(this, arguments);
  });
  watch(MessagePort.prototype);
  listen.call(globalThis, "message", ({ ports }) => {
    touch();
    if (ports.length > 0) alive();
  });
`;
