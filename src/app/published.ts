import type { HonoBase } from "hono/hono-base";
import { requireOperator } from "../admin/operator.ts";
import { LIMITS } from "../api/limits.ts";
import { routes } from "../api/routes.ts";
import { isDemoOpen } from "../api/settings.ts";
import { Refusal } from "../errors/errors.ts";
import type { App } from "./around.ts";
import type { Isolate } from "./isolate.ts";

const CACHED = { "Cache-Control": "public, max-age=300" };
const JSON_TYPE = { "Content-Type": "application/json", ...CACHED };
/** The contact is asked for anew by then (RFC 9116 §2.5.5). */
const SECURITY_TEXT_MS = 180 * 86_400_000;
const MARKDOWN = { "Content-Type": "text/markdown; charset=utf-8", ...CACHED };

/** What anyone may read without a key: limits, health, the keys of receipts, and descriptions of the interface. */
export function published(isolate: Isolate): HonoBase<App> {
  const app = routes<App>();
  app.get("/health", async (c) => {
    if (c.req.query("deep") === undefined) return c.json({ status: "ok" });
    await requireOperator(c.req.raw, c.env, isolate.accessKeys);
    const waitUntil = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
    const { examine } = await import("../admin/health/deep-health.ts");
    const health = await examine(c.env, isolate.browsers, { signal: c.req.raw.signal, waitUntil });
    return c.json(health, health.status === "failing" ? 503 : 200);
  });
  app.get("/v1/limits", (c) => c.json({ success: true, demo: isDemoOpen(c.env), limits: LIMITS }, 200, CACHED));
  app.get("/.well-known/quire-keys", async (c) => {
    const { publicKeys } = await import("../api/receipts.ts");
    return c.json(await publicKeys(c.env), 200, CACHED);
  });
  app.get("/openapi.json", async (c) => {
    const file = c.req.query("bodies") === "form" ? "openapi-forms.json" : "openapi.json";
    return c.body(await describedText(c.env, file), 200, JSON_TYPE);
  });
  app.get("/docs/:file{(reference|administration)\\.md}", async (c) => {
    return c.text(await describedText(c.env, c.req.param("file")), 200, MARKDOWN);
  });
  app.get("/docs/reference/:file{\\w+\\.md}", async (c) => {
    const file = await described(c.env, `reference/${c.req.param("file")}`);
    if (!file.ok) throw new Refusal("NOT_FOUND", "No operation has this name; /docs/reference.md has all.");
    return c.text(await file.text(), 200, MARKDOWN);
  });
  app.get("/:file{robots\\.txt|sitemap\\.xml}", async (c) => {
    const { file } = c.req.param();
    const type = file.endsWith(".xml") ? "application/xml" : "text/plain; charset=utf-8";
    const text = await describedText(c.env, file);
    return c.body(text.replaceAll("{{origin}}", new URL(c.req.url).origin), 200, { "Content-Type": type, ...CACHED });
  });
  app.get("/.well-known/security.txt", (c) => {
    const contact = c.env.SECURITY_CONTACT;
    if (!contact) throw new Refusal("NOT_FOUND", "The operator names nobody for reports (SECURITY_CONTACT).");
    const expires = new Date(Date.now() + SECURITY_TEXT_MS).toISOString();
    const canonical = new URL("/.well-known/security.txt", c.req.url);
    return c.text(`Contact: ${contact}\nExpires: ${expires}\nCanonical: ${canonical}\n`, 200, CACHED);
  });
  return app;
}

/** A description of the interface, which the build made (src/described). */
export async function describedText(env: Env, file: string): Promise<string> {
  const answer = await described(env, file);
  if (!answer.ok) throw new Error(`The asset described/${file} is missing.`);
  return answer.text();
}

function described(env: Env, file: string): Promise<Response> {
  return env.ASSETS.fetch(`https://assets.invalid/described/${file}`);
}
