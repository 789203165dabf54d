import { Hono } from "hono";
import { requireOperator } from "../admin/operator.ts";
import { isDemoOpen } from "../api/demo.ts";
import { LIMITS } from "../api/limits.ts";
import type { Offer } from "../api/operation.ts";
import { operationsOf } from "../api/operations/index.ts";
import { Refusal } from "../errors/errors.ts";
import type { Isolate } from "../isolate.ts";
import type { App } from "./around.ts";
import type { ApiDocument } from "./postman.ts";
import type { ReferenceDocument, Wanted } from "./reference-markdown.ts";

const CACHED = { "Cache-Control": "public, max-age=300" };
const MARKDOWN = { "Content-Type": "text/markdown; charset=utf-8", ...CACHED };

/** What anyone may read without a key: limits, health, and descriptions of the interface. */
export function published(offers: readonly Offer[], isolate: Isolate): Hono<App> {
  const app = new Hono<App>();
  const documents = new Map<boolean, string>();
  const documentText = async (formsOnly: boolean) => {
    const known = documents.get(formsOnly);
    if (known !== undefined) return known;
    const { openApiDocument } = await import("./openapi.ts");
    const document = JSON.stringify(openApiDocument(await operationsOf(offers), { formsOnly }));
    documents.set(formsOnly, document);
    return document;
  };
  app.get("/health", async (c) => {
    if (c.req.query("deep") === undefined) return c.json({ status: "ok" });
    await requireOperator(c.req.raw, c.env, isolate.accessKeys);
    const waitUntil = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
    const { examine } = await import("../admin/health/deep-health.ts");
    const health = await examine(c.env, isolate.browsers, { signal: c.req.raw.signal, waitUntil });
    return c.json(health, health.status === "failing" ? 503 : 200);
  });
  app.get("/v1/limits", (c) => c.json({ success: true, demo: isDemoOpen(c.env), limits: LIMITS }, 200, CACHED));
  app.get("/openapi.json", async (c) => {
    // Some client generators accept one body for each operation, and prefer the one that cannot contain files.
    const document = await documentText(c.req.query("bodies") === "form");
    return c.body(document, 200, { "Content-Type": "application/json", ...CACHED });
  });
  app.get("/postman.json", async (c) => {
    const document = JSON.parse(await documentText(false)) as ApiDocument;
    const { postmanCollection } = await import("./postman.ts");
    return c.json(postmanCollection(document, new URL(c.req.url).origin), 200, CACHED);
  });
  const reference = async (wanted: Wanted) => {
    const { referenceMarkdown } = await import("./reference-markdown.ts");
    return referenceMarkdown(JSON.parse(await documentText(false)) as ReferenceDocument, wanted);
  };
  app.get("/docs/reference.md", async (c) => {
    const tags = ["Documents", "Service"];
    return c.text((await reference({ title: "Reference", tags })) ?? "", 200, MARKDOWN);
  });
  app.get("/docs/administration.md", async (c) => {
    return c.text((await reference({ title: "Admin API", tags: ["Admin"] })) ?? "", 200, MARKDOWN);
  });
  app.get("/docs/reference/:file{\\w+\\.md}", async (c) => {
    const text = await reference({ id: c.req.param("file").slice(0, -".md".length) });
    if (text === undefined) throw new Refusal("NOT_FOUND", "No operation has this name; /docs/reference.md has all.");
    return c.text(text, 200, MARKDOWN);
  });
  return app;
}
