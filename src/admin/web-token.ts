/**
 * JSON Web Tokens (RFC 7519) signed with RS256, the one algorithm of Cloudflare Access. hono's own reader knows all
 * algorithms, which each cold isolate would evaluate.
 */
const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

/** The key that a token says it was signed with; undefined when the text is no such token. */
export function signingKey(token: string): string | undefined {
  const parts = token.split(".");
  const { alg, kid, crit } = (parts.length === 3 && read(parts[0] as string)) || {};
  // What `crit` names must be understood (RFC 7515 section 4.1.11); nothing is.
  return alg === "RS256" && typeof kid === "string" && crit === undefined ? kid : undefined;
}

/** What the token says; undefined unless this key signed it. */
export async function signedClaims(token: string, key: JsonWebKey): Promise<Record<string, unknown> | undefined> {
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
