import { createApp } from "./api/app.ts";
import { serveDownload } from "./api/download-host.ts";
import { hostAsked } from "./api/hosts.ts";
import { OPERATIONS } from "./api/operations/index.ts";

export { SignInGate } from "./admin/gate.ts";
export { EndedSessions } from "./admin/sessions.ts";
export { IdempotentAnswers } from "./idempotency/answers.ts";
export { KeyUsage } from "./usage/object.ts";

const app = createApp(OPERATIONS);

export default {
  fetch(request, env, ctx) {
    const asked = hostAsked(request, env);
    if (asked instanceof Response) return asked;
    return asked === "downloads" ? serveDownload(request, env) : app.fetch(request, env, ctx);
  },
} satisfies ExportedHandler<Env>;
