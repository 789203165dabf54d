import { openRecord } from "../api/request-record.ts";
import { hostName, hostNames } from "../api/settings.ts";
import { errorResponse, Refusal } from "../errors/errors.ts";

/** After one visit, browsers use only https for two years. */
export const STRICT_TRANSPORT = "max-age=63072000; includeSubDomains";

/**
 * Which host a request is for: the API, the downloads, or neither (then it is refused). Only the host name decides.
 * Another port, plain http, a trailing dot or a slash in a setting never turns one host into the other.
 */
export function hostAsked(request: Request, env: Env): "api" | "downloads" | Response {
  const url = new URL(request.url);
  const names = hostNames(env);
  const name = hostName(url);
  const asked = name === names.downloads.name ? "downloads" : name === names.api.name ? "api" : undefined;
  if (asked === undefined) return misdirected(request);
  // A proxy that ends TLS before a container speaks http to it. Cloudflare's front sets this header itself.
  const isSecure = url.protocol === "https:" || request.headers.get("X-Forwarded-Proto") === "https";
  if (names[asked].secure && !isSecure) return overHttps(url);
  return asked;
}

/** 308 keeps the method: a client that follows the redirect sends the same request again over https. */
function overHttps(url: URL): Response {
  const target = new URL(url);
  target.protocol = "https:";
  target.port = "";
  return new Response(null, { status: 308, headers: { Location: target.href, "Cache-Control": "no-store" } });
}

function misdirected(request: Request): Response {
  const refusal = new Refusal("MISDIRECTED", "This service is not found under this host name.");
  return errorResponse(refusal, openRecord(request).id, request.headers.get("Accept"));
}
