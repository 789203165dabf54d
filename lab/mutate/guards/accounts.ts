import type { GuardsOf } from "../guards.ts";

export const accountsGuards: GuardsOf[] = [
  {
    file: "src/admin/admin-api.ts",
    tests: ["test/admin/signing-in.test.ts"],
    guards: {
      "admin-body": ["const BODY_BYTES = 16_384;", "const BODY_BYTES = 16_384_000;"],
    },
  },
  {
    file: "src/api/pipeline.ts",
    tests: ["test/api/pipeline.test.ts", "test/api/faults.test.ts"],
    guards: {
      "remote-hop-wired": ["hopMs: LIMITS.remote.hopSeconds * 1000,", "hopMs: LIMITS.remote.hopSeconds * 1000_000,"],
    },
  },
  {
    file: "src/api/allowance.ts",
    tests: ["test/api/fairness.test.ts"],
    guards: {
      "allow-concurrency": ["for (const payer of this.#payers) this.#enter(payer);", ""],
      "allow-browser": ['this.#require(payer, "browser-time"', 'false && this.#require(payer, "browser-time"'],
      "allow-stored": ['this.#require(payer, "storage"', 'false && this.#require(payer, "storage"'],
    },
  },
  {
    file: "src/usage/key-meter.ts",
    tests: ["test/usage/key-meter.test.ts"],
    guards: {
      "meter-enter": ["if (account.active >= most) return undefined;", ""],
      "meter-hour": ["else if (account.start !== start) Object.assign(", "else if (false as boolean) Object.assign("],
      "meter-forget": ["this.#forgetIdle(start);", ""],
    },
  },
  {
    file: "src/api/auth.ts",
    tests: ["test/api/auth.test.ts"],
    guards: {
      "rate-service": ["if (success) return limitKey(env, record, rates);", "return limitKey(env, record, rates);"],
      "rate-key": ["if (exhausted === undefined) return;", "if (Date.now()) return;"],
    },
  },
  {
    file: "src/keys/lookup.ts",
    tests: ["test/keys/lookup.test.ts"],
    guards: {
      "keys-unknown": ["if (tried.size >= UNKNOWN_KEYS && !tried.has(hash)) {", "if (false as boolean) {"],
      "keys-cached": ["if (map.size >= most) map.delete(", "if (map.size >= 1e15) map.delete("],
      "keys-apart": ["else put(this.#unknown, hash,", "else put(this.#known as never, hash,"],
    },
  },
  {
    file: "src/admin/gate.ts",
    tests: ["test/admin/signing-in.test.ts"],
    guards: {
      gate: ["if (tries.attempts >= most) {", "if (false as boolean) {"],
    },
  },
  {
    file: "src/admin/session.ts",
    tests: ["test/admin/session.test.ts"],
    guards: {
      "session-length": ["return Number(expires) * 1000 > now ?", "return Number(expires) * 1000 > 0 ?"],
    },
  },
  {
    file: "src/admin/session.ts",
    tests: ["test/admin/signing-in.test.ts", "test/admin/session.test.ts"],
    guards: {
      "session-signature": ["if (!equal(signature,", "if (Date.now() < 0 && !equal(signature,"],
    },
  },
  {
    file: "src/admin/ended-sessions.ts",
    tests: ["test/admin/signing-in.test.ts"],
    guards: {
      "session-ended": ["return (await this.ctx.storage.get(id)) !== undefined;", "return false;"],
      "session-forgets": ["if (until <= now) await this.ctx.storage.delete(id);\n      else next", "next"],
    },
  },
  {
    file: "src/admin/session.ts",
    tests: ["test/admin/signing-in.test.ts"],
    guards: {
      "session-cookie": ["SameSite=Strict", "SameSite=None"],
    },
  },
  {
    file: "src/usage/collector.ts",
    tests: ["test/usage/collector.test.ts"],
    guards: {
      "collector-most": ["if (this.#waiting.length >= MAX_WAITING) this.#waiting.shift();", ""],
      "collector-writer": [
        "if (this.#writingSince !== undefined && start - this.#writingSince < WRITER_GONE_MS) return;",
        "",
      ],
      "collector-writer-gone": ["const WRITER_GONE_MS = 15_000;", "const WRITER_GONE_MS = 15_000_000;"],
      "collector-writer-ms": ["this.#waiting.length > 0 && now() - start < WRITER_MS", "this.#waiting.length > 0"],
    },
  },
  {
    file: "src/api/idempotency.ts",
    tests: ["test/api/idempotency.test.ts"],
    guards: {
      "idem-length": ["header.length > LIMITS.idempotency.keyChars || ", ""],
      "idem-scope": ["keyId}\\n", '""}\\n'],
    },
  },
  {
    file: "src/idempotency/kept-answers.ts",
    tests: ["test/api/idempotency.test.ts", "test/idempotency/kept-answers.test.ts"],
    guards: {
      "idem-lease": ["const LEASE_MS = 5 * 60_000;", "const LEASE_MS = 50 * 60_000;"],
      "idem-token": ['WHERE token = ? AND done = 0", token', "WHERE ? <> '' AND done = 0\", token"],
      "idem-chunk": ["const CHUNK_CHARS = 500_000;", "const CHUNK_CHARS = 500_000_000;"],
    },
  },
  {
    file: "src/api/request-record.ts",
    tests: ["test/api/request-log.test.ts"],
    guards: {
      "record-hosts": [
        "asked.has(host) || asked.size < ASKED_HOSTS ? host",
        "asked.has(host) || asked.size < 1e9 ? host",
      ],
    },
  },
  {
    file: "src/api/operations/crop.ts",
    tests: ["test/api/field-limits.test.ts"],
    guards: {
      "crop-definitions": ["z.maxLength(LIMITS.pdf.cropDefinitions)", "z.maxLength(1e9)"],
    },
  },
  {
    file: "src/api/operations/shared-fields.ts",
    tests: ["test/api/field-limits.test.ts"],
    guards: {
      "password-chars": ["textUpTo(LIMITS.pdf.passwordChars)", "textUpTo(1e9)"],
    },
  },
  {
    file: "src/api/operations/html-sources.ts",
    tests: ["test/api/operations/html-sources.test.ts", "test/api/operations/html.test.ts"],
    guards: {
      "source-unpacked-wired": ["unpackedAtMost(", "((..._: unknown[]) => 0)("],
    },
  },
  {
    file: "src/api/operations/html-sources.ts",
    tests: ["test/api/operations/html.test.ts"],
    guards: {
      "opt-documents-files": ["if (files.length > HTML_LIMITS.documents) {", "if (Date.now() < 0) {"],
    },
  },
  {
    file: "src/api/operations/page-ranges.ts",
    tests: ["test/api/operations/page-ranges.test.ts"],
    guards: {
      "ranges-parts": ["if (given.length > maxParts) {", "if (given.length > 1e9) {"],
    },
  },
  {
    file: "src/usage/key-usage.ts",
    tests: ["test/usage/key-usage.test.ts"],
    guards: {
      "usage-minute": ['{ limit: "perMinute", length: MINUTE_MS },', ""],
      "usage-day": ['{ limit: "perDay", length: DAY_MS },', ""],
    },
  },
];
