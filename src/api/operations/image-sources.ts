import type { ImageInput } from "../../images/document.ts";
import { IntakeProblem } from "../../intake/problem.ts";
import { Refusal } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { Call } from "../operation.ts";
import type { ImageFailure } from "./images.ts";

/** An image with its bytes, or why it could not be had. */
export type ImageSource = ImageInput | ImageFailure;

/** The platform allows six outgoing connections; some are left for the rest of the isolate's requests. */
const PARALLEL_FETCHES = 4;

/** The request's images: uploaded or fetched, in the order of the request. */
export async function collectImages(call: Call<{ urls?: string[] | undefined }>): Promise<ImageSource[]> {
  // A form whose file input was left empty still sends a part for it.
  const files = call.files.filter((file) => file.bytes.length > 0 || file.name !== undefined);
  const urls = call.fields.urls ?? [];
  if (files.length > 0 && urls.length > 0) {
    throw new Refusal("INVALID_INPUT", "Both file and urls were given; send one of them.", { field: "urls" });
  }
  if (files.length + urls.length === 0) {
    throw new Refusal("INVALID_INPUT", "No image was given; send file parts or urls.", { field: "file" });
  }
  if (files.length > LIMITS.images.images) {
    throw new Refusal("INVALID_INPUT", `file: expected at most ${LIMITS.images.images} images, got ${files.length}.`, {
      field: "file",
    });
  }
  if (urls.length > 0) return fetchImages(call, urls);
  return files.map((file, index) => ({ name: file.name?.normalize("NFC") ?? `image-${index + 1}`, bytes: file.bytes }));
}

/** Fetches several at a time. One that cannot be fetched is a failed image; what concerns the request ends it. */
async function fetchImages(call: Call<unknown>, urls: readonly string[]): Promise<ImageSource[]> {
  const sources: ImageSource[] = [];
  let next = 0;
  let total = 0;
  const work = async (): Promise<void> => {
    while (next < urls.length) {
      const index = next++;
      const url = urls[index]!;
      const name = urlName(url, index);
      try {
        const room = LIMITS.images.requestBytes - total;
        const { bytes } = await call.fetchRemote(url, `urls[${index}]`, Math.min(LIMITS.images.fileBytes, room));
        total += bytes.length;
        sources[index] = { name, bytes };
      } catch (error) {
        const code = error instanceof IntakeProblem ? FAILURES.get(error.kind) : undefined;
        if (code === undefined) throw error;
        sources[index] = { name, code, message: (error as IntakeProblem).message };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL_FETCHES, urls.length) }, work));
  return sources;
}

const FAILURES = new Map<string, ImageFailure["code"]>([
  ["unreachable", "URL_NOT_ACCESSIBLE"],
  ["malformed", "URL_NOT_ACCESSIBLE"],
  ["too-large", "FILE_TOO_LARGE"],
]);

/** The last segment of the URL's path: what imageOrder knows it by. */
function urlName(url: string, index: number): string {
  const path = URL.canParse(url) ? new URL(url).pathname : "";
  const segment = path.slice(path.lastIndexOf("/") + 1);
  return decoded(segment).normalize("NFC") || `image-${index + 1}`;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    // A stray % is part of the name.
    if (error instanceof URIError) return segment;
    throw error;
  }
}
