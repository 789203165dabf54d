const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_CHARS = 32;
const CHECK_CHARS = 6;
const KEY_CHARS = "qk_".length + SECRET_CHARS + CHECK_CHARS;

/** A new key: `qk_`, 32 random characters (190 bits), and 6 of CRC-32, so that a typo is refused without a lookup. */
export function generateKey(): string {
  let secret = "";
  while (secret.length < SECRET_CHARS) {
    // 248 is the largest multiple of 62 in a byte: the rest is thrown away to keep every character equally likely.
    for (const byte of crypto.getRandomValues(new Uint8Array(48))) {
      if (byte < 248 && secret.length < SECRET_CHARS) secret += ALPHABET[byte % 62];
    }
  }
  return `qk_${secret}${checksum(secret)}`;
}

/** 64 bits. It decides what a customer may see and use, so no two keys may ever share one. */
export function newKeyId(taken: ReadonlySet<string>): string {
  for (;;) {
    const id = Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString("hex");
    if (!taken.has(id)) return id;
  }
}

export function isWellFormed(key: string): boolean {
  return (
    key.length === KEY_CHARS &&
    /^qk_[0-9A-Za-z]+$/.test(key) &&
    checksum(key.slice(3, 3 + SECRET_CHARS)) === key.slice(3 + SECRET_CHARS)
  );
}

function checksum(secret: string): string {
  // Not imported: a cold isolate would evaluate all of zlib before its first request.
  let value = process.getBuiltinModule("node:zlib").crc32(secret);
  let text = "";
  for (let i = 0; i < CHECK_CHARS; i++) {
    text = ALPHABET[value % 62] + text;
    value = Math.floor(value / 62);
  }
  return text;
}
