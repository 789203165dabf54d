import { Hono } from "hono";
import { isDemoOpen } from "../api/demo.ts";
import { LIMITS } from "../api/limits.ts";
import type { Operation } from "../api/operation.ts";
import type { App } from "./around.ts";
import { openApiDocument } from "./openapi.ts";
import { type ApiDocument, postmanCollection } from "./postman.ts";

const CACHED = { "Cache-Control": "public, max-age=300" };

/** What anyone may read without a key: limits, health, and descriptions of the interface. */
export function published(operations: readonly Operation[]): Hono<App> {
  const app = new Hono<App>();
  const documents = new Map<boolean, string>();
  const documentText = (formsOnly: boolean) => {
    const document = documents.get(formsOnly) ?? JSON.stringify(openApiDocument(operations, { formsOnly }));
    documents.set(formsOnly, document);
    return document;
  };
  app.get("/health", (c) => c.json({ status: "ok" }));
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
