const PDF = "application/pdf";
const TYPES: ReadonlyMap<string, string> = new Map([
  ["pdf", PDF],
  ["zip", "application/zip"],
  ["png", "image/png"],
  ["jpeg", "image/jpeg"],
  ["webp", "image/webp"],
]);

/** The type of a produced file, from its name's extension (which is signed with a link). */
export function typeOf(fileName: string): string {
  return TYPES.get(fileName.slice(fileName.lastIndexOf(".") + 1).toLowerCase()) ?? "application/octet-stream";
}

/** `filename` for every client (ASCII, quoted), `filename*` for the real name (RFC 6266, RFC 8187). */
export function attachment(fileName: string): string {
  const ascii = fileName
    .normalize("NFKD")
    .replace(/[^\x20-\x7e]/g, "")
    .replace(/["\\]/g, "_")
    .trim();
  const plain = /^\.?\w/.test(ascii)
    ? ascii
    : `file${fileName.slice(Math.max(fileName.lastIndexOf("."), 0)).replace(/[^\x20-\x7e]/g, "")}`;
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return plain === fileName
    ? `attachment; filename="${plain}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** A PDF may be shown instead of being saved. Browsers would guess at any other type. */
export function disposition(fileName: string, isInline: boolean): string {
  const saved = attachment(fileName);
  return isInline && typeOf(fileName) === PDF ? saved.replace(/^attachment/, "inline") : saved;
}

/** JSON in which every character is printable ASCII, fit for a header. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
