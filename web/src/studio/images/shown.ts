import { kindOf } from "./kinds.ts";

/** The most pixels that are drawn of a picture, and of a drawing, which is drawn finer than a screen shows it. */
const MAX_PIXELS = 40_000_000;
const FINE_PIXELS = 4_000_000;
const FINEST = 4;
const LONGEST_SIDE = 16_000;

type Named = { name: string; data: File };

/** An image as the engine reads it: of AVIF and SVG it gets what this browser shows, as a PNG. */
export async function asEngineReads({ name, data }: Named): Promise<{ name: string; data: Blob }> {
  const { name: format } = await kindOf(data);
  if (format !== "AVIF" && format !== "SVG") return { name, data };
  const type = format === "SVG" ? "image/svg+xml" : "image/avif";
  // Where the browser cannot show it either, the engine says what it is.
  const shown = await pngOf(new Blob([data], { type }), format === "SVG" ? FINEST : 1).catch(() => undefined);
  return { name, data: shown ?? data };
}

async function pngOf(picture: Blob, finest: number): Promise<Blob | undefined> {
  const url = URL.createObjectURL(picture);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    if (width * height === 0 || width * height > MAX_PIXELS || Math.max(width, height) > LONGEST_SIDE) return undefined;
    const fine = Math.min(finest, Math.sqrt(FINE_PIXELS / (width * height)), LONGEST_SIDE / Math.max(width, height));
    const scale = Math.max(1, fine);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    return png ? withDensity(png, 96 * scale) : undefined;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Where the first chunk, IHDR, ends in a PNG. */
const IHDR_END = 33;
const INCHES_IN_A_METRE = 1 / 0.0254;

/** The PNG with a pHYs chunk after its first (PNG, 11.3.5.3). */
function withDensity(png: Blob, dpi: number): Blob {
  const perMetre = Math.round(dpi * INCHES_IN_A_METRE);
  const chunk = new DataView(new ArrayBuffer(21));
  chunk.setUint32(0, 9);
  for (const [index, letter] of [..."pHYs"].entries()) chunk.setUint8(4 + index, letter.charCodeAt(0));
  chunk.setUint32(8, perMetre);
  chunk.setUint32(12, perMetre);
  chunk.setUint8(16, 1);
  chunk.setUint32(17, crc32(new Uint8Array(chunk.buffer, 4, 13)));
  return new Blob([png.slice(0, IHDR_END), chunk, png.slice(IHDR_END)], { type: "image/png" });
}

function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
