/** A file, or a byte range of one, that a signed link names. */
export interface LinkTarget {
  /** Key of the object in the bucket. */
  key: string;
  /**
   * The first byte of the range, and the byte after its last. Always given, so that a download needs one storage call.
   */
  start: number;
  end: number;
  fileName: string;
  /** Unix time in seconds. */
  expires: number;
}

export interface LinkSecrets {
  current: string;
  /** Also accepted, while a secret is being rotated. */
  previous?: string | undefined;
}

export type LinkCheck =
  | {
      ok: true;
      target: LinkTarget;
      /** Set by `inline=1`, which anyone with the link may add: the file is shown instead of saved. */
      isInline: boolean;
    }
  | { ok: false; reason: "invalid" | "expired" };

/** `{origin}/{key}/{fileName}?range=…&expires=…&signature=…`; the key may hold slashes. */
export async function signLink(origin: string, target: LinkTarget, secret: string): Promise<string> {
  const signature = await signatureOf(signedText(target), secret);
  const query = `range=${target.start}-${target.end}&expires=${target.expires}&signature=${base64url(signature)}`;
  // A quote would end the text of a command that holds the link.
  const name = encodeURIComponent(target.fileName).replaceAll("'", "%27");
  return `${origin}/${target.key}/${name}?${query}`;
}

/** Whether a link was made here, is unaltered, and is still valid at `now` (milliseconds). */
export async function checkLink(url: URL, secrets: LinkSecrets, now: number): Promise<LinkCheck> {
  const parsed = parseLink(url);
  if (parsed === undefined) return { ok: false, reason: "invalid" };
  const { target, isInline, signature } = parsed;
  const text = signedText(target);
  const accepted = [secrets.current, ...(secrets.previous ? [secrets.previous] : [])];
  for (const secret of accepted) {
    // subtle.verify compares in constant time.
    if (await crypto.subtle.verify("HMAC", await hmacKey(secret), signature, text)) {
      return now < target.expires * 1000 ? { ok: true, target, isInline } : { ok: false, reason: "expired" };
    }
  }
  return { ok: false, reason: "invalid" };
}

function parseLink(url: URL) {
  const slash = url.pathname.lastIndexOf("/");
  const key = url.pathname.slice(1, Math.max(slash, 1));
  const query = url.searchParams;
  // Each parameter once, and no others: everything must be signed. `inline` alone is not, since it only says how to
  // show the file.
  const isInline = query.get("inline") === "1";
  if (query.size !== (isInline ? 4 : 3) || new Set(query.keys()).size !== query.size) return undefined;
  const range = /^(0|[1-9]\d{0,14})-(0|[1-9]\d{0,14})$/.exec(query.get("range") ?? "");
  const expires = /^[1-9]\d{0,11}$/.exec(query.get("expires") ?? "");
  const signature = fromBase64url(query.get("signature") ?? "");
  const fileName = decodeSegment(url.pathname.slice(slash + 1));
  if (!range || !expires || signature?.length !== 32 || fileName === undefined || key === "") return undefined;
  return {
    target: { key, start: Number(range[1]), end: Number(range[2]), fileName, expires: Number(expires[0]) },
    isInline,
    signature,
  };
}

/** Fields are joined by a newline, which none of them can hold. */
function signedText(target: LinkTarget): Uint8Array {
  const fields = [target.key, `${target.start}-${target.end}`, encodeURIComponent(target.fileName), target.expires];
  return new TextEncoder().encode(fields.join("\n"));
}

export async function signatureOf(text: Uint8Array, secret: string): Promise<ArrayBuffer> {
  return crypto.subtle.sign("HMAC", await hmacKey(secret), text);
}

function hmacKey(secret: string): Promise<CryptoKey> {
  const hash = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", new TextEncoder().encode(secret), hash, false, ["sign", "verify"]);
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

export function base64url(bytes: ArrayBuffer | Uint8Array): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]{43}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  // The last character carries two unused bits: only one spelling of a signature is accepted.
  return bytes.toString("base64url") === text ? new Uint8Array(bytes) : undefined;
}
