/** A working day. */
export const SESSION_SECONDS = 8 * 3600;
/** Over https, browsers take a cookie of the first name from this very host alone, and only as it is set here. */
const COOKIES = { secure: "__Host-quire_admin", plain: "quire_admin" };

/** The content of a session's token. */
export interface Session {
  id: string;
  /** Unix seconds. */
  expires: number;
}

/** `expires.id.signature`. Only ended sessions are stored. Changing the secret ends all of them. */
export async function openSession(secret: string, now: number): Promise<string> {
  const expires = Math.floor(now / 1000) + SESSION_SECONDS;
  const session = `${expires}.${Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("hex")}`;
  return `${session}.${await sign(secret, session)}`;
}

/** Undefined when the token is none of ours or has expired. */
export async function checkSession(token: string, secret: string, now: number): Promise<Session | undefined> {
  const [, expires, id, signature] = /^(\d{10})\.([0-9a-f]{32})\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (expires === undefined || id === undefined || signature === undefined) return undefined;
  if (!equal(signature, await sign(secret, `${expires}.${id}`))) return undefined;
  return Number(expires) * 1000 > now ? { id, expires: Number(expires) } : undefined;
}

export function sessionCookie(token: string, url: URL, seconds: number = SESSION_SECONDS): string {
  const scope = url.protocol === "https:" ? "Path=/; HttpOnly; Secure" : "Path=/admin; HttpOnly";
  return `${nameFor(url)}=${token}; Max-Age=${seconds}; ${scope}; SameSite=Strict`;
}

export function sessionToken(request: Request): string | undefined {
  const begin = `${nameFor(new URL(request.url))}=`;
  const cookies = (request.headers.get("Cookie") ?? "").split(/;\s*/);
  return cookies.find((cookie) => cookie.startsWith(begin))?.slice(begin.length);
}

function nameFor(url: URL): string {
  return url.protocol === "https:" ? COOKIES.secure : COOKIES.plain;
}

async function sign(secret: string, text: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", bytes.encode(secret), algorithm, false, ["sign"]);
  return Buffer.from(await crypto.subtle.sign("HMAC", key, bytes.encode(`quire-admin:${text}`))).toString("hex");
}

function equal(a: string, b: string): boolean {
  const { timingSafeEqual } = process.getBuiltinModule("node:crypto");
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
