import { logRequest, openRecord, serverTiming } from "../api/request-record.ts";
import { linkSecrets } from "../api/settings.ts";
import { download } from "../deliver/downloads.ts";
import { Refusal } from "../errors/errors.ts";
import { refusalAnswer } from "./error-page.ts";
import { STRICT_TRANSPORT } from "./hosts.ts";

/** The download host's requests, with the same ids, errors and log lines as the API's. */
export async function serveDownload(request: Request, env: Env): Promise<Response> {
  const record = openRecord(request);
  record.operation = "download";
  record.route = "/f/:object/:name";
  const api = new URL(env.API_ORIGIN).origin;
  let cause: unknown;
  let answer: Response;
  try {
    answer = await download(request, { bucket: env.FILES, secrets: linkSecrets(env), now: Date.now });
  } catch (error) {
    const refusal =
      error instanceof Refusal
        ? pointedTo(error, request, api)
        : new Refusal("PROCESSING_FAILED", "The download failed; try again.", { cause: error });
    record.code = refusal.code;
    cause = refusal.details.cause ?? error;
    answer = refusalAnswer(refusal, record.id, request, api);
    answer.headers.set("Access-Control-Allow-Origin", "*");
    answer.headers.set("X-Content-Type-Options", "nosniff");
    answer.headers.set("Cache-Control", "no-store");
  }
  answer.headers.set("Strict-Transport-Security", STRICT_TRANSPORT);
  answer.headers.set("X-Request-Id", record.id);
  answer.headers.set("Server-Timing", serverTiming(record));
  record.bytesOut = Number(answer.headers.get("Content-Length") ?? 0);
  logRequest(request, answer.status, record, cause);
  return request.method === "HEAD" ? new Response(null, answer) : answer;
}

/** A request that was sent to the wrong one of the two hosts hears where it belongs. */
function pointedTo(refusal: Refusal, request: Request, api: string): Refusal {
  const { pathname } = new URL(request.url);
  const isOperation = pathname.startsWith("/v1/");
  if (!isOperation && refusal.code !== "METHOD_NOT_ALLOWED") return refusal;
  const where = isOperation ? `Send this to ${api}${pathname.slice(0, 100)}.` : `Operations are at ${api}/v1/.`;
  return new Refusal(refusal.code, `${refusal.message} ${where}`, refusal.details);
}
