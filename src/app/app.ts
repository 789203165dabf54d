import type { Context } from "hono";
import type { HonoBase } from "hono/hono-base";
import { adminApi } from "../admin/admin-api.ts";
import { Share } from "../api/allowance.ts";
import { authenticate, limitRate } from "../api/auth.ts";
import type { Offer } from "../api/operation.ts";
import { routes } from "../api/routes.ts";
import { takeUpload, UPLOAD_PATH, uploadLinks } from "../api/uploads.ts";
import { Refusal } from "../errors/errors.ts";
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
  app.use(around(isolate.usage));
  app.options("*", answerPreflight);
  app.route("/", published(isolate));
  app.on(["GET", "HEAD"], [...PAGE_PATHS, GUIDE_PATH, "/assets/*"], async (c, next) => {
    return (await servePage(c.req.raw, c.env)) ?? next();
  });
  app.route("/admin/api", adminApi(isolate));
  for (const offer of offers) {
    app.on(offer.method, offer.path, (c) => answerOperation(c, offer, isolate));
  }
  app.post("/mcp", (c) => answerAgent(c, offers, app, isolate));
  app.put(UPLOAD_PATH, (c) => takeUpload(c.req.raw, c.env));
  refuseTheRest(app);
  return app;
}

function keyOf(c: Context<App>, { keys }: Isolate): Promise<KeyRecord> {
  return c.get("record").time("auth", () => authenticate(c.req.raw, c.env, keys));
}

async function answerOperation(c: Context<App>, offer: Offer, isolate: Isolate): Promise<Response> {
  const { env, executionCtx: ctx } = c;
  const record = c.get("record");
  record.operation = offer.id;
  const key = await keyOf(c, isolate);
  record.keyId = key.id;
  await limitRate(env, key, record.rates);
  const share = new Share(isolate.meter, key, record.rates);
  const [operation, { perform }] = await Promise.all([offer.operation(), import("../api/pipeline.ts")]);
  return perform(operation, { request: c.req.raw, env, ctx, key, share, shared: isolate, record });
}

async function answerAgent(
  c: Context<App>,
  offers: readonly Offer[],
  app: HonoBase<App>,
  isolate: Isolate,
): Promise<Response> {
  const { rates } = c.get("record");
  const key = await keyOf(c, isolate);
  if (isVisitor(key.id)) throw new Refusal("AUTHENTICATION_REQUIRED", "Agents need an API key of their own.");
  const { origin } = new URL(c.req.url);
  const { answerMcp } = await import("../mcp/endpoint.ts");
  return answerMcp(c.req.raw, {
    offers,
    tools: await describedText(c.env, "tools.json"),
    perform: async (path, body) => {
      const headers = { Authorization: c.req.header("Authorization") ?? "", "Content-Type": "application/json" };
      const request = new Request(`${origin}${path}`, { method: "POST", headers, body, signal: c.req.raw.signal });
      return app.fetch(request, c.env, c.executionCtx);
    },
    upload: async (fileName, bytes) => {
      await limitRate(c.env, key, rates);
      const share = new Share(isolate.meter, key, rates);
      try {
        share.store(bytes);
        return await uploadLinks(c.env, origin, fileName, bytes);
      } finally {
        share.end();
      }
    },
  });
}
