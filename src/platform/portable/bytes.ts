export function indexOf(bytes: Uint8Array, wanted: Uint8Array | string | number, from: number): number {
  if (typeof wanted === "number") return bytes.indexOf(wanted, from);
  const codes = codesOf(wanted);
  let at = bytes.indexOf(codes[0]!, from);
  while (at >= 0 && !isAt(bytes, at, codes)) at = bytes.indexOf(codes[0]!, at + 1);
  return at;
}

export function lastIndexOf(bytes: Uint8Array, wanted: string, from: number): number {
  const codes = codesOf(wanted);
  let at = bytes.lastIndexOf(codes[0]!, from);
  // A negative place would count from the end.
  while (at >= 0 && !isAt(bytes, at, codes)) at = at > 0 ? bytes.lastIndexOf(codes[0]!, at - 1) : -1;
  return at;
}

export function compare(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at++) if (a[at] !== b[at]) return a[at]! < b[at]! ? -1 : 1;
  return Math.sign(a.length - b.length);
}

export function longLatin1(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4096) {
    text += String.fromCharCode.apply(null, bytes.subarray(at, at + 4096) as unknown as number[]);
  }
  return text;
}

function codesOf(wanted: Uint8Array | string): ArrayLike<number> {
  return typeof wanted === "string" ? Array.from(wanted, (letter) => letter.charCodeAt(0)) : wanted;
}

function isAt(bytes: Uint8Array, at: number, codes: ArrayLike<number>): boolean {
  for (let i = 1; i < codes.length; i++) if (bytes[at + i] !== codes[i]) return false;
  return true;
}
