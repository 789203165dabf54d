import { fromBase64 } from "../platform/bytes.ts";

/** Recognises a body or file by its first bytes, for advice to clients that sent something other than they declared. */
export type Likeness =
  | { kind: "file"; name: string }
  | { kind: "json" | "multipart" | "form" | "html" | "text" }
  | undefined;

export const GZIPPED = "a gzipped file";

const MAGIC: readonly (readonly [start: string, name: string])[] = [
  ["%PDF-", "a PDF"],
  ["\xff\xd8\xff", "a JPEG image"],
  ["\x89PNG", "a PNG image"],
  ["GIF8", "a GIF image"],
  ["II*\0", "a TIFF image"],
  ["MM\0*", "a TIFF image"],
  ["RIFF", "a WebP image"],
  ["PK\x03\x04", "a ZIP archive or an Office document"],
  ["\xd0\xcf\x11\xe0", "an old Office document"],
  ["\x1f\x8b", GZIPPED],
];

export function looksLike(bytes: Uint8Array): Likeness {
  const head = String.fromCharCode(...bytes.subarray(0, 256));
  const magic = MAGIC.find(([start]) => head.startsWith(start));
  if (magic) return { kind: "file", name: magic[1] };
  const text = head.replace(/^\xef\xbb\xbf/, "").trimStart();
  if (/^--[^\r\n]+\r?\n/.test(text)) return { kind: "multipart" };
  if (/^[{[]/.test(text)) return { kind: "json" };
  if (/^<(!doctype|html|head|body|\?xml|[a-z][a-z0-9]*[\s>])/i.test(text)) return { kind: "html" };
  if (/^[\w.[\]%-]+=/.test(text)) return { kind: "form" };
  return text !== "" && !/[\0-\x08\x0e-\x1f]/.test(text) ? { kind: "text" } : undefined;
}

/** Texts that describe a file, or are sent in its place. */
const TEXTS = [
  { start: "%!PS", name: "an EPS or PostScript drawing", advice: "convert it to PDF (with Ghostscript, for instance)" },
  {
    start: "version https://git-lfs.github.com/spec/",
    name: "a pointer of Git LFS",
    advice: "fetch the file itself with git lfs pull",
  },
  { start: "data:", name: "the text of a data: URL", advice: "decode it" },
  { start: "{", name: "JSON", advice: "it may be an error message of the server that has the file" },
];

/** What a text is that was sent as a file, and what to do. `asBase64` says how base64 is sent. */
export function textAsFile(bytes: Uint8Array, asBase64: string): { name: string; advice: string } | undefined {
  const head = new TextDecoder().decode(bytes.subarray(0, 64)).trimStart();
  const text = TEXTS.find(({ start }) => head.startsWith(start));
  if (text) return text.start === "data:" ? { ...text, advice: `${text.advice}, or send it ${asBase64}` } : text;
  if (!/^[\w+/-]{16,}={0,2}\s*$/.test(head)) return undefined;
  const encoded = looksLike(fromBase64(head.slice(0, 16).replaceAll("-", "+").replaceAll("_", "/")));
  if (encoded?.kind !== "file") return undefined;
  return { name: `base64 of ${encoded.name}`, advice: `decode it, or send it ${asBase64}` };
}

/** What to change about a body that is not what its Content-Type says; undefined when something else is wrong. */
export function bodyAdvice(bytes: Uint8Array, declared: "multipart" | "json" | "form"): string | undefined {
  const like = looksLike(bytes);
  if (like === undefined || like.kind === declared) return undefined;
  if (like.kind === "file") {
    return `The body is ${like.name} itself: send it as the part "file" of multipart/form-data (with curl: -F file=@NAME, not -d or --data-binary).`;
  }
  if (like.kind === "multipart") {
    return "The body is multipart/form-data: do not set Content-Type yourself, your HTTP library does, with the boundary.";
  }
  if (like.kind === "json") return "The body is JSON: send it with Content-Type: application/json.";
  if (like.kind === "form") return "The body is a form: send it with Content-Type: application/x-www-form-urlencoded.";
  if (like.kind === "html" && declared === "json") {
    return 'The body is HTML: send {"html": "…"} as JSON, or a form with the field html.';
  }
  return undefined;
}
