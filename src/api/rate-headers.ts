/** One limit of a key, as clients see it. The remainder is given when the service knows it exactly. */
export interface RateNote {
  /** A token such as `minute`, which is the same in both headers. */
  policy: string;
  quota: number;
  /** What is counted; requests when it is missing. */
  unit?: "requests" | "content-bytes" | "concurrent-requests" | "browser-seconds";
  windowSeconds?: number;
  remaining?: number;
  /** Seconds until the whole quota is available again. */
  resetSeconds?: number;
}

/**
 * RateLimit-Policy and RateLimit, as draft-ietf-httpapi-ratelimit-headers (revision 10) writes them. The first lists
 * every limit. The second lists those whose remainder is known: the platform's own counter tells only when it is
 * exhausted.
 */
export function setRateHeaders(headers: Headers, notes: readonly RateNote[]): void {
  if (notes.length === 0) return;
  headers.set("RateLimit-Policy", notes.map(policyItem).join(", "));
  const known = notes.filter(({ remaining }) => remaining !== undefined);
  if (known.length > 0) headers.set("RateLimit", known.map(stateItem).join(", "));
}

function policyItem({ policy, quota, unit, windowSeconds }: RateNote): string {
  return `"${policy}";q=${quota}${unit ? `;qu="${unit}"` : ""}${windowSeconds === undefined ? "" : `;w=${windowSeconds}`}`;
}

function stateItem({ policy, remaining, resetSeconds }: RateNote): string {
  return `"${policy}";r=${remaining}${resetSeconds === undefined ? "" : `;t=${resetSeconds}`}`;
}
