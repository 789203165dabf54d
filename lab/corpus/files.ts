import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Operation } from "./outcome.ts";

const extensions = {
  pdf: /\.pdf$/i,
  images: /\.(jpe?g|png|gif|tiff?|webp|bmp|jp2|j2k)$/i,
};

/** Every file under a folder that the operation takes, always in the same order. */
export function listFiles(folder: string, operation: Operation): string[] {
  const wanted = operation === "images" ? extensions.images : extensions.pdf;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && wanted.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
