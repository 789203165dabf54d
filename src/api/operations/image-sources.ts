import { Refusal } from "../../errors/errors.ts";
import { lastSegment } from "../../intake/filename.ts";
import { IntakeProblem } from "../../intake/intake-problem.ts";
import { type Reservation, shareOf } from "../../intake/reservation.ts";
import { LIMITS } from "../limits.ts";
import type { Call } from "../operation.ts";
import { type ImageFailure, type ImageSource, nameOf, tooMany } from "./image-batch.ts";

/** The platform allows six outgoing connections. Some are left for the rest of the request. */
const PARALLEL_FETCHES = 4;
/** No further image is fetched in advance while this many bytes wait for conversion. */
const AHEAD_BYTES = 16 * 1024 * 1024;

export interface NextImage {
  source: ImageSource;
  isLast: boolean;
}

/**
 * The request's images that were not taken early. They are uploaded or fetched, one by one in the order of the request.
 */
export async function* remainingImages(
  call: Call<{ urls?: string[] | undefined }>,
  taken: number,
): AsyncGenerator<NextImage> {
  // A form sends a part even for an empty file input.
  const files = call.files.filter((file) => file.bytes.length > 0 || file.name !== undefined);
  const urls = call.fields.urls ?? [];
  const uploaded = taken + files.length;
  if (uploaded > 0 && urls.length > 0) {
    throw new Refusal("INVALID_INPUT", "Both file and urls were given; send one of them.", { field: "urls" });
  }
  if (uploaded + urls.length === 0) {
    throw new Refusal("INVALID_INPUT", "No image was given; send file parts or urls.", { field: "file" });
  }
  if (uploaded > LIMITS.images.images) throw tooMany(String(uploaded));
  for (const [index, file] of files.entries()) {
    const source = { name: nameOf(file, taken + index), bytes: file.bytes };
    yield { source, isLast: index === files.length - 1 };
  }
  yield* fetchedImages(call, urls);
}

/** Why an image is missing: it has a fault itself, or the whole request has a problem. */
type Fetched = { source: ImageSource } | { problem: unknown };

interface Fetching {
  index: number;
  memory: Reservation;
  done: Promise<Fetched>;
}

/** Fetches a few images at a time, as memory allows. The image whose turn it is may use all of it. */
async function* fetchedImages(call: Call<unknown>, urls: readonly string[]): AsyncGenerator<NextImage> {
  let ahead: Fetching[] = [];
  let next = 0;
  let total = 0;
  const start = (index: number): Fetching => {
    const memory = shareOf(call.reservation);
    const room = Math.min(LIMITS.images.fileBytes, LIMITS.images.requestBytes - total);
    return { index, memory, done: fetchImage(call, urls[index]!, index, room, memory) };
  };
  for (let index = 0; index < urls.length; index++) {
    while (next < urls.length && ahead.length < PARALLEL_FETCHES && waitingBytes(ahead) < AHEAD_BYTES) {
      ahead.push(start(next++));
    }
    const own = ahead.shift()!;
    let fetched = await own.done;
    if ("problem" in fetched && isOfMemory(fetched.problem)) {
      // Images fetched in advance hold the memory that this one needs. They are dropped, and fetched again later.
      await Promise.all(ahead.map(({ done }) => done));
      for (const { memory } of [own, ...ahead]) memory.release();
      ahead = [];
      next = index + 1;
      fetched = await start(index).done;
    }
    if ("problem" in fetched) {
      await Promise.all(ahead.map(({ done }) => done));
      throw fetched.problem;
    }
    if ("bytes" in fetched.source) total += fetched.source.bytes.length;
    yield { source: fetched.source, isLast: index === urls.length - 1 };
  }
}

function waitingBytes(ahead: readonly Fetching[]): number {
  return ahead.reduce((sum, { memory }) => sum + memory.held, 0);
}

/** Whether memory was short. Only a limit of the interface names a field. */
function isOfMemory(problem: unknown): boolean {
  return (
    problem instanceof IntakeProblem && problem.field === undefined && ["busy", "too-large"].includes(problem.kind)
  );
}

/** An image that cannot be fetched counts as failed; a problem of the whole request ends the request. Never rejects. */
async function fetchImage(
  call: Call<unknown>,
  url: string,
  index: number,
  maxBytes: number,
  memory: Reservation,
): Promise<Fetched> {
  const name = urlName(url, index);
  try {
    const { bytes } = await call.fetchRemote(url, `urls[${index}]`, maxBytes, memory);
    return { source: { name, bytes, memory } };
  } catch (problem) {
    memory.release();
    const code = problem instanceof IntakeProblem && !isOfMemory(problem) ? FAILURES.get(problem.kind) : undefined;
    if (code === undefined) return { problem };
    return { source: { name, code, message: (problem as IntakeProblem).message } };
  }
}

const FAILURES = new Map<string, ImageFailure["code"]>([
  ["unreachable", "URL_NOT_ACCESSIBLE"],
  ["malformed", "URL_NOT_ACCESSIBLE"],
  ["too-large", "FILE_TOO_LARGE"],
]);

/** The last segment of the URL's path, which is the image's name in imageOrder. */
function urlName(url: string, index: number): string {
  const name = URL.canParse(url) ? lastSegment(new URL(url)) : "";
  return name.normalize("NFC") || `image-${index + 1}`;
}
