import { HTML_LIMITS } from "../../html-limits.ts";
import type { Credentials } from "../../resources/credentials.ts";

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
    if (/^(host|connection|content-length|accept-encoding)$/i.test(name)) continue;
    // Cookies of an https site are not sent to the same site by http.
    if (/^cookie$/i.test(name)) cookies = url.href === new URL(request.url).href ? value : "";
    else if (value !== "") headers[name] = value;
  }
  const cookie = credentials.cookieHeader(url, cookies);
  if (cookie !== "") headers.Cookie = cookie;
  if (!request.hasPostData) return { method: request.method, headers };
  return { method: request.method, headers, body: sentBody(request.postDataEntries ?? []) };
}

/** The browser tells a body in pieces of base64. */
function sentBody(entries: { bytes?: string }[]): Uint8Array<ArrayBuffer> {
  const sent = entries.reduce((sum, { bytes = "" }) => sum + bytes.length, 0);
  if (sent > Math.ceil(HTML_LIMITS.sentBytes / 3) * 4)
    throw new Error(`The request sends more than ${HTML_LIMITS.sentBytes} bytes`);
  const parts = entries.map(({ bytes }) => {
    if (bytes === undefined) throw new Error("The browser does not tell the body of this request");
    return Buffer.from(bytes, "base64");
  });
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

/** Seen by what it accepts: to the Fetch domain an EventSource is a request like any other. */
export function wantsEvents({ request: { headers } }: PausedRequest): boolean {
  return Object.entries(headers).some(
    ([name, value]) => /^accept$/i.test(name) && /^text\/event-stream\b/i.test(value),
  );
}

/** A file that a page shows. What scripts ask for may be there the next time. */
export function isFile({ request, resourceType }: PausedRequest): boolean {
  return request.method === "GET" && /^(Image|Stylesheet|Font|Media|Script)$/.test(resourceType);
}
