/** What a receipt says, or an unsigned report in its words (docs/use/redaction.md). */
export interface Statement {
  service?: string;
  engine?: string;
  time: string;
  input?: { sha256: string; bytes: number };
  output?: { sha256: string; bytes: number };
  rules: readonly { rule: string; onPages: number; elsewhere: number }[];
  areas: number;
  pages: { read: number; recognised: number; partly: number; pictures: number };
}

export type Key = JsonWebKey & { kid?: string };

/** What a file is that somebody gives: a receipt, sound or not, a report, public keys, or one of the two files. */
export type Given =
  | { kind: "receipt"; text: string; statement: Statement; kid: string }
  | { kind: "damaged" }
  | { kind: "report"; statement: Statement }
  | { kind: "keys"; keys: Key[] }
  | { kind: "file" };

/** A JSON file, or a receipt by itself, is small. */
const MAX_TEXT_BYTES = 20_000_000;

const JWS = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** What was given, by its content. */
export async function givenIn(file: Blob): Promise<Given> {
  const start = await file.slice(0, 5).text();
  if (start === "%PDF-" || file.size > MAX_TEXT_BYTES) return { kind: "file" };
  return givenAs((await file.text()).trim());
}

export function givenAs(text: string): Given {
  if (JWS.test(text)) return receiptIn(text);
  if (/^[\w.-]+$/.test(text)) return unread(text);
  const value = parsed(text.slice(Math.max(text.indexOf("{"), 0)));
  if (typeof value !== "object" || value === null) return { kind: "file" };
  const { receipt, keys } = value as { receipt?: unknown; keys?: unknown };
  if (typeof receipt === "string") return JWS.test(receipt) ? receiptIn(receipt) : { kind: "damaged" };
  if (Array.isArray(keys)) return { kind: "keys", keys: keys as Key[] };
  const statement = statementIn(value);
  return statement ? { kind: "report", statement } : { kind: "file" };
}

function receiptIn(text: string): Given {
  const [head, body] = text.split(".").map((part) => parsed(new TextDecoder().decode(bytesOf(part))));
  const { kid } = (head ?? {}) as { kid?: unknown };
  const statement = statementIn(body);
  return typeof kid === "string" && statement ? { kind: "receipt", text, statement, kid } : unread(text);
}

/** What begins as an object does in base64url is part of a receipt. */
function unread(text: string): Given {
  return { kind: text.startsWith("eyJ") ? "damaged" : "file" };
}

/** Whoever wrote it: what is shown of it is text and numbers. */
function statementIn(value: unknown): Statement | undefined {
  const claims = (value ?? {}) as Record<string, unknown>;
  const { time, rules, input, output } = claims;
  if (typeof time !== "string" || !Array.isArray(rules)) return undefined;
  const pages = claims.pages as Partial<Statement["pages"]> | null | undefined;
  const word = (name: string) => (claims[name] === undefined ? {} : { [name]: String(claims[name]) });
  const hashed = (name: string, of: unknown) => {
    const { sha256, bytes } = (of ?? {}) as { sha256?: unknown; bytes?: unknown };
    return sha256 === undefined ? {} : { [name]: { sha256: String(sha256), bytes: Number(bytes) } };
  };
  return {
    ...{ ...word("service"), ...word("engine"), time, ...hashed("input", input), ...hashed("output", output) },
    rules: rules.map((one: Partial<Statement["rules"][number]> | null) => {
      return {
        rule: String(one?.rule),
        onPages: Number(one?.onPages),
        elsewhere: Number(one?.elsewhere),
      };
    }),
    areas: Number(claims.areas),
    pages: {
      read: Number(pages?.read),
      recognised: Number(pages?.recognised ?? 0),
      partly: Number(pages?.partly),
      pictures: Number(pages?.pictures),
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  try {
    const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

export type Verdict = "right" | "wrong" | "other key" | "cannot be checked";

/** Whether one of these keys signed the receipt (RFC 7515, Ed25519). */
export async function verdictOf(receipt: string, kid: string, keys: readonly Key[]): Promise<Verdict> {
  const key = keys.find((one) => one.kid === kid);
  if (!key) return "other key";
  const [head = "", body = "", signature = ""] = receipt.split(".");
  // The key says what it is for; what the receipt says of it is not asked.
  const { crv, kty, x } = key;
  try {
    const imported = await crypto.subtle.importKey("jwk", { crv, kty, x } as JsonWebKey, "Ed25519", false, ["verify"]);
    const signed = new TextEncoder().encode(`${head}.${body}`);
    return (await crypto.subtle.verify("Ed25519", imported, bytesOf(signature), signed)) ? "right" : "wrong";
  } catch {
    // A browser without Ed25519.
    return "cannot be checked";
  }
}

/** What a file is to a receipt. */
export function roleOf(sha256: string, { input, output }: Statement): "input" | "output" | undefined {
  if (sha256 === input?.sha256) return "input";
  return sha256 === output?.sha256 ? "output" : undefined;
}
