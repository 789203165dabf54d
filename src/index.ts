import { createApp } from "./api/app.ts";
import { serveDownload } from "./api/download-host.ts";
import { OPERATIONS } from "./api/operations/index.ts";

export { SignInGate } from "./admin/gate.ts";
export { IdempotentAnswers } from "./idempotency/answers.ts";
export { KeyUsage } from "./usage/object.ts";

const app = createApp(OPERATIONS);

export default {
  fetch(request, env, ctx) {
    const isDownload = env.DOWNLOAD_ORIGIN !== "" && new URL(request.url).origin === env.DOWNLOAD_ORIGIN;
    return isDownload ? serveDownload(request, env) : app.fetch(request, env, ctx);
  },
} satisfies ExportedHandler<Env>;
