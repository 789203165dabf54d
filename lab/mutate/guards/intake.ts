import type { GuardsOf } from "../guards.ts";

export const intakeGuards: GuardsOf[] = [
  {
    file: "src/intake/memory-budget.ts",
    tests: ["test/intake/memory-budget.test.ts", "test/intake/memory-budget-owners.test.ts"],
    guards: {
      "mem-total": [
        "return this.#used + bytes <= (this.#isLittle(atWork) ? this.alone : this.total);",
        "return this.#used + bytes <= this.alone;",
      ],
      "mem-alone": ["if (lease.held + bytes > this.alone) {", "if (false as boolean) {"],
      "mem-wait": [
        "const timer = setTimeout(() => waiter.refuse(busy()), options.waitMs);",
        "const timer = setTimeout(() => {}, options.waitMs);",
      ],
      "mem-deadline": ["if (Date.now() > waiter.deadline) waiter.refuse(busy());\n    else if", "if"],
      "mem-lease": ["if (old.touched < expired) old.release();", "if (old.touched < 0) old.release();"],
      "mem-circle": [
        "if (isGrowing && this.#isCircle([...this.#growing, { lease, bytes }])) return Promise.reject(busy());",
        "",
      ],
      "mem-circle-left": ["this.#breakCircle();", ""],
      "mem-turns-held": [
        "const isBefore = !next || bytes < next.bytes || (bytes === next.bytes && turn < next.turn);",
        "const isBefore = !next || turn < next.turn;",
      ],
      "mem-turns-turn": [
        "const isBefore = !next || bytes < next.bytes || (bytes === next.bytes && turn < next.turn);",
        "const isBefore = !next || bytes < next.bytes;",
      ],
      "mem-turns-remembered": ["if (this.#turns.size > REMEMBERED_TURNS) this.#turns.delete(oldest);", ""],
      "mem-abort": ['options.signal?.addEventListener("abort", this.#onAbort);', ""],
    },
  },
  {
    file: "src/intake/body/body.ts",
    tests: ["test/intake/body/body.test.ts", "test/intake/submission.test.ts"],
    guards: {
      "body-size": ["if (total > rules.maxBytes) throw tooLong(rules);", ""],
    },
  },
  {
    file: "src/intake/body/whole-body.ts",
    tests: ["test/intake/body/body.test.ts", "test/intake/submission.test.ts"],
    guards: {
      "body-declared": ["if (declared !== undefined && declared > rules.maxBytes) throw tooLong(rules);", ""],
    },
  },
  {
    file: "src/intake/body/body.ts",
    tests: ["test/intake/body/body.test.ts"],
    guards: {
      "body-rate": [
        "if (interrupt && total - seen < Math.max(1, (MIN_RATE * rules.idleMs) / 1000)) {",
        "if (false as boolean) {",
      ],
      "body-trickle": ["Math.max(1, (MIN_RATE * rules.idleMs) / 1000)", "1"],
    },
  },
  {
    file: "src/intake/body/drain.ts",
    tests: ["test/intake/body/drain.test.ts"],
    guards: {
      "drain-bytes": ["for (let left = MAX_BYTES; left > 0; ) {", "for (let left = MAX_BYTES; left > -1e15; ) {"],
      "drain-declared": ['if (Number(request.headers.get("content-length") ?? 0) > MAX_BYTES) return;', ""],
      "drain-time": ["const timer = setTimeout(stop, MAX_MS);", "const timer = setTimeout(() => {}, MAX_MS);"],
    },
  },
  {
    file: "src/intake/form/form-parts.ts",
    tests: ["test/intake/form/multipart.test.ts", "test/intake/submission.test.ts"],
    guards: {
      "parts-file": ["if (file.bytes.length > rules.maxFile) throw tooLarge(", "if (false as boolean) throw tooLarge("],
      "parts-text": ["if (text > rules.maxText) throw", "if (text > 1e15) throw"],
      "parts-base64-twice": ["if (files.some(({ field }) => field === name))", "if (false as boolean)"],
    },
  },
  {
    file: "src/intake/form/form-parts.ts",
    tests: [
      "test/intake/form/multipart.test.ts",
      "test/intake/submission.test.ts",
      "test/intake/form/form-stream.test.ts",
    ],
    guards: {
      "parts-file-early": ["length > rules.maxFile) {", "length > 1e15) {"],
      "parts-text-early": [
        'if (content === "text" && length > rules.maxText) {',
        'if (content === "text" && length > 1e15) {',
      ],
    },
  },
  {
    file: "src/intake/form/form-stream.ts",
    tests: ["test/intake/form/form-stream.test.ts", "test/intake/submission.test.ts"],
    guards: {
      "stream-text": ["if (this.#textBytes > this.#rules.maxText) {", "if (this.#textBytes > 1e15) {"],
      "stream-file": ["if (bytes.length > this.#rules.maxFile) throw", "if (bytes.length > 1e15) throw"],
    },
  },
  {
    file: "src/intake/form/multipart.ts",
    tests: ["test/intake/form/multipart.test.ts", "test/intake/submission.test.ts"],
    guards: {
      "multipart-parts": ["if (this.parts.length >= this.#rules.maxParts) {", "if (false as boolean) {"],
    },
  },
  {
    file: "src/intake/form/multipart.ts",
    tests: ["test/intake/form/multipart.test.ts"],
    guards: {
      "multipart-head": ["if (end - this.#from > MAX_HEAD) {", "if (false as boolean) {"],
      "multipart-preamble": ["if ((found < 0 ? bytes.length : found) > MAX_HEAD) {", "if (false as boolean) {"],
      "multipart-padding": ["if (at - this.#from > MAX_HEAD) throw", "if (at - this.#from > 1e15) throw"],
      "multipart-boundary": ["{0,69}", "{0,}"],
    },
  },
  {
    file: "src/intake/form/urlencoded.ts",
    tests: ["test/intake/submission.test.ts"],
    guards: {
      "url-parts": ["if (pairs > rules.maxParts) throw", "if (pairs > 1e15) throw"],
      "url-text": ["if (text > rules.maxText) {", "if (text > 1e15) {"],
      "url-file": ["if (decoded.bytes.length > maxFile) throw", "if (decoded.bytes.length > 1e15) throw"],
    },
  },
  {
    file: "src/intake/json/json-text.ts",
    tests: ["test/intake/json/json.test.ts"],
    guards: {
      "json-depth": ["if (depth > MAX_DEPTH) throw", "if (depth > 1e15) throw"],
      "json-number": ["this.at - start <= MAX_NUMBER_LENGTH && ", ""],
      "json-number2": ["text.length <= MAX_NUMBER_LENGTH && ", ""],
    },
  },
  {
    file: "src/intake/json/json.ts",
    tests: ["test/intake/json/json.test.ts", "test/intake/submission.test.ts"],
    guards: {
      "json-text": [
        "if (!(await this.#text.makeRoom(end - start))) {",
        "if (!(await this.#text.makeRoom(end - start)) && (false as boolean)) {",
      ],
      "json-text-limit": [
        "GrowingBuffer.ofUnknownSize(rules.maxText, rules.reservation)",
        "GrowingBuffer.ofUnknownSize(rules.maxText * 100, rules.reservation)",
      ],
      "json-declared": [
        "if (rules.declared !== undefined && rules.declared > rules.maxBytes) throw tooLong(rules);",
        "",
      ],
    },
  },
  {
    file: "src/intake/json/json-base64.ts",
    tests: ["test/intake/json/json.test.ts", "test/intake/submission.test.ts"],
    guards: {
      "json-file": ["if (this.#out.total > this.#rules.maxFile) {", "if (this.#out.total > 1e15) {"],
    },
  },
  {
    file: "src/intake/json/json.ts",
    tests: ["test/intake/json/json.test.ts"],
    guards: {
      "json-name": ["if (length > MAX_NAME) {", "if (length > 1e15) {"],
    },
  },
  {
    file: "src/intake/outbound/max-redirects.ts",
    tests: ["test/intake/outbound/remote.test.ts"],
    guards: {
      "remote-redirects": ["export const MAX_REDIRECTS = 5;", "export const MAX_REDIRECTS = 50;"],
    },
  },
  {
    file: "src/intake/outbound/outbound.ts",
    tests: ["test/intake/outbound/remote.test.ts"],
    guards: {
      "remote-address-each-hop": ["checkAddress(url, allowHosts, refuseHosts);", "void checkAddress;"],
      "remote-resolve": [
        "if (addresses.length === 0 || !addresses.every(isPublicAddress)) {",
        "if (false as boolean) {",
      ],
    },
  },
  {
    file: "src/intake/outbound/remote.ts",
    tests: ["test/intake/outbound/remote.test.ts"],
    guards: {
      "remote-hop-time": [
        "const timer = setTimeout(() => hop.abort(), rules.hopMs);",
        "const timer = setTimeout(() => {}, rules.hopMs);",
      ],
      "remote-total-time": [
        "const timer = setTimeout(() => deadline.abort(), rules.totalMs);",
        "const timer = setTimeout(() => {}, rules.totalMs);",
      ],
      "remote-idle": ["idleMs: rules.hopMs,", "idleMs: 1e9,"],
      "remote-size": ["maxBytes: rules.maxBytes,", "maxBytes: 1e9,"],
    },
  },
];
