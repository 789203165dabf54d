import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { writePoint } from "../api/figures.ts";
import { setRateHeaders } from "../api/rate-headers.ts";
import { logRequest, openRecord, type RequestRecord, serverTiming } from "../api/request-record.ts";
import { STRICT_TRANSPORT } from "./hosts.ts";
import type { Isolate } from "./isolate.ts";

export type App = { Bindings: Env; Variables: { record: RequestRecord } };

/** hono's secure-headers and cors would do, but with both a cold isolate evaluates 4.5 KB more, of 97 KB now. */
const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "Strict-Transport-Security": STRICT_TRANSPORT,
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** Browsers may call with a key. It is in a header, never in a cookie, so every origin may be allowed. */
const CORS_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "Content-Disposition, Content-Length, Idempotency-Replayed, Quire-Result, Quire-Warnings, RateLimit, RateLimit-Policy, Retry-After, Server-Timing, X-Request-Id",
};
const PREFLIGHT_HEADERS = {
  "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, DELETE, OPTIONS",
  "Access-Control-Allow-Headers":
    "Authorization, Content-Type, Idempotency-Key, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Prefer, X-Request-Id, traceparent",
  "Access-Control-Max-Age": "86400",
};

/** What surrounds each request: its record, the headers of every answer, its log line, and its usage. */
export function around(usage: Isolate["usage"]): MiddlewareHandler<App> {
  return async (c, next) => {
    const record = openRecord(c.req.raw);
    c.set("record", record);
    await next();
    record.route = routeOf(c);
    setHeaders(c.res.headers, c.req.path, record);
    logRequest(c.req.raw, c.res.status, record, c.error);
    const { keyId, operation, code, bytesIn, bytesOut, startedAt, id: requestId } = record;
    if (keyId === undefined || operation === undefined) return;
    const milliseconds = Date.now() - startedAt;
    const { status } = c.res;
    const use = { keyId, operation, status, code, bytesIn, bytesOut, milliseconds, at: startedAt, requestId };
    usage.add({ ...use, counts: record.html?.counts() });
    writePoint(c.env.FIGURES, use, record.html);
    c.executionCtx.waitUntil(usage.write(c.env.USAGE));
  };
}

/** Keeps headers that an answer already has, such as a page's own policy. */
function setHeaders(headers: Headers, path: string, record: RequestRecord): void {
  const shared = isAdmin(path) ? {} : CORS_HEADERS;
  for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, ...shared, "Cache-Control": "no-store" })) {
    if (!headers.has(name)) headers.set(name, value);
  }
  headers.set("X-Request-Id", record.id);
  setRateHeaders(headers, record.rates);
  headers.set("Server-Timing", serverTiming(record));
}

export function answerPreflight(c: Context<App>): Response {
  return c.body(null, 204, isAdmin(c.req.path) ? {} : PREFLIGHT_HEADERS);
}

function isAdmin(path: string): boolean {
  return path.startsWith("/admin/");
}

/** The last matching route that is not a middleware's. */
function routeOf(c: Context<App>): string {
  return (
    matchedRoutes(c).findLast(({ path }) => !path.endsWith("*") || path === "/assets/*" || path === "/docs/*")?.path ??
    "none"
  );
}
