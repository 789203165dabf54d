import { env } from "cloudflare:workers";
import { OFFERS } from "./api/operations/index.ts";
import { mostBrowsers } from "./api/settings.ts";
import { createApp } from "./app/app.ts";
import { serveDownload } from "./app/download-host.ts";
import { hostAsked } from "./app/hosts.ts";
import { Isolate } from "./app/isolate.ts";
import { deleteExpired } from "./deliver/lifetime.ts";
import { drain } from "./intake/body/drain.ts";

export { EndedSessions } from "./admin/ended-sessions.ts";
export { KeyRegistry } from "./admin/key-registry.ts";
export { SignInGate } from "./admin/sign-in-gate.ts";
export { BrowserLedger } from "./html/browser/pool/browser-ledger.ts";
export { IdempotentAnswers } from "./idempotency/kept-answers.ts";
export { KeyUsage } from "./usage/key-usage.ts";

const app = createApp(OFFERS, new Isolate({ browsers: mostBrowsers(env) }));

export default {
  async fetch(request, env, ctx) {
    const answer = await answerOf(request, env, ctx);
    await drain(request);
    return answer;
  },
  async scheduled(_, env) {
    console.log(JSON.stringify({ event: "files-deleted", files: await deleteExpired(env.FILES, Date.now()) }));
  },
} satisfies ExportedHandler<Env>;

function answerOf(request: Request, env: Env, ctx: ExecutionContext): Response | Promise<Response> {
  const asked = hostAsked(request, env);
  if (asked instanceof Response) return asked;
  return asked === "downloads" ? serveDownload(request, env) : app.fetch(request, env, ctx);
}
