import { HTML_LIMITS } from "../../html-limits.ts";
import { type Credentials, OWN_HEADERS } from "../../resources/credentials.ts";
import { CHANNEL_TYPE, IN_PARTS } from "./channels-script.ts";

/** Fetch.requestPaused, as far as it is read here. */
export interface PausedRequest {
  requestId: string;
  frameId: string;
  resourceType: string;
  request: {
    url: string;
    method: string;
    headers: Record<string, string>;
    hasPostData?: boolean;
    postDataEntries?: { bytes?: string }[];
  };
}

/** The request as it is sent in the page's place, with the client's headers and cookies for that address. */
export function outgoingRequest({ request }: PausedRequest, url: URL, credentials: Credentials) {
  const headers: Record<string, string> = {};
  let cookies = "";
  for (const [name, value] of Object.entries({ ...request.headers, ...credentials.headersFor(url) })) {
    if (OWN_HEADERS.test(name)) continue;
    // Cookies of an https site are not sent to the same site by http.
    if (/^cookie$/i.test(name)) cookies = url.href === new URL(request.url).href ? value : "";
    else if (value !== "") headers[name] = value.replace(IN_PARTS, "");
  }
  const cookie = credentials.cookieHeader(url, cookies);
  if (cookie !== "") headers.Cookie = cookie;
  if (!request.hasPostData) return { method: request.method, headers };
  return { method: request.method, headers, body: sentBody(request.postDataEntries ?? []) };
}

/** The browser tells a body in pieces of base64. */
export function sentBody(entries: { bytes?: string }[]): Uint8Array<ArrayBuffer> {
  const sent = entries.reduce((sum, { bytes = "" }) => sum + bytes.length, 0);
  if (sent > Math.ceil(HTML_LIMITS.sentBytes / 3) * 4)
    throw new Error(`The request sends more than ${HTML_LIMITS.sentBytes} bytes`);
  const parts = entries.map(({ bytes }) => {
    if (bytes === undefined) throw new Error("The browser does not tell the body of this request");
    return Buffer.from(bytes, "base64");
  });
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

/** Whether a script asks, and can be given an answer that has not ended. */
export function takesParts(paused: PausedRequest): boolean {
  return headerOf(paused, "accept").endsWith(IN_PARTS);
}

/** Seen by what it accepts: to the Fetch domain a stream of events is a request like any other. */
export function wantsEvents(paused: PausedRequest): boolean {
  return /^text\/event-stream\b/i.test(headerOf(paused, "accept"));
}

/** What a page does with a socket or a stream that it has open, or wants to open (`channels-script.ts`). */
export interface ChannelRequest {
  what: "open" | "next" | "send" | "close";
  /** None of one that is to be opened. */
  id: string;
}

export function channelRequest(paused: PausedRequest): ChannelRequest | undefined {
  const [type, asked, name = "; id="] = headerOf(paused, "accept").split(/(?=; )/, 3);
  const what = /^; do=(open|next|send|close)$/.exec(asked ?? "")?.[1] as ChannelRequest["what"] | undefined;
  return type === CHANNEL_TYPE && what !== undefined ? { what, id: name.slice("; id=".length) } : undefined;
}

/**
 * The request by which a socket is opened (RFC 6455 §4.1). What the page asks with says the protocols that it speaks.
 */
export function socketRequest(paused: PausedRequest, url: URL, credentials: Credentials) {
  const { body, headers } = outgoingRequest(paused, url, credentials);
  for (const name of Object.keys(headers))
    if (/^(accept|content-type|referer|sec-.*)$/i.test(name)) delete headers[name];
  const protocols = (JSON.parse(new TextDecoder().decode(body)) as string[]).map(String);
  if (protocols.length > 0) headers["Sec-WebSocket-Protocol"] = protocols.join(", ");
  return { method: "GET", headers: { ...headers, Upgrade: "websocket" } };
}

export function headerOf({ request: { headers } }: PausedRequest, name: string): string {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? "";
}

/** A file that a page shows. What scripts ask for may be there the next time. */
export function isFile({ request, resourceType }: PausedRequest): boolean {
  return request.method === "GET" && /^(Image|Stylesheet|Font|Media|Script)$/.test(resourceType);
}
