/** Cloudflare Access in front of the dashboard: https://developers.cloudflare.com/cloudflare-one/identity/authorization-cookie/validating-json/ */
export interface AccessSettings {
  /** `https://TEAM.cloudflareaccess.com` */
  issuer: string;
  /** The application's audience tag. */
  audience: string;
}

interface Claims {
  aud?: string | string[];
  iss?: string;
  exp?: number;
  nbf?: number;
  email?: string;
  common_name?: string;
  sub?: string;
}

type SigningKey = JsonWebKey & { kid?: string };

const KEYS_MS = 10 * 60_000;
/** Access changes its keys now and then: one that is not known is looked for, but not at every request. */
const AGAIN_MS = 10_000;
const held = new Map<string, { keys: SigningKey[]; since: number }>();

/** Who Access says is asking; undefined when its assertion is missing, altered, expired or for another application. */
export async function accessIdentity(
  request: Request,
  settings: AccessSettings,
  now: number,
): Promise<string | undefined> {
  const token = request.headers.get("Cf-Access-Jwt-Assertion");
  const [head, body, signature, ...rest] = token?.split(".") ?? [];
  if (head === undefined || body === undefined || signature === undefined || rest.length > 0) return undefined;
  const { alg, kid } = decode<{ alg?: string; kid?: string }>(head) ?? {};
  if (alg !== "RS256") return undefined;
  const jwk = (await signingKeys(settings.issuer, kid, now)).find((key) => key.kid === kid);
  if (!jwk) return undefined;
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("jwk", jwk, algorithm, false, ["verify"]);
  const signed = new TextEncoder().encode(`${head}.${body}`);
  if (!(await crypto.subtle.verify(algorithm, key, Buffer.from(signature, "base64url"), signed))) return undefined;
  const claims = decode<Claims>(body);
  const audiences = [claims?.aud ?? []].flat();
  const seconds = now / 1000;
  if (!claims || claims.iss !== settings.issuer || !audiences.includes(settings.audience)) return undefined;
  if (claims.exp === undefined || claims.exp <= seconds || (claims.nbf ?? 0) > seconds) return undefined;
  return claims.email ?? claims.common_name ?? claims.sub;
}

function decode<T>(part: string): T | undefined {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString()) as T;
  } catch {
    return undefined;
  }
}

async function signingKeys(issuer: string, kid: string | undefined, now: number): Promise<SigningKey[]> {
  const known = held.get(issuer);
  const age = now - (known?.since ?? 0);
  const isKnown = known?.keys.some((key) => key.kid === kid);
  if (known && age < (isKnown ? KEYS_MS : AGAIN_MS)) return known.keys;
  const answer = await fetch(`${issuer}/cdn-cgi/access/certs`);
  if (!answer.ok) throw new Error(`Cloudflare Access gave ${answer.status} for its keys`);
  const { keys } = await answer.json<{ keys: SigningKey[] }>();
  held.set(issuer, { keys, since: now });
  return keys;
}
