import { Refusal, refuseField } from "../../errors/errors.ts";
import { base64Bytes } from "../../intake/base64/base64.ts";
import { lastSegment } from "../../intake/filename.ts";
import { IntakeProblem } from "../../intake/intake-problem.ts";
import { type Reservation, shareOf } from "../../intake/reservation.ts";
import type { InputFile } from "../../intake/submission-rules.ts";
import { normalised } from "../../platform/normalised.ts";
import { intakeMessage } from "../intake-refusal.ts";
import { LIMITS } from "../limits.ts";
import type { Call } from "../operation.ts";
import { ATTACHMENT } from "./attachments.ts";
import { type ImageFailure, type ImageSource, nameOf, tooMany } from "./image-batch.ts";

/** The platform allows six outgoing connections. Some are left for the rest of the request. */
const PARALLEL_FETCHES = 4;
/** No further image is fetched in advance while this many bytes wait for conversion. */
const AHEAD_BYTES = 16 * 1024 * 1024;

export const BASE64 = { base64Fields: [], base64List: "images" };

export interface NextImage {
  source: ImageSource;
  /** Its place in the request. */
  index: number;
  isLast: boolean;
}

export interface ImageItem {
  name?: string | undefined;
  base64?: string | undefined;
  url?: string | undefined;
}

interface ImageFields {
  urls?: string[] | undefined;
  images?: ImageItem[] | undefined;
}

/** The request's images that were not taken early, one by one: first those that were sent, then those to fetch. */
export async function* remainingImages(call: Call<ImageFields>, taken: number): AsyncGenerator<NextImage> {
  const { sent, addresses } = await imagesOf(call, taken);
  for (const [position, file] of sent.entries()) {
    const index = file.index ?? taken + position;
    const source = { name: nameOf(file, index), bytes: file.bytes };
    yield { source, index, isLast: position === sent.length - 1 && addresses.length === 0 };
  }
  yield* fetchedImages(call, addresses);
}

interface ImageAddress {
  url: string;
  field: string;
  index: number;
  name: string;
}

async function imagesOf(call: Call<ImageFields>, taken: number) {
  // A form sends a part even for an empty file input.
  const files = call.files.filter(
    ({ field, bytes, name, index }) =>
      field !== ATTACHMENT && (bytes.length > 0 || name !== undefined || index !== undefined),
  );
  const { urls = [], images = [] } = call.fields;
  const uploaded = images.length > 0 ? 0 : taken + files.length;
  const given = Object.entries({ file: uploaded, urls: urls.length, images: images.length });
  const [first, second] = given.flatMap(([field, count]) => (count > 0 ? [field] : []));
  if (first === undefined) {
    throw new Refusal(
      "INVALID_INPUT",
      `No image was given; send ${call.isOfAgent ? "" : "file parts, "}urls or images.`,
      { field: "file" },
    );
  }
  if (second !== undefined) {
    throw new Refusal("INVALID_INPUT", `Both ${first} and ${second} were given; send one of them.`, { field: second });
  }
  if (uploaded > LIMITS.images.images) throw tooMany(String(uploaded));
  if (images.length > 0) return itemsOf(call, images, files, taken > 0);
  return {
    sent: files,
    addresses: urls.map((url, index) => ({ url, field: `urls[${index}]`, index, name: urlName(url, index) })),
  };
}

/** The items of `images`. The base64 of a JSON body is among the files, or was taken early. */
async function itemsOf(
  call: Call<unknown>,
  images: readonly ImageItem[],
  files: readonly InputFile[],
  someWereTaken: boolean,
): Promise<{ sent: InputFile[]; addresses: ImageAddress[] }> {
  const sent: InputFile[] = [];
  const addresses: ImageAddress[] = [];
  const arrived = new Map(files.map((file) => [file.index, file]));
  if (files.some(({ index }) => index === undefined)) {
    throw new Refusal("INVALID_INPUT", "Both file and images were given; send one of them.", { field: "images" });
  }
  for (const [index, { base64, url, name }] of images.entries()) {
    const field = `images[${index}]`;
    if ((base64 === undefined) === (url === undefined)) {
      const given = url === undefined ? "neither" : "both";
      const isInName = url === undefined && /^data:/i.test(name ?? "");
      const advice = isInName ? "; name holds a data: URL: send it as base64" : "";
      throw refuseField("INVALID_INPUT", field, `expected base64 or url, got ${given}${advice}.`);
    }
    const file = arrived.get(index);
    if (url !== undefined) {
      addresses.push({
        url,
        field: `${field}.url`,
        index,
        name: name === undefined ? urlName(url, index) : normalised(name, "NFC"),
      });
    } else if (file !== undefined) sent.push(file);
    else if (base64 !== undefined && base64 !== "") {
      // A form has the list as text.
      await call.reservation.grow(base64.length);
      sent.push({ field, name, index, ...base64Bytes(`${field}.base64`, base64) });
    } else if (!someWereTaken) throw refuseField("INVALID_INPUT", `${field}.base64`, "it is empty.");
  }
  return { sent, addresses };
}

/** Why an image is missing: it has a fault itself, or the whole request has a problem. */
type Fetched = { source: ImageSource } | { problem: unknown };

interface Fetching {
  memory: Reservation;
  done: Promise<Fetched>;
}

/** Fetches a few images at a time, as memory allows. The image whose turn it is may use all of it. */
async function* fetchedImages(call: Call<unknown>, addresses: readonly ImageAddress[]): AsyncGenerator<NextImage> {
  let ahead: Fetching[] = [];
  let next = 0;
  let total = 0;
  const start = (position: number): Fetching => {
    const memory = shareOf(call.reservation);
    const room = Math.min(LIMITS.images.fileBytes, LIMITS.images.requestBytes - total);
    return { memory, done: fetchImage(call, addresses[position]!, room, memory) };
  };
  for (const [position, { index }] of addresses.entries()) {
    while (next < addresses.length && ahead.length < PARALLEL_FETCHES && waitingBytes(ahead) < AHEAD_BYTES) {
      ahead.push(start(next++));
    }
    const own = ahead.shift()!;
    let fetched = await own.done;
    if ("problem" in fetched && isOfMemory(fetched.problem)) {
      // Images fetched in advance hold the memory that this one needs. They are dropped, and fetched again later.
      await Promise.all(ahead.map(({ done }) => done));
      for (const { memory } of [own, ...ahead]) memory.release();
      ahead = [];
      next = position + 1;
      fetched = await start(position).done;
    }
    if ("problem" in fetched) {
      await Promise.all(ahead.map(({ done }) => done));
      throw fetched.problem;
    }
    if ("bytes" in fetched.source) total += fetched.source.bytes.length;
    yield { source: fetched.source, index, isLast: position === addresses.length - 1 };
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
  { url, field, name }: ImageAddress,
  maxBytes: number,
  memory: Reservation,
): Promise<Fetched> {
  try {
    const { bytes } = await call.fetchRemote(url, field, maxBytes, memory);
    return { source: { name, bytes, memory } };
  } catch (problem) {
    memory.release();
    const code = problem instanceof IntakeProblem && !isOfMemory(problem) ? FAILURES.get(problem.kind) : undefined;
    if (code === undefined) return { problem };
    return { source: { name, code, message: intakeMessage(problem as IntakeProblem, { ...call, ...BASE64 }) } };
  }
}

const FAILURES = new Map<string, ImageFailure["code"]>([
  ["unreachable", "URL_NOT_ACCESSIBLE"],
  ["malformed", "URL_NOT_ACCESSIBLE"],
  ["too-large", "FILE_TOO_LARGE"],
]);

/** The last segment of the URL's path, which is the image's name in imageOrder. A data: URL has none. */
function urlName(url: string, index: number): string {
  const name = /^https?:/i.test(url) && URL.canParse(url) ? lastSegment(new URL(url)) : "";
  return normalised(name, "NFC") || `image-${index + 1}`;
}
