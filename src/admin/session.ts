import { timingSafeEqual } from "node:crypto";

/** A working day. */
export const SESSION_SECONDS = 8 * 3600;
const COOKIE = "quire_admin";

/** `expires.signature`: nothing is stored, and a new secret ends every session. */
export async function openSession(secret: string, now: number): Promise<string> {
  const expires = Math.floor(now / 1000) + SESSION_SECONDS;
  return `${expires}.${await sign(secret, expires)}`;
}

/** When the session ends, in Unix seconds; undefined when it is none of ours or has ended. */
export async function checkSession(token: string, secret: string, now: number): Promise<number | undefined> {
  const [, text, signature] = /^(\d{10})\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (text === undefined || signature === undefined) return undefined;
  const expires = Number(text);
  if (!equal(signature, await sign(secret, expires))) return undefined;
  return expires * 1000 > now ? expires : undefined;
}

export function sessionCookie(token: string, url: URL, seconds: number = SESSION_SECONDS): string {
  const secure = url.protocol === "https:" ? "; Secure" : "";
  return `${COOKIE}=${token}; Path=/admin; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`;
}

export function sessionToken(request: Request): string | undefined {
  const cookies = (request.headers.get("Cookie") ?? "").split(/;\s*/);
  return cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
}

/** In time that tells neither where texts differ nor how long the secret is. */
export async function sameSecret(given: string, secret: string): Promise<boolean> {
  return equal(await sign(secret, "given:" + given), await sign(secret, "given:" + secret));
}

async function sign(secret: string, text: string | number): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", bytes.encode(secret), algorithm, false, ["sign"]);
  return Buffer.from(await crypto.subtle.sign("HMAC", key, bytes.encode(`quire-admin:${text}`))).toString("hex");
}

function equal(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
