/**
 * RC4, which PDF's revisions 2 to 4 use (ISO 32000-2 §7.6.3.1). OpenSSL 3 no longer offers it by default, and it is
 * twenty lines: the same operation encrypts and decrypts.
 */
export function rc4(key: Uint8Array, data: Uint8Array): Uint8Array {
  const state = new Uint8Array(256);
  for (let i = 0; i < 256; i++) state[i] = i;
  const at = state as { [index: number]: number };
  for (let i = 0, j = 0; i < 256; i++) {
    const s = at[i]!;
    j = (j + s + key[i % key.length]!) & 255;
    at[i] = at[j]!;
    at[j] = s;
  }
  const out = new Uint8Array(data.length);
  for (let n = 0, i = 0, j = 0; n < data.length; n++) {
    i = (i + 1) & 255;
    const a = at[i]!;
    j = (j + a) & 255;
    const b = at[j]!;
    at[i] = b;
    at[j] = a;
    out[n] = data[n]! ^ at[(a + b) & 255]!;
  }
  return out;
}
