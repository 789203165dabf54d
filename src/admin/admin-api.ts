import type { Context } from "hono";
import type { HonoBase } from "hono/hono-base";
import type { z } from "zod/mini";
import { LIMITS } from "../api/limits.ts";
import { routes } from "../api/routes.ts";
import { Refusal } from "../errors/errors.ts";
import type { FieldEncoding } from "../fields/field-schema.ts";
import type { BrowserPool } from "../html/browser/pool/sessions.ts";
import { openBody } from "../intake/body/body.ts";
import { IntakeProblem } from "../intake/intake-problem.ts";
import { VISITORS } from "../keys/demo-visitor.ts";
import type { KeyLookup } from "../keys/lookup.ts";
import { isObject } from "../platform/is-object.ts";
import { windowOf } from "../usage/key-meter.ts";
import { dayOf, hourOf, type Tally } from "../usage/tally.ts";
import { joinTimes, percentile, type Times } from "../usage/times.ts";
import { usageOf, usageOfAll } from "../usage/usage-objects.ts";
import type { AccessKeys } from "./access.ts";
import { keyRegistry } from "./key-registry.ts";
import { changeKey, createKey, listKeys, requireKey, revokeKey, rotateKey } from "./keys.ts";
import { checkSecret, endSession, type Operator, refuseOtherSites, requireOperator } from "./operator.ts";
import type { period, usage } from "./schemas.ts";
import { openSession, SESSION_SECONDS, sessionCookie } from "./session.ts";

const BODY_BYTES = 16_384;

/** Schemas, and the reader of JSON, are evaluated when a call of the administration first needs them. */
type Schemas = typeof import("./schemas.ts");
type SchemaName = "auditPage" | "keyChanges" | "newKey" | "period" | "rotation" | "signIn";

type Admin = { Bindings: Env; Variables: { operator: Operator } };

interface OfIsolate {
  keys: KeyLookup;
  accessKeys: AccessKeys;
  browsers: BrowserPool;
}

/** The API behind the dashboard, which scripts may use too. It is mounted at /admin/api. */
export function adminApi({ keys, accessKeys, browsers }: OfIsolate): HonoBase<Admin> {
  const api = routes<Admin>();

  api.post("/session", async (c) => {
    refuseOtherSites(c.req.raw);
    const { secret } = await readBody(c, "signIn");
    await checkSecret(c.req.raw, c.env, secret);
    const token = await openSession(c.env.ADMIN_SECRET, Date.now());
    await keyRegistry(c.env).note("session", "sign-in");
    c.header("Set-Cookie", sessionCookie(token, new URL(c.req.url)));
    return c.json({ success: true, by: "session", name: "operator", expiresAt: isoIn(SESSION_SECONDS) });
  });
  api.delete("/session", async (c) => {
    refuseOtherSites(c.req.raw);
    if (await endSession(c.req.raw, c.env)) await keyRegistry(c.env).note("session", "sign-out");
    c.header("Set-Cookie", sessionCookie("", new URL(c.req.url), 0));
    return c.json({ success: true });
  });

  api.use(async (c, next) => {
    c.set("operator", await requireOperator(c.req.raw, c.env, accessKeys));
    await next();
  });
  api.get("/session", (c) => {
    const { by, name, expires } = c.get("operator");
    const expiresAt = expires === undefined ? {} : { expiresAt: new Date(expires * 1000).toISOString() };
    return c.json({ success: true, by, name, ...expiresAt });
  });
  api.get("/keys", async (c) => c.json({ success: true, keys: await listKeys(c.env) }));
  api.post("/keys", async (c) => {
    const { key, record } = await createKey(c.env, keys, await readBody(c, "newKey"), operatorOf(c));
    return c.json({ success: true, key, record }, 201);
  });
  api.patch("/keys/:id", async (c) => {
    const record = await changeKey(c.env, keys, c.req.param("id"), await readBody(c, "keyChanges"), operatorOf(c));
    return c.json({ success: true, record });
  });
  api.post("/keys/:id/rotate", async (c) => {
    const wanted = await readBody(c, "rotation");
    return c.json({ success: true, ...(await rotateKey(c.env, keys, c.req.param("id"), wanted, operatorOf(c))) }, 201);
  });
  api.post("/keys/:id/revoke", async (c) => {
    return c.json({ success: true, record: await revokeKey(c.env, keys, c.req.param("id"), operatorOf(c)) });
  });
  api.get("/audit", async (c) => {
    const { limit } = await readQuery(c, "auditPage");
    const entries = await keyRegistry(c.env).audit(limit);
    return c.json({
      success: true,
      entries: entries.map(({ keyId, keyName, changes, ...entry }) => ({
        ...entry,
        ...(keyId === null ? {} : { keyId, keyName }),
        ...(changes === null ? {} : { changes: JSON.parse(changes) as object }),
      })),
    });
  });
  api.get("/health", async (c) => {
    const { examine } = await import("./health/deep-health.ts");
    const waitUntil = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
    return c.json({ success: true, ...(await examine(c.env, browsers, { signal: c.req.raw.signal, waitUntil })) });
  });
  api.get("/usage", async (c) =>
    c.json(await usageAnswer(usageOfAll(c.env.USAGE), await readQuery(c, "period"), Date.now())),
  );
  api.get("/keys/:id/usage", async (c) => {
    const id = c.req.param("id");
    if (id !== VISITORS) await requireKey(c.env, id);
    const object = usageOf(c.env.USAGE, id);
    const now = Date.now();
    const answer = await usageAnswer(object, await readQuery(c, "period"), now);
    const { browserMs, storedBytes } = await object.spent(windowOf(now));
    return c.json({ ...answer, hour: { browserSeconds: Math.ceil(browserMs / 1000), storedBytes } });
  });
  return api;
}

/** The operator's name in the audit trail. */
function operatorOf(c: Context<Admin>): string {
  const { by, name } = c.get("operator");
  return by === "access" ? `access: ${name}` : by;
}

async function readQuery<N extends SchemaName>(c: Context<Admin>, name: N): Promise<z.output<Schemas[N]>> {
  return (await readNamed(new Map(Object.entries(c.req.query())), name, "query")).fields;
}

async function readNamed<N extends SchemaName>(entries: Map<string, unknown>, name: N, encoding: FieldEncoding) {
  const [schemas, { readFields }, { fieldPath }] = await Promise.all([
    import("./schemas.ts"),
    import("../fields/read-fields.ts"),
    import("../fields/unknown-fields.ts"),
  ]);
  const { fields, unknown } = readFields(entries, { schema: schemas[name], encoding, code: "INVALID_INPUT" });
  return { fields, unknown: unknown.map(fieldPath) };
}

async function readBody<N extends SchemaName>(c: Context<Admin>, name: N): Promise<z.output<Schemas[N]>> {
  const bytes = await readBytes(c.req.raw);
  const { JsonProblem, readJson } = await import("../intake/json/json-text.ts");
  let body: unknown;
  try {
    body = readJson(bytes);
  } catch (problem) {
    if (!(problem instanceof JsonProblem)) throw problem;
    throw new Refusal("INVALID_INPUT", `The body is not valid JSON: ${problem.message} at byte ${problem.offset}.`);
  }
  if (!isObject(body)) throw new Refusal("INVALID_INPUT", "The body must be a JSON object.");
  const { fields, unknown } = await readNamed(new Map(Object.entries(body)), name, "json");
  // If a misspelt limit were ignored, the key would have none.
  if (unknown[0] !== undefined)
    throw new Refusal("INVALID_INPUT", `Unknown field "${unknown[0]}".`, { field: unknown[0] });
  return fields;
}

/** Never reads beyond the limit, since the sender has not signed in yet. */
async function readBytes(request: Request): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array(0);
  const rules = { maxBytes: BODY_BYTES, idleMs: LIMITS.request.idleSeconds * 1000, signal: request.signal };
  const body = openBody(request.body, { ...rules, subject: "The request body" });
  const bytes = new Uint8Array(BODY_BYTES);
  let length = 0;
  try {
    for (;;) {
      // One byte more than the limit, so that a body that is too large is noticed.
      const { bytes: piece, done } = await body.read(new Uint8Array(BODY_BYTES + 1 - length));
      if (done) return bytes.subarray(0, length);
      bytes.set(piece, length);
      length += piece.length;
    }
  } catch (error) {
    if (!(error instanceof IntakeProblem)) throw error;
    const code = error.kind === "too-large" ? "FILE_TOO_LARGE" : "REQUEST_TIMEOUT";
    throw new Refusal(code, error.message, { cause: error });
  } finally {
    await body.close();
  }
}

function isoIn(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString();
}

type Answer = z.infer<typeof usage>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What a usage object knows about a period, by its days or its hours. */
async function usageAnswer(
  object: ReturnType<typeof usageOfAll>,
  { days, hours }: z.output<typeof period>,
  now: number,
): Promise<Answer> {
  const from = hours === undefined ? dayOf(now - (days - 1) * DAY_MS) : hourOf(now - (hours - 1) * HOUR_MS);
  const to = hours === undefined ? dayOf(now) : hourOf(now);
  const [tallies, faults, counts, recent] = await Promise.all([
    object.since(hours === undefined ? "days" : "hours", from),
    object.faultsSince(from.slice(0, 10)),
    object.countsSince(from),
    object.recent(),
  ]);
  const spanOf = (span: string) => (hours === undefined ? { day: span } : { hour: span });
  return {
    success: true,
    from,
    to,
    usage: tallies.map(({ span, times: _, ...row }) => ({ ...spanOf(span), ...row })),
    latency: {
      bySpan: percentiles(tallies, "span").map(([span, figures]) => ({ ...spanOf(span), ...figures })),
      byOperation: percentiles(tallies, "operation").map(([operation, figures]) => ({ operation, ...figures })),
    },
    faults,
    counts: counts.map(({ span, ...row }) => ({ ...spanOf(span), ...row })),
    recent: recent.map(({ at, ...use }) => ({ at: new Date(at).toISOString(), ...use })),
  };
}

/** Days before durations were counted have none. */
function percentiles(tallies: Tally[], by: "span" | "operation"): [string, ReturnType<typeof figuresOf> & object][] {
  return [...Map.groupBy(tallies, (tally) => tally[by])].flatMap(([name, rows]) => {
    const figures = figuresOf(joinTimes(rows.map(({ times }) => times)));
    return figures === undefined ? [] : [[name, figures]];
  });
}

function figuresOf(times: Times): { p50: number; p95: number; p99: number } | undefined {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(times, share));
  return p50 === undefined || p95 === undefined || p99 === undefined ? undefined : { p50, p95, p99 };
}
