import type { GuardsOf } from "../guards.ts";

export const htmlGuards: GuardsOf[] = [
  {
    file: "src/html/resources/fetching.ts",
    tests: ["test/html/resources/fetching.test.ts"],
    guards: {
      "fetch-time": ["AbortSignal.any([signal, AbortSignal.timeout(HTML_LIMITS.resourceMs)])", "signal"],
      "fetch-charge": ["await memory.grow(size);", ""],
    },
  },
  {
    file: "src/html/resources/fetching.ts",
    tests: ["test/html/resources/fetching.test.ts"],
    guards: {
      "fetch-signal": [
        "AbortSignal.any([signal, AbortSignal.timeout(HTML_LIMITS.resourceMs)])",
        "AbortSignal.timeout(HTML_LIMITS.resourceMs)",
      ],
    },
  },
  {
    file: "src/html/resources/fetching.ts",
    tests: ["test/html/resources/fetching.test.ts"],
    guards: {
      "fetch-size-declared": ["if (declared > most) {", "if (Date.now() < 0) {"],
      "fetch-size": ["if (pieces.length + chunk.length > most) throw tooLarge();", ""],
      "fetch-believed": ["declared <= BELIEVED_BYTES && ", ""],
    },
  },
  {
    file: "src/html/resources/fetching.ts",
    tests: ["test/html/resources/fetching.test.ts", "test/html/resources/gatherer.test.ts"],
    guards: {
      "fetch-size-wired": ["readBody(response, HTML_LIMITS.resourceBytes,", "readBody(response, 1e12,"],
    },
  },
  {
    file: "src/html/resources/turnstile.ts",
    tests: ["test/html/resources/turnstile.test.ts"],
    guards: {
      turnstile: ["if (this.#free > 0) this.#free--;\n    else await", "if (Date.now()) this.#free--;\n    else await"],
    },
  },
  {
    file: "src/html/resources/html-source.ts",
    tests: ["test/html/resources/html-source.test.ts"],
    guards: {
      "source-size": ["if (plain.length > HTML_LIMITS.documentBytes) {", "if (Date.now() < 0) {"],
      "source-binary": ["if (known === undefined) refuseBinary(plain);", ""],
    },
  },
  {
    file: "src/html/resources/html-source.ts",
    tests: ["test/html/resources/html-source.test.ts"],
    guards: {
      "source-gzip": ["gunzipSync(bytes, { maxOutputLength: most + 128 * 1024 })", "gunzipSync(bytes)"],
    },
  },
  {
    file: "src/html/resources/html-source.ts",
    tests: ["test/html/resources/html-source.test.ts", "test/api/operations/html.test.ts"],
    guards: {
      "source-unpacked": [
        "return isGzip(bytes) ? Math.min(HTML_LIMITS.documentBytes, bytes.length * MAX_INFLATED) : 0;",
        "return 0;",
      ],
    },
  },
  {
    file: "src/html/convert.ts",
    tests: ["test/html/convert.test.ts"],
    guards: {
      "pdf-pages": ["if (document.pageCount > HTML_LIMITS.outputPages) {", "if (Date.now() < 0) {"],
    },
  },
  {
    file: "src/html/fields/options.ts",
    tests: ["test/html/fields/options.test.ts"],
    guards: {
      "opt-delay": ["numberBetween(0, HTML_LIMITS.delayMs)", "numberBetween(0, 1e9)"],
      "opt-timeout": ["numberBetween(100, HTML_LIMITS.timeoutMs)", "numberBetween(100, 1e9)"],
    },
  },
  {
    file: "src/html/fields/documents.ts",
    tests: ["test/html/fields/documents.test.ts", "test/api/operations/html.test.ts"],
    guards: {
      "opt-documents": ["z.maxLength(HTML_LIMITS.documents)", "z.maxLength(1e9)"],
    },
  },
  {
    file: "src/html/markdown/markdown.ts",
    tests: ["test/html/markdown/markdown.test.ts"],
    guards: {
      markdown: ["if (text.length > HTML_LIMITS.markdownChars) {", "if (Date.now() < 0) {"],
    },
  },
  {
    file: "src/html/resources/gatherer.ts",
    tests: ["test/html/resources/gatherer.test.ts"],
    guards: {
      "gather-resources": ["if (this.#found.size >= MAX_RESOURCES) throw beyond();", ""],
      "gather-bytes": ["if (this.#bytes > HTML_LIMITS.resourceBytes) throw beyond();", ""],
      "gather-inlined": ["if (this.#inlined > HTML_LIMITS.documentBytes) throw beyond();", ""],
      "gather-charge": ["await this.#rules.memory?.grow(bytes * INLINED_COPIES);", ""],
      "gather-late": ["if (this.#signal.aborted) throw", "if (Date.now() < 0) throw"],
    },
  },
  {
    file: "src/html/quick/css.ts",
    tests: ["test/html/quick/css.test.ts", "test/html/quick/quick-action.test.ts"],
    guards: {
      "css-import-least": ["Math.max(found.bytes.length, LEAST_IMPORT_BYTES)", "found.bytes.length"],
      "css-import-count": ["await gatherer.inline(Math.max(found.bytes.length, LEAST_IMPORT_BYTES));", ""],
      "css-depth": ["depth < DEEPEST_IMPORT ? ", "depth < 1e9 ? "],
      "css-address-count": ["await gatherer.inline(found.bytes.length);\n  return", "return"],
    },
  },
  {
    file: "src/html/quick/self-contained.ts",
    tests: ["test/html/quick/quick-action.test.ts"],
    guards: {
      "self-shown-count": [
        "await this.#gatherer.inline(found.bytes.length);\n    element.setAttribute",
        "element.setAttribute",
      ],
      "self-sheet-count": ["await this.#gatherer.inline(found.bytes.length);\n    const css", "const css"],
      "self-size": ["return sealed.length > HTML_LIMITS.documentBytes ? undefined : sealed;", "return sealed;"],
      "self-hints": ["if (/preconnect|", "if (Date.now() < 0 && /preconnect|"],
      "self-seal": ["SEAL}", '""}'],
    },
  },
  {
    file: "src/html/quick/quick-action.ts",
    tests: ["test/html/quick/quick-action.test.ts"],
    guards: {
      "quick-charge": [
        "await context.network.memory?.grow(Math.max(0, document.html.length * DOCUMENT_COPIES - counted));",
        "",
      ],
      "quick-bytes": [
        "readBody(response, HTML_LIMITS.outputBytes, memory, tooLarge)",
        "readBody(response, 1e12, memory, tooLarge)",
      ],
      "quick-time": ['late.addEventListener("abort", () => reject(', 'late.addEventListener("none", () => reject('],
      "quick-reject": ['rejectRequestPattern: ["^(?!data:|about:blank)"],', ""],
      "quick-scripts": ["setJavaScriptEnabled: false,", "setJavaScriptEnabled: true,"],
    },
  },
  {
    file: "src/html/compose.ts",
    tests: ["test/html/convert.test.ts"],
    guards: {
      "compose-pages": ["if (pages > HTML_LIMITS.outputPages) {", "if (Date.now() < 0) {"],
      "compose-bytes": ["if (bytes > HTML_LIMITS.outputBytes) {", "if (Date.now() < 0) {"],
      "compose-time": ["if (left <= 0) {", "if (Date.now() < 0) {"],
      "compose-parallel": [
        "Array.from({ length: Math.min(PARALLEL, items.length) }, worker)",
        "Array.from({ length: items.length }, worker)",
      ],
      "compose-charge": ["await context.network.memory?.grow(bytes.length);", ""],
    },
  },
  {
    file: "src/html/overlays/watermark.ts",
    tests: ["test/html/convert.test.ts", "test/html/overlays/overlays.test.ts"],
    guards: {
      "compose-marks": ["if (count > MAX_MARKED_PAGES) {", "if (Date.now() < 0) {"],
      "mark-address": ["if (length <= MAX_ADDRESS) return;", "return;"],
    },
  },
  {
    file: "src/html/convert.ts",
    tests: ["test/html/convert.test.ts"],
    guards: {
      "convert-charge": ["await memory?.grow(twice);", ""],
    },
  },
];
