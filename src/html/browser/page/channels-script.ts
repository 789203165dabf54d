/**
 * Sockets and streams of a page, which the Worker keeps open in the page's place (`page-channels.ts`). The Fetch domain
 * answers with whole bodies only, so each is asked for piece by piece: `do=next` is answered as soon as there is more.
 * What asks are requests of the page itself, so that origin, cookies and the page's policy are the browser's own. A
 * page that makes such requests by itself gets what its WebSocket would get.
 */
export const CHANNEL_TYPE = "application/vnd.quire.channel";
/** Follows what a script of the page accepts, where it can be given an answer that has not ended. */
export const IN_PARTS = `, ${CHANNEL_TYPE};q=0`;
/** Names what is left of such an answer. */
export const MORE = "x-quire-more";
/** Before each message of a socket: its kind, and its length in four bytes. */
export const KINDS = { text: 1, binary: 2, close: 8 };

/** Runs in each frame and each worker before its own scripts, and before what counts a page's work (`activity.ts`). */
export const CHANNELS_SCRIPT = `(() => {
  const { ArrayBuffer, Blob, DataView, Event, EventTarget, MessageEvent, ReadableStream, Request, Response, Uint8Array, URL } = globalThis;
  const { AbortController, CloseEvent, DOMException, TextDecoder, TextEncoder, setTimeout: later } = globalThis;
  const fetch = globalThis.fetch.bind(globalThis);
  const count = () => globalThis[Symbol.for("quire")];
  const address = (given, name) => {
    try { return new URL(given, globalThis.document?.baseURI ?? location.href); }
    catch { throw new DOMException("Failed to construct '" + name + "': The URL '" + given + "' is invalid.", "SyntaxError"); }
  };
  const ask = (url, words, body, credentials = "omit") => fetch(url, {
    method: "POST", cache: "no-store", redirect: "error", credentials, body,
    headers: { accept: "${CHANNEL_TYPE}; do=" + words },
  });
  /** Handlers (onmessage …) and constants, as those of the browser's own interfaces. */
  const complete = (made, types, names) => {
    for (const type of types) {
      const handlers = new WeakMap();
      Object.defineProperty(made.prototype, "on" + type, {
        configurable: true, enumerable: true,
        get() { return handlers.get(this) ?? null; },
        set(handler) {
          if (!handlers.has(this)) this.addEventListener(type, (event) => handlers.get(this)?.call(this, event));
          handlers.set(this, typeof handler === "function" ? handler : null);
        },
      });
    }
    names.forEach((name, value) => {
      for (const place of [made, made.prototype]) Object.defineProperty(place, name, { value, enumerable: true });
    });
    Object.defineProperty(made.prototype, Symbol.toStringTag, { value: made.name, configurable: true });
    Object.defineProperty(globalThis, made.name, { value: made, configurable: true, writable: true });
  };

  complete(class WebSocket extends EventTarget {
    #url; #at; #id; #state = 0; #protocol = ""; #waiting = []; #sending = Promise.resolve(); #buffered = 0; #binary = "blob"; #talk = {};
    constructor(url, protocols = []) {
      super();
      const at = address(url, "WebSocket");
      at.protocol = at.protocol.replace(/^http/, "ws");
      const asked = Array.isArray(protocols) ? protocols.map(String) : [String(protocols)];
      const isWrong = !/^wss?:$/.test(at.protocol) || at.href.includes("#") || new Set(asked).size < asked.length
        || asked.some((name) => !/^[!#$%&'*+.^_\`|~0-9A-Za-z-]+$/.test(name));
      if (isWrong) throw new DOMException("Failed to construct 'WebSocket': '" + url + "' or its subprotocols are invalid.", "SyntaxError");
      this.#url = at.href;
      this.#at = at.href.replace("ws", "http");
      this.#open(asked);
    }
    get url() { return this.#url; }
    get readyState() { return this.#state; }
    get protocol() { return this.#protocol; }
    get extensions() { return ""; }
    get bufferedAmount() { return this.#buffered; }
    get binaryType() { return this.#binary; }
    set binaryType(type) { if (type === "blob" || type === "arraybuffer") this.#binary = type; }
    async #open(protocols) {
      count()?.asks(this.#talk);
      try {
        const answer = await ask(this.#at, "open", new TextEncoder().encode(JSON.stringify(protocols)), "include");
        const { id, protocol } = await answer.json();
        this.#id = id;
        if (this.#state !== 0) throw this.#tell("close", "{}").catch(() => {});
        this.#protocol = protocol;
        this.#state = 1;
        this.dispatchEvent(new Event("open"));
        while (this.#state !== 3) await this.#hear();
      } catch { this.#end({ code: 1006, reason: "", wasClean: false }); }
    }
    #tell(words, body) { return ask(this.#at, words + "; id=" + this.#id, body); }
    async #hear() {
      const bytes = new Uint8Array(await (await this.#tell("next")).arrayBuffer());
      if (bytes.length === 0) throw undefined;
      const view = new DataView(bytes.buffer);
      for (let at = 0, end; at < bytes.length; at = end) {
        end = at + 5 + view.getUint32(at + 1);
        const kind = view.getUint8(at), content = bytes.slice(at + 5, end);
        const text = () => new TextDecoder("utf-8", { ignoreBOM: true }).decode(content);
        if (kind === ${KINDS.close}) return this.#end(JSON.parse(text()));
        if (this.#state !== 1) continue;
        count()?.hears(this.#talk);
        const data = kind === ${KINDS.text} ? text() : this.#binary === "blob" ? new Blob([content]) : content.buffer;
        this.dispatchEvent(new MessageEvent("message", { data, origin: new URL(this.#url).origin }));
        await undefined;
      }
    }
    send(data) {
      if (this.#state === 0) throw new DOMException("Failed to execute 'send' on 'WebSocket': Still in CONNECTING state.", "InvalidStateError");
      const isView = ArrayBuffer.isView(data), isBlob = data instanceof Blob;
      const isText = !(isView || isBlob || data instanceof ArrayBuffer);
      const content = isText ? new TextEncoder().encode(data) : isBlob ? data
        : isView ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice() : data.slice(0);
      const size = isBlob ? content.size : content.byteLength;
      this.#buffered += size;
      if (this.#state !== 1) return;
      count()?.asks(this.#talk);
      this.#waiting.push({ kind: isText ? ${KINDS.text} : ${KINDS.binary}, content, size });
      if (this.#waiting.length === 1) this.#sending = this.#sending.then(() => this.#deliver()).catch(() => {});
    }
    async #deliver() {
      await undefined;
      const messages = this.#waiting.splice(0), parts = [];
      for (const { kind, content } of messages) {
        const bytes = new Uint8Array(content instanceof Blob ? await content.arrayBuffer() : content);
        const head = new DataView(new ArrayBuffer(5));
        head.setUint8(0, kind);
        head.setUint32(1, bytes.length);
        parts.push(head, bytes);
      }
      await this.#tell("send", await new Blob(parts).arrayBuffer());
      for (const { size } of messages) this.#buffered -= size;
    }
    close(code, reason = "") {
      if (code !== undefined && code !== 1000 && !(code >= 3000 && code <= 4999)) throw new DOMException("Failed to execute 'close' on 'WebSocket': The close code must be 1000, or from 3000 to 4999.", "InvalidAccessError");
      if (new TextEncoder().encode(reason).length > 123) throw new DOMException("Failed to execute 'close' on 'WebSocket': The close reason is longer than 123 bytes.", "SyntaxError");
      if (this.#state > 1) return;
      const isOpen = this.#state === 1;
      this.#state = 2;
      if (isOpen) this.#sending.then(() => this.#tell("close", JSON.stringify({ code, reason }))).catch(() => {});
    }
    #end({ code, reason, wasClean }) {
      if (this.#state === 3) return;
      this.#state = 3;
      count()?.ends(this.#talk);
      if (!wasClean) this.dispatchEvent(new Event("error"));
      this.dispatchEvent(new CloseEvent("close", { code, reason, wasClean }));
    }
  }, ["open", "message", "error", "close"], ["CONNECTING", "OPEN", "CLOSING", "CLOSED"]);

  /** The answer with what is still to come of it. */
  const continued = (answer, id, signal) => {
    const started = answer.body.getReader(), talk = {};
    const next = async () => {
      const { value, done } = await started.read();
      if (!done) return value;
      const piece = await ask(answer.url, "next; id=" + id);
      return piece.status === 204 ? undefined : new Uint8Array(await piece.arrayBuffer());
    };
    const end = () => {
      count()?.ends(talk);
      ask(answer.url, "close; id=" + id).catch(() => {});
    };
    // What has an end is waited for like any other answer.
    const asked = /event-stream|ndjson|jsonl|json-seq|x-mixed-replace/i.test(answer.headers.get("content-type")) ? undefined : Infinity;
    const body = new ReadableStream({
      start: (to) => signal?.addEventListener("abort", () => { end(); to.error(signal.reason); }),
      async pull(to) {
        try {
          count()?.asks(talk, asked);
          const piece = await next();
          if (piece?.length !== 0) count()?.hears(talk);
          if (piece) return to.enqueue(piece);
          count()?.ends(talk);
          to.close();
        } catch (error) { end(); to.error(error); }
      },
      cancel: end,
    }, { highWaterMark: 0 });
    const { status, statusText, headers } = answer;
    const made = new Response(body, { status, statusText, headers });
    made.headers.delete("${MORE}");
    for (const name of ["url", "type", "redirected"]) Object.defineProperty(made, name, { value: answer[name] });
    return made;
  };
  const whole = async (input, init) => {
    const request = new Request(input, init);
    const accepted = (request.headers.get("accept") ?? "*/*") + "${IN_PARTS}";
    // A longer one would have the other origin asked for permission.
    if (accepted.length <= 128) request.headers.set("accept", accepted);
    const answer = await fetch(request);
    const id = answer.headers.get("${MORE}");
    return id === null ? answer : continued(answer, id, request.signal);
  };
  Object.defineProperty(globalThis, "fetch", {
    value: Object.defineProperty(function (input, init) { return whole(...arguments); }, "name", { value: "fetch" }),
    configurable: true, enumerable: true, writable: true,
  });

  const NativeEvents = globalThis.EventSource;
  if (NativeEvents) complete(class EventSource extends EventTarget {
    #at; #withCredentials; #state = 0; #last = ""; #wait = 3000; #stop = new AbortController();
    constructor(url, { withCredentials = false } = {}) {
      super();
      this.#at = address(url, "EventSource");
      this.#withCredentials = Boolean(withCredentials);
      this.#read();
    }
    get url() { return this.#at.href; }
    get readyState() { return this.#state; }
    get withCredentials() { return this.#withCredentials; }
    close() {
      this.#state = 2;
      this.#stop.abort();
    }
    async #read() {
      while (this.#state !== 2) {
        try { await this.#listen(); } catch {}
        if (this.#state !== 2) {
          this.#state = 0;
          this.dispatchEvent(new Event("error"));
          await new Promise((done) => later(done, this.#wait));
        }
      }
    }
    async #listen() {
      const isOwn = this.#at.origin === globalThis.origin;
      const answer = await whole(this.#at.href, {
        headers: { accept: "text/event-stream", ...(isOwn && this.#last !== "" ? { "last-event-id": this.#last } : {}) },
        cache: "no-store", credentials: this.#withCredentials ? "include" : "same-origin", signal: this.#stop.signal,
      });
      if (answer.status !== 200 || !/^text\\/event-stream\\b/i.test(answer.headers.get("content-type") ?? "")) {
        this.close();
        return this.dispatchEvent(new Event("error"));
      }
      this.#state = 1;
      this.dispatchEvent(new Event("open"));
      const pieces = answer.body.getReader(), decoder = new TextDecoder(), { origin } = new URL(answer.url);
      let rest = "", event = { type: "", data: [] };
      for (let read; !(read = await pieces.read()).done; ) {
        const lines = (rest + decoder.decode(read.value, { stream: true })).split(/\\r\\n|\\n|\\r(?!$)/);
        rest = lines.pop();
        for (const line of lines) {
          if (line === "") {
            const { type, data } = event;
            event = { type: "", data: [] };
            if (data.length === 0 || this.#state !== 1) continue;
            this.dispatchEvent(new MessageEvent(type || "message", { data: data.join("\\n"), origin, lastEventId: this.#last }));
            await undefined;
            continue;
          }
          const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line);
          if (field === "data") event.data.push(value);
          else if (field === "event") event.type = value;
          else if (field === "id" && !value.includes("\\0")) this.#last = value;
          else if (field === "retry" && /^\\d+$/.test(value)) this.#wait = Number(value);
        }
      }
    }
  }, ["open", "message", "error"], ["CONNECTING", "OPEN", "CLOSED"]);
})();`;
