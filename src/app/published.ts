import { Hono } from "hono";
import { examine } from "../admin/health/deep-health.ts";
import { requireOperator } from "../admin/operator.ts";
import { isDemoOpen } from "../api/demo.ts";
import { LIMITS } from "../api/limits.ts";
import type { Operation } from "../api/operation.ts";
import type { Isolate } from "../isolate.ts";
import type { App } from "./around.ts";
import { openApiDocument } from "./openapi.ts";
import { type ApiDocument, postmanCollection } from "./postman.ts";

const CACHED = { "Cache-Control": "public, max-age=300" };

/** What anyone may read without a key: limits, health, and descriptions of the interface. */
export function published(operations: readonly Operation[], isolate: Isolate): Hono<App> {
  const app = new Hono<App>();
  const documents = new Map<boolean, string>();
  const documentText = (formsOnly: boolean) => {
    const document = documents.get(formsOnly) ?? JSON.stringify(openApiDocument(operations, { formsOnly }));
    documents.set(formsOnly, document);
    return document;
  };
  app.get("/health", async (c) => {
    if (c.req.query("deep") === undefined) return c.json({ status: "ok" });
    await requireOperator(c.req.raw, c.env, isolate.accessKeys);
    const waitUntil = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
    const health = await examine(c.env, isolate.browsers, { signal: c.req.raw.signal, waitUntil });
    return c.json(health, health.status === "failing" ? 503 : 200);
  });
  app.get("/v1/limits", (c) => c.json({ success: true, demo: isDemoOpen(c.env), limits: LIMITS }, 200, CACHED));
  app.get("/openapi.json", (c) => {
    // Some generators of clients take one body for each operation, and prefer the one that cannot hold files.
    const document = documentText(c.req.query("bodies") === "form");
    return c.body(document, 200, { "Content-Type": "application/json", ...CACHED });
  });
  app.get("/postman.json", (c) => {
    const document = JSON.parse(documentText(false)) as ApiDocument;
    return c.json(postmanCollection(document, new URL(c.req.url).origin), 200, CACHED);
  });
  return app;
}
