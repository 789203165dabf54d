/** The format of a file by its first bytes, and whether the service takes it. */
export interface Kind {
  name: string;
  /** Why it will be refused, and what to do; undefined where it is taken. */
  refusal?: string;
  /** Whether browsers show it. */
  isShown: boolean;
}

/** Refused as it is. Where the browser can read it, it becomes a JPEG. */
export const HEIC = "HEIC";

const HEAD_BYTES = 64;

export async function kindOf(file: Blob): Promise<Kind> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  return kindOfBytes(head);
}

export function kindOfBytes(head: Uint8Array): Kind {
  const text = String.fromCharCode(...head);
  if (head.length === 0) return { name: "Empty file", refusal: "This file is empty.", isShown: false };
  if (text.startsWith("\xff\xd8\xff")) return { name: "JPEG", isShown: true };
  if (text.startsWith("\x89PNG\r\n")) return { name: "PNG", isShown: true };
  if (/^GIF8[79]a/.test(text)) return { name: "GIF", isShown: true };
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return { name: "WebP", isShown: true };
  if (/^(II[*+]\0|MM\0[*+])/.test(text)) return { name: "TIFF", isShown: false };
  if (text.startsWith("BM")) return { name: "BMP", isShown: true };
  if (/^\0\0\0\x0cjP {2}/.test(text) || text.startsWith("\xff\x4f\xff\x51"))
    return { name: "JPEG 2000", isShown: false };
  if (text.slice(4, 8) === "ftyp") return boxed(text.slice(8, 32));
  if (text.startsWith("%PDF")) return refused("PDF", "This is a PDF already. Crop or split it instead.");
  if (/^\s*<(\?xml|svg)/i.test(text)) return { name: "SVG", isShown: true };
  if (text.startsWith("8BPS")) return refused("PSD", "Photoshop files are not supported. Save it as PNG.");
  return { name: "Image", isShown: false };
}

/** Formats of the ISO base media family, by their brands. */
function boxed(brands: string): Kind {
  if (/avif|avis/.test(brands)) return { name: "AVIF", isShown: true };
  if (/heic|heix|heim|heis|hevc|mif1|msf1/.test(brands)) {
    return refused(
      HEIC,
      "This browser cannot read HEIC. Open this page in Safari, or save the picture as JPEG; on an iPhone choose “Most Compatible” in the camera settings.",
    );
  }
  return refused("Video", "This is a video, not an image.");
}

function refused(name: string, refusal: string): Kind {
  return { name, refusal, isShown: false };
}
