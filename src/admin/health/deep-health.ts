import { linkSecrets, linkStore } from "../../api/settings.ts";
import { download } from "../../deliver/downloads.ts";
import { type Stored, storeContent } from "../../deliver/stored-file.ts";
import { ledgerOf } from "../../html/browser/pool/browser-ledger.ts";
import type { BrowserPool } from "../../html/browser/pool/sessions.ts";
import { countBrowsers, renderPage } from "./browsers.ts";
import { type DeepHealth, type HealthStep, statusOf, takeStep } from "./steps.ts";

/**
 * Does once everything that a customer's request needs: renders, stores, signs a link, and reads the file back through
 * it.
 */
export async function examine(
  env: Env,
  pool: BrowserPool,
  { signal, waitUntil }: { signal: AbortSignal; waitUntil: (work: Promise<unknown>) => void },
): Promise<DeepHealth> {
  const browsers = { binding: env.BROWSER, ledger: ledgerOf(env), pool, network: {}, signal, waitUntil };
  const steps = [
    await takeStep("browsers", () => countBrowsers(browsers)),
    await takeStep("render", () => renderPage(browsers)),
    ...(await fileSteps(env)),
  ];
  return { status: statusOf(steps), steps };
}

async function fileSteps(env: Env): Promise<HealthStep[]> {
  const bytes = crypto.getRandomValues(new Uint8Array(1_000));
  let stored: Stored | undefined;
  let link = "";
  const steps = [
    await takeStep("store", async () => {
      const content = { length: bytes.length, pieces: [bytes] };
      stored = await storeContent(linkStore(env, undefined), content, "health.pdf", "application/pdf");
      return `${bytes.length} bytes`;
    }),
    await takeStep("sign", async () => {
      if (stored === undefined) throw new Error("nothing was stored");
      link = await stored.link();
      return new URL(link).host;
    }),
    await takeStep("read", async () => {
      const answer = await download(new Request(link), { bucket: env.FILES, secrets: linkSecrets(env), now: Date.now });
      const same = Buffer.compare(new Uint8Array(await answer.arrayBuffer()), bytes) === 0;
      if (!same) throw new Error("the file behind the link is not the one that was stored");
      return `${bytes.length} bytes, as they were stored`;
    }),
  ];
  // If that fails, the cron deletes the file when its links have expired.
  if (stored !== undefined) await env.FILES.delete(stored.key).catch(() => undefined);
  return steps;
}
