import { type Context, Hono } from "hono";
import { matchedRoutes } from "hono/route";
import { adminApi } from "../admin/admin-api.ts";
import { meter, Share } from "../api/allowance.ts";
import { authenticate, limitRate } from "../api/auth.ts";
import { isDemoOpen } from "../api/demo.ts";
import { LIMITS } from "../api/limits.ts";
import type { Operation } from "../api/operation.ts";
import { perform } from "../api/pipeline.ts";
import { setRateHeaders } from "../api/rate-headers.ts";
import { logRequest, openRecord, type RequestRecord, serverTiming } from "../api/request-record.ts";
import { takeUpload, UPLOAD_PATH, uploadLinks } from "../api/uploads.ts";
import { ERRORS, Refusal } from "../errors/errors.ts";
import { meant } from "../fields/meant.ts";
import { drain } from "../intake/body/drain.ts";
import { isVisitor } from "../keys/visitor.ts";
import { answerMcp } from "../mcp/endpoint.ts";
import { UsageCollector } from "../usage/collector.ts";
import { refusalAnswer } from "./error-page.ts";
import { STRICT_TRANSPORT } from "./hosts.ts";
import { openApiDocument } from "./openapi.ts";
import { movedPage, PAGE_PATHS, servePage } from "./pages.ts";
import { type ApiDocument, postmanCollection } from "./postman.ts";

type App = { Bindings: Env; Variables: { record: RequestRecord } };

const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "Strict-Transport-Security": STRICT_TRANSPORT,
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** Browsers may call with a key: it travels in a header, never in a cookie, so any origin is as good as none. */
const CORS_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "Content-Disposition, Content-Length, Idempotency-Replayed, Quire-Result, Quire-Warnings, RateLimit, RateLimit-Policy, Retry-After, Server-Timing, X-Request-Id",
};
const PREFLIGHT_HEADERS = {
  "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, OPTIONS",
  "Access-Control-Allow-Headers":
    "Authorization, Content-Type, Idempotency-Key, Mcp-Protocol-Version, Prefer, X-Request-Id, traceparent",
  "Access-Control-Max-Age": "86400",
};

/** What requests of this isolate did, on its way to be stored. */
const usage = new UsageCollector(meter);

/** The API: every route, and what surrounds each request. */
export function createApp(operations: readonly Operation[]): Hono<App> {
  const app = new Hono<App>();
  const known = new Map<string, string[]>([
    ["/health", ["GET"]],
    ["/v1/limits", ["GET"]],
    ["/openapi.json", ["GET"]],
    ["/postman.json", ["GET"]],
    ["/mcp", ["POST"]],
    [UPLOAD_PATH, ["PUT"]],
    ...PAGE_PATHS.map((path): [string, string[]] => [path, ["GET"]]),
  ]);
  for (const { path, method } of operations) known.set(path, [...(known.get(path) ?? []), method]);

  app.use(async (c, next) => {
    const record = openRecord(c.req.raw);
    c.set("record", record);
    await next();
    if (c.res.status >= 400) await drain(c.req.raw);
    record.route = routeOf(c);
    const { headers } = c.res;
    const shared = c.req.path.startsWith("/admin/") ? {} : CORS_HEADERS;
    for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, ...shared })) {
      if (!headers.has(name)) headers.set(name, value);
    }
    headers.set("X-Request-Id", record.id);
    setRateHeaders(headers, record.rates);
    headers.set("Server-Timing", serverTiming(record));
    if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
    logRequest(c.req.raw, c.res.status, record, c.error);
    const { keyId, operation, bytesIn, bytesOut, startedAt } = record;
    if (keyId === undefined || operation === undefined) return;
    const milliseconds = Date.now() - startedAt;
    usage.add({ keyId, operation, status: c.res.status, bytesIn, bytesOut, milliseconds, at: startedAt });
    c.executionCtx.waitUntil(usage.write(c.env.USAGE));
  });
  const refuse = (c: Context<App>, refusal: Refusal) => {
    const record = c.get("record");
    record.code = refusal.code;
    return refusalAnswer(refusal, record.id, c.req.raw, new URL(c.req.url).origin);
  };
  app.onError((error, c) => {
    const refusal = error instanceof Refusal ? error : unexpected(error);
    c.error = refusal.details.cause instanceof Error ? refusal.details.cause : error;
    return refuse(c, refusal);
  });
  app.notFound((c) => {
    const { pathname } = new URL(c.req.url);
    const target = movedPage(pathname);
    if (target !== undefined && ["GET", "HEAD"].includes(c.req.method)) return c.redirect(target, 308);
    return refuse(c, new Refusal("NOT_FOUND", notFound(pathname, [...known.keys()])));
  });
  app.options("*", (c) => c.body(null, 204, c.req.path.startsWith("/admin/") ? {} : PREFLIGHT_HEADERS));

  app.get("/health", (c) => c.json({ status: "ok" }));
  app.get("/v1/limits", (c) =>
    c.json({ success: true, demo: isDemoOpen(c.env), limits: LIMITS }, 200, {
      "Cache-Control": "public, max-age=300",
    }),
  );
  const documents = new Map<boolean, string>();
  const documentText = (formsOnly: boolean) => {
    const document = documents.get(formsOnly) ?? JSON.stringify(openApiDocument(operations, { formsOnly }));
    documents.set(formsOnly, document);
    return document;
  };
  app.get("/openapi.json", (c) => {
    // Some generators of clients take one body for each operation, and prefer the one that cannot hold files.
    const document = documentText(c.req.query("bodies") === "form");
    return c.body(document, 200, { "Content-Type": "application/json", "Cache-Control": "public, max-age=300" });
  });
  app.get("/postman.json", (c) => {
    const document = JSON.parse(documentText(false)) as ApiDocument;
    const collection = postmanCollection(document, new URL(c.req.url).origin);
    return c.json(collection, 200, { "Cache-Control": "public, max-age=300" });
  });

  app.on(["GET", "HEAD"], [...PAGE_PATHS, "/assets/*"], async (c, next) => {
    const page = await servePage(c.req.raw, c.env);
    if (!page) return next();
    return page;
  });
  app.route("/admin/api", adminApi());
  for (const operation of operations) {
    app.on(operation.method, operation.path, async (c) => {
      const record = c.get("record");
      record.operation = operation.id;
      const key = await record.time("auth", () => authenticate(c.req.raw, c.env));
      record.keyId = key.id;
      await limitRate(c.env, key, record.rates);
      const share = new Share(key, record.rates);
      return perform(operation, { request: c.req.raw, env: c.env, ctx: c.executionCtx, key, share, record });
    });
  }

  app.post("/mcp", async (c) => {
    const record = c.get("record");
    const key = await record.time("auth", () => authenticate(c.req.raw, c.env));
    if (isVisitor(key.id)) throw new Refusal("AUTHENTICATION_REQUIRED", "Agents need an API key of their own.");
    const { origin } = new URL(c.req.url);
    return answerMcp(c.req.raw, {
      operations,
      perform: (path, body) => {
        const headers = { Authorization: c.req.header("Authorization") ?? "", "Content-Type": "application/json" };
        const request = new Request(`${origin}${path}`, { method: "POST", headers, body, signal: c.req.raw.signal });
        return Promise.resolve(app.fetch(request, c.env, c.executionCtx));
      },
      upload: async (fileName, bytes) => {
        await limitRate(c.env, key, record.rates);
        const share = new Share(key, record.rates);
        try {
          share.store(bytes);
          return await uploadLinks(c.env, origin, fileName, bytes);
        } finally {
          share.end();
        }
      },
    });
  });
  app.put(UPLOAD_PATH, (c) => takeUpload(c.req.raw, c.env));

  for (const [path, methods] of known) {
    const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
    app.all(path, (c) => {
      throw new Refusal("METHOD_NOT_ALLOWED", `${path} answers ${allow}, not ${c.req.method}.`, {
        headers: { Allow: allow },
      });
    });
  }
  return app;
}

/** The last route that matched and is no middleware's. */
function routeOf(c: Context<App>): string {
  return matchedRoutes(c).findLast(({ path }) => !path.endsWith("*") || path === "/assets/*")?.path ?? "none";
}

/** An error that no operation foresaw: the client learns nothing of it but the request id. */
function unexpected(cause: unknown): Refusal {
  return new Refusal("PROCESSING_FAILED", ERRORS.PROCESSING_FAILED.meaning, { cause });
}

/** Where nothing is: the path that was probably meant, by its last word. */
function notFound(path: string, known: readonly string[]): string {
  const last = (text: string) => text.split("/").findLast((word) => word !== "") ?? "";
  const lasts = known.map(last).filter((word) => word !== "");
  const near = known.find((candidate) => last(candidate) === (OTHER_PATHS[last(path)] ?? meant(last(path), lasts)));
  return `Nothing is served at this path; ${near ? `did you mean ${near}? ` : ""}GET /openapi.json lists what is.`;
}

/** What people call the operations. */
const OTHER_PATHS: Record<string, string> = {
  html: "html-to-pdf",
  url: "html-to-pdf",
  render: "html-to-pdf",
  pdf: "html-to-pdf",
  images: "image-to-pdf",
  image: "image-to-pdf",
  cut: "split",
  pages: "inspect",
  info: "inspect",
};
