import { isAddress } from "./address.ts";

/**
 * Looks up a host's addresses by DNS over HTTPS. Workers' fetch cannot be told which address to connect to, so this
 * does not replace the platform's own guard (`global_fetch_strictly_public`). It refuses names that point inside before
 * anything contacts them, above all a browser.
 */

const DOH = "https://cloudflare-dns.com/dns-query";
const TIMEOUT_MS = 3000;
const MAX_CACHED = 1000;
/** How long answers are kept: long enough for one page's requests, too short to miss that a host has moved. */
const MIN_TTL_MS = 5000;
const MAX_TTL_MS = 60_000;
/** Record types A and AAAA (RFC 1035, RFC 3596). */
const TYPES = { A: 1, AAAA: 28 };

interface DnsAnswer {
  Answer?: { type: number; TTL: number; data: string }[];
}

export type Resolver = (host: string) => Promise<string[]>;

/** A resolver with its own cache. It fails closed: a name that cannot be resolved has no addresses. */
export function dohResolver(fetcher: typeof fetch = fetch): Resolver {
  const cache = new Map<string, { addresses: string[]; until: number }>();
  return async (host) => {
    const bare = host
      .replace(/^\[|\]$/g, "")
      .replace(/(?<!\.)\.+$/, "")
      .toLowerCase();
    if (isAddress(bare)) return [bare];
    const cached = cache.get(bare);
    if (cached !== undefined && cached.until > Date.now()) return cached.addresses;
    // The lookups run one after the other: each takes one of the six connections that a request may have open.
    const ipv4 = await query(fetcher, bare, "A");
    const ipv6 = ipv4 && (await query(fetcher, bare, "AAAA"));
    if (!ipv4 || !ipv6) return [];
    const records = [...(ipv4.Answer ?? []), ...(ipv6.Answer ?? [])];
    const addresses = records.filter(({ type }) => type === TYPES.A || type === TYPES.AAAA).map(({ data }) => data);
    const ttl = Math.min(...records.map(({ TTL }) => TTL * 1000), MAX_TTL_MS);
    const oldest = cache.size >= MAX_CACHED ? cache.keys().next().value : undefined;
    if (oldest !== undefined) cache.delete(oldest);
    cache.set(bare, { addresses, until: Date.now() + Math.max(ttl, MIN_TTL_MS) });
    return addresses;
  };
}

async function query(fetcher: typeof fetch, name: string, type: keyof typeof TYPES): Promise<DnsAnswer | undefined> {
  try {
    const response = await fetcher(`${DOH}?name=${encodeURIComponent(name)}&type=${type}`, {
      headers: { accept: "application/dns-json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok ? await response.json<DnsAnswer>() : undefined;
  } catch {
    return undefined;
  }
}
