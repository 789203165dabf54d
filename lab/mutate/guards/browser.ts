import type { GuardsOf } from "../guards.ts";

export const browserGuards: GuardsOf[] = [
  {
    file: "src/html/browser/cdp.ts",
    tests: ["test/html/browser/cdp.test.ts"],
    guards: {
      "cdp-one": ["length > HTML_LIMITS.messageChars || ", ""],
      "cdp-together": [" || this.#large + length > HTML_LIMITS.messageChars * 2", ""],
      "cdp-listens-on": ["if (this.#flooded) return;", ""],
      "cdp-charge": ["await this.#memory?.grow(length * MESSAGE_COPIES);", ""],
      "cdp-charge-back": ["this.#memory?.shrink(charged);", ""],
      "cdp-charge-copies": ["const MESSAGE_COPIES = 3;", "const MESSAGE_COPIES = 1;"],
      "cdp-small": ["const SMALL_CHARS = 16 * 1024;", "const SMALL_CHARS = 160 * 1024;"],
    },
  },
  {
    file: "src/html/browser/cdp.ts",
    tests: ["test/html/browser/cdp.test.ts"],
    guards: {
      "cdp-1009": ["if (code === TOO_LARGE) this.#flood();", ""],
    },
  },
  {
    file: "src/html/browser/page/page-network.ts",
    tests: ["test/html/browser/page/page-network.test.ts"],
    guards: {
      "net-requests": ["if (++this.#requests > HTML_LIMITS.requests) {", "if (++this.#requests > 1e9) {"],
      "net-sending": ["++this.#sendingRequests > HTML_LIMITS.sendingRequests", "++this.#sendingRequests > 1e9"],
    },
  },
  {
    file: "src/html/browser/page/page-network.ts",
    tests: ["test/html/browser/page/page-memory.test.ts", "test/html/browser/page/page-network.test.ts"],
    guards: {
      "net-total": ["if (this.#bytes <= HTML_LIMITS.totalBytes) return;", "if (Date.now()) return;"],
      "net-at-once": ["leave = await this.#answering.enter();", ""],
      "net-paused-charge": ["await holding.grow(PAUSED_BYTES);", ""],
      "net-answer-charge": ["await holding.grow(Math.ceil(body.length * ANSWER_COPIES) - (own ?? 0));", ""],
      "net-held-back": ["holding.close();", ""],
      "net-busy": ['this.problem ??= new HtmlProblem("busy"', 'void new HtmlProblem("busy"'],
    },
  },
  {
    file: "src/html/browser/page/page-network.ts",
    tests: ["test/html/browser/page/page-network.test.ts"],
    guards: {
      "net-total-fetched": ["this.#countBytes(fetched);", ""],
      "net-schemes": ["if (!/^https?:/i.test(url)) {", "if (/^(data|blob|about):/i.test(url)) {"],
      "net-inside": ["const inside = /^(data|blob|about):/i.test(url);", "const inside = true;"],
      "net-prefetch": ['responseHeaders.push({ name: "x-dns-prefetch-control", value: "off" });', ""],
      "net-dropped": ["if (!DROPPED_HEADERS.has(name)) responseHeaders", "responseHeaders"],
      "net-aborted": ['paused.resourceType === "Document" ? "Aborted" : "AccessDenied"', '"AccessDenied"'],
    },
  },
  {
    file: "src/html/browser/page/page-network.ts",
    tests: ["test/html/browser/page/page-memory.test.ts"],
    guards: {
      "net-total-local": ["this.#countBytes(local);", ""],
      "net-failures": ["if (this.failures.length < MAX_FAILURES) ", ""],
    },
  },
  {
    file: "src/html/browser/page/page-network.ts",
    tests: ["test/html/browser/page/page-memory.test.ts"],
    guards: {
      "net-eventsource": ["if (wantsEvents(paused)) throw", "if (Date.now() < 0) throw"],
    },
  },
  {
    file: "src/html/browser/page/page-network.ts",
    tests: ["test/html/browser/page/page-network.test.ts"],
    guards: {
      "net-off": [
        'if (this.#rules.network === "none" && !(main && !this.#documentAnswered)) throw',
        "if (Date.now() < 0) throw",
      ],
    },
  },
  {
    file: "src/html/browser/page/page-network.ts",
    tests: ["test/html/browser/page/page-network.test.ts"],
    guards: {
      "net-sandbox": ['responseHeaders.push({ name: "content-security-policy", value: SANDBOX });', ""],
    },
  },
  {
    file: "src/html/browser/page/holding.ts",
    tests: ["test/html/browser/page/holding.test.ts", "test/html/browser/page/page-memory.test.ts"],
    guards: {
      "hold-large": ["if (this.#held + bytes > this.#largeBytes) this.#leave ??= await this.#large.enter();", ""],
      "hold-grow": ["await this.#memory?.grow(bytes);", ""],
      "hold-leave": ["this.#leave?.();", ""],
    },
  },
  {
    file: "src/html/browser/page/page-events.ts",
    tests: ["test/html/browser/page/page-events.test.ts"],
    guards: {
      "dom-frames": [
        "const answers = await Promise.all([this.#cdp.send<T>(method, {}, this.#sessionId), ...frames]);",
        "void frames; const answers = await Promise.all([this.#cdp.send<T>(method, {}, this.#sessionId)]);",
      ],
      "guard-children": [
        "for (const [method, command] of [...guard, ...this.#visitor])",
        "void guard; for (const [method, command] of [...this.#visitor])",
      ],
    },
  },
  {
    file: "src/html/browser/pool/platform.ts",
    tests: ["test/html/session/render.test.ts"],
    guards: {
      "render-connect": ["withinTime(action(), ms,", "withinTime(action(), 1e9,"],
    },
  },
  {
    file: "src/html/browser/pulse.ts",
    tests: ["test/html/session/render.test.ts", "test/html/recorded/browser-faults.test.ts"],
    guards: {
      "render-pulse": ["if (unanswered * BEAT_MS >= silenceMs) {", "if (Date.now() < 0) {"],
    },
  },
  {
    file: "src/html/browser/pool/sessions.ts",
    tests: ["test/html/browser/pool/sessions.test.ts"],
    guards: {
      "pool-renders": [
        "if (!usable || session.renders.size >= this.#limits.rendersPerBrowser) continue;",
        "if (!usable) continue;",
      ],
      "pool-until": ["if (Date.now() >= options.until) throw this.#noRoom();", ""],
      "pool-forgotten": [
        "if (now - render.since > FORGOTTEN_MS) session.renders.delete(render);",
        "if (now - render.since > 1e12) session.renders.delete(render);",
      ],
      "pool-launch-one": ["if (this.#isLaunching() || now <", "if (now <"],
      "pool-limited": ["now < this.#limitedUntil || ", ""],
    },
  },
  {
    file: "src/html/browser/pool/sessions.ts",
    tests: ["test/html/browser/pool/sessions.test.ts"],
    guards: {
      "pool-browsers": [" || this.#sessions.size >= this.#limits.browsers) return false;", ") return false;"],
    },
  },
  {
    file: "src/html/browser/pool/waiting-line.ts",
    tests: ["test/html/browser/pool/sessions.test.ts"],
    guards: {
      "pool-waiting": ["if (this.waiting >= this.#most) throw busy();", ""],
    },
  },
  {
    file: "src/html/browser/pool/sessions.ts",
    tests: ["test/html/browser/pool/sessions.test.ts"],
    guards: {
      "pool-spares": ["session.spares.length < this.#limits.spares && ", "session.spares.length < 6 && "],
    },
  },
  {
    file: "src/html/browser/pool/waiting-line.ts",
    tests: ["test/html/browser/pool/waiting-line.test.ts"],
    guards: {
      "pool-ticket-head": ["head.until < now - LATE_MS", "head.until < 0"],
    },
  },
  {
    file: "src/html/browser/pool/platform.ts",
    tests: ["test/html/browser/pool/platform.test.ts"],
    guards: {
      "pool-egress": [
        "const LAUNCH = JSON.stringify({ guardrails: { allowedDomains: [] } });",
        "const LAUNCH = JSON.stringify({});",
      ],
    },
  },
  {
    file: "src/html/browser/lockdown.ts",
    tests: ["test/html/recorded/browser.test.ts"],
    guards: {
      "lock-proxy": [
        'const DEAD_PROXY = { proxyServer: "http://127.0.0.1:1", proxyBypassList: "<-loopback>" };',
        "const DEAD_PROXY = {};",
      ],
    },
  },
  {
    file: "src/html/browser/lockdown.ts",
    tests: ["test/html/recorded/browser.test.ts"],
    guards: {
      "lock-loopback": ['proxyBypassList: "<-loopback>"', 'proxyBypassList: ""'],
    },
  },
  {
    file: "src/html/browser/lockdown.ts",
    tests: ["test/html/recorded/browser.test.ts"],
    guards: {
      "lock-rtc": ['  "RTCPeerConnection",\n  "webkitRTCPeerConnection",\n  "RTCDataChannel",\n', ""],
      "lock-webtransport": ['  "WebTransport",\n', ""],
      "lock-serviceworker": ["if (globalThis.ServiceWorkerContainer) {", "if (false) {"],
      "lock-open": ["globalThis.open = () => null;", ""],
    },
  },
  {
    file: "src/html/browser/lockdown.ts",
    tests: ["test/html/recorded/browser.test.ts"],
    guards: {
      "lock-print": ["globalThis.print = () => {};", ""],
    },
  },
  {
    file: "src/html/browser/page/page-events.ts",
    tests: ["test/html/recorded/browser.test.ts"],
    guards: {
      "guard-fetch": ['["Fetch.enable", { patterns: [{ urlPattern: "*" }] }],', ""],
      "guard-attach": [
        '["Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }],',
        "",
      ],
      "guard-script": ["lockdownScript(sealing)}", '""}'],
    },
  },
  {
    file: "src/html/browser/page/page-events.ts",
    tests: ["test/html/session/render.test.ts"],
    guards: {
      "guard-dialog": ['this.#cdp.post("Page.handleJavaScriptDialog", { accept: false }, this.#sessionId);', ""],
    },
  },
  {
    file: "src/html/browser/page/page-events.ts",
    tests: ["test/html/session/render.test.ts"],
    guards: {
      "guard-errors": ["if (this.consoleErrors.length < MAX_ERRORS) ", ""],
      "guard-error-text": ["text.slice(0, 300)", "text"],
    },
  },
  {
    file: "src/html/browser/page/prepare-page.ts",
    tests: ["test/html/recorded/browser.test.ts"],
    guards: {
      "guard-download": ['cdp.send("Browser.setDownloadBehavior", { behavior: "deny", browserContextId }),', ""],
    },
  },
  {
    file: "src/html/browser/page/prepare-page.ts",
    tests: ["test/html/recorded/browser.test.ts"],
    guards: {
      "guard-permissions": [
        'permissions: options.geolocation ? ["geolocation"] : [],',
        'permissions: ["geolocation", "notifications", "midi"],',
      ],
    },
  },
  {
    file: "src/html/browser/page/page.ts",
    tests: ["test/html/session/render.test.ts"],
    guards: {
      "guard-dispose": ['await by.send("Target.disposeBrowserContext", { browserContextId });', ""],
    },
  },
  {
    file: "src/html/browser/page/paused-request.ts",
    tests: ["test/html/browser/page/page-network.test.ts"],
    guards: {
      "net-sent": ["if (sent > Math.ceil(HTML_LIMITS.sentBytes / 3) * 4)", "if (sent > 1e12)"],
    },
  },
];
