import type { Context } from "hono";
import type { HonoBase } from "hono/hono-base";
import { adminApi } from "../admin/admin-api.ts";
import { Share } from "../api/allowance.ts";
import { authenticate, limitRate } from "../api/auth.ts";
import { intakeRefusal } from "../api/intake-refusal.ts";
import { BUDGET_WAIT_MS } from "../api/limits.ts";
import type { Offer } from "../api/operation.ts";
import { OWN_FILES_PATH, routes, UPLOAD_PATH } from "../api/routes.ts";
import { Refusal } from "../errors/errors.ts";
import { IntakeProblem } from "../intake/intake-problem.ts";
import { isVisitor } from "../keys/demo-visitor.ts";
import type { KeyRecord } from "../keys/key-records.ts";
import { type App, answerPreflight, around } from "./around.ts";
import type { Isolate } from "./isolate.ts";
import { GUIDE_PATH, PAGE_PATHS, servePage } from "./pages.ts";
import { describedText, published } from "./published.ts";
import { refuseTheRest } from "./refused.ts";

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
