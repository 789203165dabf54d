/** The most pixels that a canvas has in every browser. Larger photographs are made smaller. */
const MAX_PIXELS = 16_000_000;
const QUALITY = 0.92;

/**
 * The JPEG that this browser makes of a HEIC, upright and in sRGB; undefined where it cannot read one. Safari can,
 * since its system has the decoder.
 */
export async function jpegOf(file: File): Promise<File | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  try {
    const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (picture.width * picture.height)));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.floor(picture.width * scale));
    canvas.height = Math.max(1, Math.floor(picture.height * scale));
    const context = canvas.getContext("2d");
    if (!context) return undefined;
    context.fillStyle = "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
    if (!jpeg) return undefined;
    const name = `${file.name.replace(/\.hei[cf]s?$/i, "")}.jpg`;
    return new File([jpeg], name, { type: "image/jpeg", lastModified: file.lastModified });
  } finally {
    picture.close();
  }
}
