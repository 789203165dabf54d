/**
 * Cloudflare Access in front of the dashboard:
 * https://developers.cloudflare.com/cloudflare-one/identity/authorization-cookie/validating-json/
 */
interface AccessSettings {
  /** `https://TEAM.cloudflareaccess.com` */
  issuer: string;
  /** The application's audience tag. */
  audience: string;
}

type SigningKey = JsonWebKey & { kid?: string };

const KEYS_MS = 10 * 60_000;
/** Access changes its keys now and then. An unknown key makes us fetch the list again, but not at every request. */
const AGAIN_MS = 10_000;

/** The keys with which Access signs, as last fetched. */
export class AccessKeys {
  readonly #held = new Map<string, { keys: SigningKey[]; since: number }>();

  async of(issuer: string, kid: string, now: number): Promise<SigningKey[]> {
    const known = this.#held.get(issuer);
    const age = now - (known?.since ?? 0);
    const isKnown = known?.keys.some((key) => key.kid === kid);
    if (known && age < (isKnown ? KEYS_MS : AGAIN_MS)) return known.keys;
    const answer = await fetch(`${issuer}/cdn-cgi/access/certs`);
    if (!answer.ok) throw new Error(`Cloudflare Access gave ${answer.status} for its keys`);
    const { keys } = await answer.json<{ keys: SigningKey[] }>();
    this.#held.set(issuer, { keys, since: now });
    return keys;
  }
}

/** Cloudflare Access, where the operator put it in front of the dashboard. */
export function accessSettings(env: Env): AccessSettings | undefined {
  const { ACCESS_TEAM: team, ACCESS_AUDIENCE: audience } = env;
  return team && audience ? { issuer: `https://${team}.cloudflareaccess.com`, audience } : undefined;
}

/**
 * The person that Access names; undefined when its assertion is missing, altered, expired or for another application.
 */
export async function accessIdentity(
  request: Request,
  { issuer, audience }: AccessSettings,
  accessKeys: AccessKeys,
  now: number,
): Promise<string | undefined> {
  const token = request.headers.get("Cf-Access-Jwt-Assertion") ?? "";
  const kid = signingKey(token);
  if (kid === undefined) return undefined;
  const key = (await accessKeys.of(issuer, kid, now)).find((one) => one.kid === kid);
  // An assertion with any fault identifies nobody.
  const claims = key && (await signedClaims(token, key).catch(() => undefined));
  if (claims === undefined || !isFor(claims, issuer, audience, now / 1000)) return undefined;
  const names = [claims.email, claims.common_name, claims.sub];
  return names.find((name) => typeof name === "string");
}

/** Whether an assertion is the team's, for this application, and of this time (RFC 7519 section 4.1). */
function isFor({ iss, aud, exp, nbf }: Record<string, unknown>, issuer: string, audience: string, now: number) {
  const isTimely =
    typeof exp === "number" && now < exp && (nbf === undefined || (typeof nbf === "number" && nbf <= now));
  return iss === issuer && [aud].flat().includes(audience) && isTimely;
}

/**
 * JSON Web Tokens (RFC 7519) signed with RS256, the one algorithm of Cloudflare Access. hono's own reader knows all
 * algorithms, which each cold isolate would evaluate.
 */
const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

/** The key that a token says it was signed with; undefined when the text is no such token. */
function signingKey(token: string): string | undefined {
  const parts = token.split(".");
  const { alg, kid, crit } = (parts.length === 3 && read(parts[0] as string)) || {};
  // What `crit` names must be understood (RFC 7515 section 4.1.11); nothing is.
  return alg === "RS256" && typeof kid === "string" && crit === undefined ? kid : undefined;
}

/** What the token says; undefined unless this key signed it. */
async function signedClaims(token: string, key: JsonWebKey): Promise<Record<string, unknown> | undefined> {
  const [head = "", body = "", signature = ""] = token.split(".");
  const imported = await crypto.subtle.importKey("jwk", key, ALGORITHM, false, ["verify"]);
  const signed = new TextEncoder().encode(`${head}.${body}`);
  const isSigned = await crypto.subtle.verify(ALGORITHM, imported, Buffer.from(signature, "base64url"), signed);
  return isSigned ? read(body) : undefined;
}

function read(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
