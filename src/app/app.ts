import type { Context } from "hono";
import type { HonoBase } from "hono/hono-base";
import { adminApi } from "../admin/admin-api.ts";
import { requireOperator } from "../admin/operator.ts";
import { Share } from "../api/allowance.ts";
import { authenticate, limitRate } from "../api/auth.ts";
import { intakeRefusal } from "../api/intake-refusal.ts";
import { BUDGET_WAIT_MS, LIMITS } from "../api/limits.ts";
import type { Offer } from "../api/operation.ts";
import { OWN_FILES_PATH, routes, UPLOAD_PATH } from "../api/routes.ts";
import { isDemoOpen } from "../api/settings.ts";
import { ERRORS, Refusal } from "../errors/errors.ts";
import { meant } from "../fields/misspellings.ts";
import { IntakeProblem } from "../intake/intake-problem.ts";
import { isVisitor } from "../keys/demo-visitor.ts";
import type { KeyRecord } from "../keys/key-records.ts";
import { type App, answerPreflight, around } from "./around.ts";
import { refusalAnswer } from "./error-page.ts";
import type { Isolate } from "./isolate.ts";
import { GUIDE_PATH, PAGE_PATHS, servePage, withoutSlash } from "./pages.ts";

/** The API: every route, and what surrounds each request. */
export function createApp(offers: readonly Offer[], isolate: Isolate): HonoBase<App> {
  const app = routes<App>();
  /** Requests that an agent's message became. Its own rate was counted. */
  const ofAgents = new WeakSet<Request>();
  app.use(around(isolate.usage));
  app.options("*", answerPreflight);
  app.route("/", published(isolate));
  app.on(["GET", "HEAD"], [...PAGE_PATHS, GUIDE_PATH, "/assets/*"], async (c, next) => {
    return (await servePage(c.req.raw, c.env)) ?? next();
  });
  app.route("/admin/api", adminApi(isolate));
  for (const offer of offers) {
    app.on(offer.method, offer.path, (c) => answerOperation(c, offer, isolate, ofAgents.has(c.req.raw)));
  }
  app.post("/mcp", (c) => answerAgent(c, offers, isolate, perform));
  app.put(UPLOAD_PATH, async (c) => (await import("../api/uploads.ts")).takeUpload(c.req.raw, c.env));
  app.delete(OWN_FILES_PATH, async (c) => {
    const record = c.get("record");
    record.operation = "delete-file";
    const key = await keyOf(c, isolate);
    record.keyId = key.id;
    await limitRate(c.env, key, record.rates);
    const { deleteOwnFile } = await import("../api/own-files.ts");
    await deleteOwnFile(c.req.raw, c.env, key.id);
    return c.body(null, 204);
  });
  refuseTheRest(app);
  return app;

  async function perform(c: Context<App>, path: string, body: string): Promise<Response> {
    const headers = { Authorization: c.req.header("Authorization") ?? "", "Content-Type": "application/json" };
    const url = new URL(path, c.req.url);
    const request = new Request(url, { method: "POST", headers, body, signal: c.req.raw.signal });
    ofAgents.add(request);
    return app.fetch(request, c.env, c.executionCtx);
  }
}

function keyOf(c: Context<App>, { keys }: Isolate): Promise<KeyRecord> {
  return c.get("record").time("auth", () => authenticate(c.req.raw, c.env, keys));
}

async function answerOperation(c: Context<App>, offer: Offer, isolate: Isolate, isOfAgent: boolean): Promise<Response> {
  const { env, executionCtx: ctx } = c;
  const record = c.get("record");
  record.operation = offer.id;
  const key = await keyOf(c, isolate);
  record.keyId = key.id;
  if (key.only) {
    const { requireScope } = await import("../api/key-scope.ts");
    requireScope(key.only, { operation: offer.id, ...(isOfAgent ? {} : { request: c.req.raw }) });
  }
  if (!isOfAgent) await limitRate(env, key, record.rates);
  const share = new Share(isolate.meter, key, record.rates);
  const [operation, { perform }] = await Promise.all([offer.operation(), import("../api/pipeline.ts")]);
  return perform(operation, { request: c.req.raw, isOfAgent, env, ctx, key, share, shared: isolate, record });
}

async function answerAgent(
  c: Context<App>,
  offers: readonly Offer[],
  isolate: Isolate,
  perform: (c: Context<App>, path: string, body: string) => Promise<Response>,
): Promise<Response> {
  const { origin } = new URL(c.req.url);
  refuseOtherPages(c.req.raw, origin);
  const { rates } = c.get("record");
  const key = await keyOf(c, isolate);
  if (isVisitor(key.id)) throw new Refusal("AUTHENTICATION_REQUIRED", "Agents need an API key of their own.");
  if (key.only) (await import("../api/key-scope.ts")).requireScope(key.only, { request: c.req.raw });
  await limitRate(c.env, key, rates);
  const [{ answerMcp }, tools] = await Promise.all([import("../mcp/endpoint.ts"), describedText(c.env, "tools.json")]);
  const { signal } = c.req.raw;
  // The message counts as a request under way until its tool's own request does.
  const share = new Share(isolate.meter, key, rates);
  const reservation = isolate.memory.open({ waitMs: BUDGET_WAIT_MS, signal, owner: key.id });
  try {
    return await answerMcp(c.req.raw, {
      offers,
      tools,
      reservation,
      perform: (path, body) => {
        share.end();
        return perform(c, path, body);
      },
      upload: async (fileName, bytes) => {
        share.store(bytes);
        const { uploadLinks } = await import("../api/uploads.ts");
        return uploadLinks({ env: c.env, owner: key.id, apiOrigin: origin }, fileName, bytes);
      },
    });
  } catch (error) {
    if (!(error instanceof IntakeProblem)) throw error;
    const codes = { input: "INVALID_INPUT", unreachable: "INVALID_INPUT" } as const;
    throw intakeRefusal(codes, error, { isOfAgent: true, base64Fields: [] });
  } finally {
    reservation.release();
    share.end();
  }
}

/** As the protocol asks: a page of another site, whose name may have been led here, does not speak for an agent. */
function refuseOtherPages(request: Request, own: string): void {
  const origin = request.headers.get("Origin");
  if (origin === null || origin === own) return;
  throw new Refusal("CROSS_SITE", "Agents are not pages of other sites: a message with their Origin is not answered.");
}

const CACHED = { "Cache-Control": "public, max-age=300" };
const JSON_TYPE = { "Content-Type": "application/json", ...CACHED };
/** The contact is asked for anew by then (RFC 9116 §2.5.5). */
const SECURITY_TEXT_MS = 180 * 86_400_000;
const MARKDOWN = { "Content-Type": "text/markdown; charset=utf-8", ...CACHED };

/** What anyone may read without a key: limits, health, the keys of receipts, and descriptions of the interface. */
function published(isolate: Isolate): HonoBase<App> {
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
async function describedText(env: Env, file: string): Promise<string> {
  const answer = await described(env, file);
  if (!answer.ok) throw new Error(`The asset described/${file} is missing.`);
  return answer.text();
}

function described(env: Env, file: string): Promise<Response> {
  return env.ASSETS.fetch(`https://assets.invalid/described/${file}`);
}

/** The operations' names in everyday language. */
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

/**
 * Turns errors into answers, and refuses paths and methods that no route has. Must be called after all routes are
 * registered.
 */
function refuseTheRest(app: HonoBase<App>): void {
  const known = methodsByPath(app);
  app.onError((error, c) => {
    const refusal = error instanceof Refusal ? error : unexpected(error);
    c.error = refusal.details.cause instanceof Error ? refusal.details.cause : error;
    return answer(c, refusal);
  });
  app.notFound((c) => {
    const { pathname } = new URL(c.req.url);
    const target = withoutSlash(pathname);
    if (target !== undefined && ["GET", "HEAD"].includes(c.req.method)) return c.redirect(target, 308);
    return answer(c, new Refusal("NOT_FOUND", notFound(pathname, [...known.keys()])));
  });
  // hono's own methodNotAllowed is not a route, so the log could not name the requested path.
  for (const [path, methods] of known) {
    const allow = [...methods, ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
    app.all(path, (c) => {
      throw new Refusal("METHOD_NOT_ALLOWED", `${path} answers ${allow}, not ${c.req.method}.`, {
        headers: { Allow: allow },
      });
    });
  }
}

function answer(c: Context<App>, refusal: Refusal): Response {
  const record = c.get("record");
  record.code = refusal.code;
  return refusalAnswer(refusal, record.id, c.req.raw, new URL(c.req.url).origin);
}

/** The routes with a fixed path, except the dashboard's, which strangers do not learn of. */
function methodsByPath(app: HonoBase<App>): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>();
  for (const { method, path } of app.routes) {
    if (method === "ALL" || method === "HEAD" || path.endsWith("*") || path.startsWith("/admin/")) continue;
    known.set(path, (known.get(path) ?? new Set()).add(method));
  }
  return known;
}

/** An error that no operation expects. The client gets only the request id. */
function unexpected(cause: unknown): Refusal {
  return new Refusal("PROCESSING_FAILED", ERRORS.PROCESSING_FAILED.meaning, { cause });
}

/** For an unknown path, the known path with the most similar last word. It was probably meant. */
function notFound(path: string, known: readonly string[]): string {
  const last = (text: string) => text.split("/").findLast((word) => word !== "") ?? "";
  const lasts = known.map(last).filter((word) => word !== "");
  const near = known.find((candidate) => last(candidate) === (OTHER_PATHS[last(path)] ?? meant(last(path), lasts)));
  return `Nothing is served at this path. ${near ? `Did you mean ${near}? ` : ""}The documentation at /docs lists what is.`;
}
