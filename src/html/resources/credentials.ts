import { MAX_MEMBERS } from "../../intake/json/json-text.ts";
import { addTo } from "../../platform/grouped.ts";
import type { HtmlOptions } from "../fields/options.ts";
import { fieldProblem, HtmlProblem } from "../html-problem.ts";

type Cookie = NonNullable<HtmlOptions["cookies"]>[number];
type Options = Pick<HtmlOptions, "extraHeaders" | "originHeaders" | "cookies">;

/** Headers that each request has of its own. */
export const OWN_HEADERS = /^(host|connection|content-length|accept-encoding)$/i;

/**
 * The headers and cookies that the client adds to the page's requests. Each belongs to one origin, and is sent to no
 * other.
 */
export class Credentials {
  /** Cookies of the page's own origin, which the browser keeps. It never sees those of other origins. */
  readonly own: readonly Cookie[];
  readonly #page: URL;
  readonly #extra: Record<string, string>;
  readonly #byOrigin = new Map<string, Record<string, string>>();
  /** Cookies by the origin that gets them. */
  readonly #cookies = new Map<string, Cookie[]>();

  constructor(page: URL, { extraHeaders = {}, originHeaders = {}, cookies = [] }: Options) {
    this.#page = page;
    this.#extra = extraHeaders;
    for (const [origin, headers] of Object.entries(originHeaders)) this.#addHeaders(new URL(origin).origin, headers);
    cookies.forEach((cookie, index) => {
      addTo(this.#cookies, originOf(cookie, index, page), cookie);
    });
    this.own = this.#cookies.get(page.origin) ?? [];
  }

  /** One origin may be written in thousands of ways. Together they have as many headers as one object may have. */
  #addHeaders(origin: string, headers: Record<string, string>): void {
    const known = this.#byOrigin.get(origin) ?? {};
    const all = Object.assign(known, headers);
    if (Object.keys(all).length > MAX_MEMBERS) {
      throw fieldProblem("originHeaders", `expected at most ${MAX_MEMBERS} headers of one origin.`);
    }
    this.#byOrigin.set(origin, all);
  }

  headersFor(url: URL): Record<string, string> {
    return { ...(this.#isOwn(url) ? this.#extra : {}), ...this.#byOrigin.get(url.origin) };
  }

  /**
   * The Cookie header of a request, made from the browser's. Browsers share a host's cookies among its ports: the
   * client's cookies are removed for any other origin of that host.
   */
  cookieHeader(url: URL, fromBrowser = ""): string {
    const kept = this.#isOwn(url) ? fromBrowser : this.#withoutOwn(fromBrowser);
    if (url.origin === this.#page.origin) return kept;
    const added = (this.#cookies.get(url.origin) ?? []).filter((cookie) => goesTo(cookie, url)).map(pair);
    return [...(kept === "" ? [] : [kept]), ...added].join("; ");
  }

  #withoutOwn(header: string): string {
    const own = new Set(this.own.map(pair));
    return header
      .split("; ")
      .filter((cookie) => !own.has(cookie))
      .join("; ");
  }

  /** The origin that the client named; the browser may have turned http into https by itself. */
  #isOwn(url: URL): boolean {
    const own = this.#page;
    return (
      url.origin === own.origin || (url.protocol === "https:" && own.protocol === "http:" && url.host === own.host)
    );
  }
}

function originOf(cookie: Cookie, index: number, page: URL): string {
  const named = cookie.origin ?? cookie.url;
  const origin = named === undefined ? page.origin : new URL(named).origin;
  const domain = cookie.domain?.replace(/^\./, "").toLowerCase();
  const { hostname } = new URL(origin);
  if (domain !== undefined && domain !== hostname && !hostname.endsWith(`.${domain}`)) {
    throw new HtmlProblem(
      "input",
      `cookies[${index}].domain: ${JSON.stringify(cookie.domain)} is not the page's own host; name the origin that is to get it, such as "origin": "https://${domain}".`,
      { field: `cookies[${index}].domain` },
    );
  }
  return origin;
}

/** Whether a cookie of the origin goes to this address (RFC 6265 §5.4). */
function goesTo({ path = "/", secure }: Cookie, url: URL): boolean {
  if (secure && url.protocol !== "https:") return false;
  const { pathname } = url;
  return pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`);
}

function pair({ name, value }: Cookie): string {
  return `${name}=${value}`;
}
