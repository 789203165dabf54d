import { basename } from "node:path";
import { bearer, multipart, type Part, type Sending } from "./http.ts";
import type { LocalService } from "./local-service.ts";

const typeOf: Record<string, string> = {
  pdf: "application/pdf",
  png: "image/png",
  jpg: "image/jpeg",
  gif: "image/gif",
  tif: "image/tiff",
  webp: "image/webp",
};

export function filePart(path: string, value: Uint8Array): Part {
  const name = basename(path);
  return {
    name: "file",
    fileName: name,
    type: typeOf[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream",
    value,
  };
}

/** An operation by multipart. */
export function upload(
  service: Pick<LocalService, "api" | "key">,
  path: string,
  parts: readonly Part[],
  format: "json" | "binary",
): Sending {
  const { type, pieces } = multipart(parts);
  return {
    url: `${service.api}${path}?format=${format}`,
    headers: { ...bearer(service.key), "Content-Type": type },
    pieces,
    discard: format === "binary",
  };
}

/** An operation by JSON; `fileBase64` is encoded piece by piece. */
export function postJson(
  service: Pick<LocalService, "api" | "key">,
  path: string,
  body: Record<string, unknown>,
  format: "json" | "binary",
  file?: Uint8Array,
): Sending {
  const text = JSON.stringify(body);
  const pieces: Uint8Array[] = [];
  if (file === undefined) pieces.push(Buffer.from(text));
  else {
    pieces.push(Buffer.from(`{"fileBase64":"`));
    // Multiples of three bytes, so that the base64 of the pieces can be concatenated.
    const step = 3 << 20;
    for (let at = 0; at < file.length; at += step)
      pieces.push(Buffer.from(Buffer.from(file.subarray(at, at + step)).toString("base64")));
    pieces.push(Buffer.from(`",${text.slice(1)}`));
  }
  return {
    url: `${service.api}${path}?format=${format}`,
    headers: { ...bearer(service.key), "Content-Type": "application/json" },
    pieces,
    discard: format === "binary",
  };
}

export const cropPage1 = [{ pageNumber: 1, cropArea: { x: 50, y: 50, width: 300, height: 400 } }];
