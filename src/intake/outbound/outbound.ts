import { IntakeProblem } from "../intake-problem.ts";
import { checkAddress, isPublicAddress, UNREACHABLE } from "./address.ts";
import { MAX_REDIRECTS } from "./max-redirects.ts";

/**
 * Which hosts a request may contact. Every fetch of an address that a client or a page named goes through `askOnce`.
 */
export interface OutboundRules {
  /** Hosts with ports that may be contacted although they are not public, for local development and tests. */
  allowHosts?: readonly string[] | undefined;
  /** Names of the service's own hosts. They are not fetched: a request must not cause another one. */
  refuseHosts?: readonly string[] | undefined;
  /** Called with each host that is contacted, for the log. */
  onAsk?: ((host: string, method: string) => void) | undefined;
  /** Looks up the addresses of a host, if they can be known before it is contacted. */
  resolve?: ((host: string) => Promise<string[]>) | undefined;
  fetcher?: typeof fetch | undefined;
}

/** Checks the address and sends the request. One hop: a redirect is returned as an answer, without its body. */
export async function askOnce(
  url: URL,
  init: { method: string; headers: Record<string, string>; body?: Uint8Array | undefined },
  { allowHosts = [], refuseHosts, onAsk, resolve, fetcher = fetch }: OutboundRules,
  signal: AbortSignal,
): Promise<Response> {
  checkAddress(url, allowHosts, refuseHosts);
  if (resolve !== undefined && !allowHosts.includes(url.host)) {
    const addresses = await resolve(url.hostname);
    if (addresses.length === 0 || !addresses.every(isPublicAddress)) {
      throw new IntakeProblem("unreachable", UNREACHABLE);
    }
  }
  onAsk?.(url.host, init.method);
  const { method, headers, body } = init;
  const sent = body === undefined ? {} : { body };
  const response = await fetcher(url.href, { method, headers, redirect: "manual", signal, ...sent });
  if (isRedirect(response.status)) await response.body?.cancel();
  return response;
}

export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** Follows redirects by hand, so that each address is checked before it is asked. */
export async function followRedirects<Answer extends { status: number; headers: Headers }>(
  first: URL,
  ask: (url: URL) => Promise<Answer>,
  refuse: (why: "too many" | "no URL") => Error,
): Promise<{ answer: Answer; url: URL }> {
  let url = first;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const answer = await ask(url);
    const location = answer.headers.get("location");
    if (!isRedirect(answer.status) || location === null) return { answer, url };
    if (!URL.canParse(location, url.href)) throw refuse("no URL");
    url = new URL(location, url);
  }
  throw refuse("too many");
}
