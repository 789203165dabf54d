import type { Answered, Asked } from "quire:operations";
import {
  type AssemblePdfRequest,
  type AssemblePdfResult,
  type CallOptions,
  type CropPdfRequest,
  type CropPdfResult,
  type ImageToPdfRequest,
  type ImageToPdfResult,
  type InspectPdfRequest,
  type InspectPdfResult,
  QuireError,
  type RedactPdfRequest,
  type RedactPdfResult,
  type SplitPdfRequest,
  type SplitPdfResult,
} from "../../../../client/src/index.ts";

declare const ENGINE_WORKER: string;
declare const ASSEMBLY_WORKER: string;

type Named = { name: string; data: Blob };

/** How a job is watched: it says what it is at, such as "page 3". */
export type HereOptions = CallOptions & { isAt?: ((place: string | undefined) => void) | undefined };

/** Who does the work: the service, or this machine. */
export interface Maker {
  crop(request: CropPdfRequest, options: HereOptions): Promise<CropPdfResult>;
  split(request: SplitPdfRequest, options: HereOptions): Promise<SplitPdfResult>;
  redact(request: RedactPdfRequest, options: HereOptions): Promise<RedactPdfResult>;
  assemble(request: AssemblePdfRequest, options: HereOptions): Promise<AssemblePdfResult>;
  inspect(request: InspectPdfRequest, options: HereOptions): Promise<InspectPdfResult>;
  imageToPdf(request: ImageToPdfRequest, options: HereOptions): Promise<ImageToPdfResult>;
}

/** The engine in a worker of this page. Links in its answers are those of blobs. */
export const here: Maker = {
  crop: (request, options) => linked("crop", request, options),
  split: (request, options) => linked("split", request, options),
  redact: (request, options) => linked("redact", request, options),
  assemble: (request, options) => linked("assemble", request, options),
  inspect: (request, options) => linked("inspect", request, options),
  imageToPdf: (request, options) => linked("imageToPdf", request, options),
};

/** What was made here, by its link. */
const made = new Map<string, Blob>();
/** A tool shows one result at a time, so the blobs of the one before are let go. */
const linksOf = new Map<string, readonly string[]>();

export function madeHere(link: string): Blob | undefined {
  return made.get(link);
}

async function linked<Answer>(operation: string, request: object, { signal, isAt }: HereOptions): Promise<Answer> {
  const { answer, blobs } = await perform(operation, request, { signal, isAt });
  for (const link of linksOf.get(operation) ?? []) {
    URL.revokeObjectURL(link);
    made.delete(link);
  }
  const links = blobs.map((blob) => URL.createObjectURL(blob));
  for (const [index, link] of links.entries()) made.set(link, blobs[index] as Blob);
  linksOf.set(operation, links);
  const isLink = (key: string, value: unknown) => key === "downloadUrl" && value !== "";
  return JSON.parse(JSON.stringify(answer), (key, value) =>
    isLink(key, value) ? links[Number(value)] : value,
  ) as Answer;
}

/** A ZIP archive of files that were made here. */
export async function archive(files: readonly { fileName: string; downloadUrl: string }[], signal: AbortSignal) {
  const file = files.map(({ fileName, downloadUrl }) => ({ name: fileName, data: made.get(downloadUrl) as Blob }));
  const { blobs } = await perform("archive", { file }, { signal });
  return blobs[0] as Blob;
}

/** The files that a split would make. */
export async function measured(request: SplitPdfRequest, signal: AbortSignal): Promise<SplitPdfResult["files"]> {
  const { answer } = await perform("split", request, { measures: true, signal });
  return answer.files as SplitPdfResult["files"];
}

/** One for what a person asks for, and one for what is shown meanwhile. */
const MAX_IDLE = 2;
const idle: { worker: Worker; url: string }[] = [];
const urlFor = (operation: string) => (operation === "assemble" ? ASSEMBLY_WORKER : ENGINE_WORKER);
/** Work stops between two of its turns; what takes longer is ended with its worker. */
const STOPS_WITHIN_MS = 300;
/** What comes next waits this long for that worker: another one would have to load the engine again. */
const STOPS_SOON_MS = 50;

/** Loads the engine and what these operations need, before anything is asked of them. */
export function prepare(...operations: string[]): void {
  const url = urlFor(operations[0] ?? "");
  const known = idle.findLast((one) => one.url === url);
  const one = known ?? { worker: started(url), url };
  one.worker.postMessage({ prepare: operations });
  if (known) return;
  one.worker.onerror = () => {
    idle.splice(idle.indexOf(one), 1);
  };
  idle.push(one);
}

const started = (url: string) => new Worker(url, { type: "module" });

function taken(url: string): Worker {
  const at = idle.findLastIndex((one) => one.url === url);
  return at < 0 ? started(url) : (idle.splice(at, 1)[0] as (typeof idle)[0]).worker;
}

function release(worker: Worker, url: string): void {
  if (idle.filter((one) => one.url === url).length < MAX_IDLE) idle.push({ worker, url });
  else worker.terminate();
}

/** One job of one worker, which then waits for the next. */
export async function perform(
  operation: string,
  request: object,
  { signal, isAt, measures = false }: HereOptions & { measures?: boolean } = {},
): Promise<{ answer: Record<string, unknown>; blobs: Blob[] }> {
  signal?.throwIfAborted();
  const { file, ...fields } = request as { file?: File | Named | (File | Named)[] };
  const files = [file ?? []]
    .flat()
    .map((one) => ({ field: "file", name: one.name, blob: "data" in one ? one.data : one }));
  const url = urlFor(operation);
  const worker = taken(url);
  const done = new Promise<Answered>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Answered | { place: string | undefined }>) =>
      "place" in data ? isAt?.(data.place) : resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message || "The engine could not be loaded."));
  });
  const cancelled = new Promise<never>((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  try {
    worker.postMessage({ operation, fields, files, measures } satisfies Asked);
    const answered = await Promise.race([done, cancelled]);
    release(worker, url);
    if ("error" in answered) throw new QuireError(0, answered.error, undefined);
    return answered;
  } catch (error) {
    if (signal?.aborted)
      await Promise.race([stop(worker, url, done), new Promise((go) => setTimeout(go, STOPS_SOON_MS))]);
    else if (!(error instanceof QuireError)) worker.terminate();
    throw error;
  }
}

async function stop(worker: Worker, url: string, done: Promise<unknown>): Promise<void> {
  worker.postMessage("stop");
  const late = new Promise<void>((_, reject) => setTimeout(reject, STOPS_WITHIN_MS));
  await Promise.race([done, late]).then(
    () => release(worker, url),
    () => worker.terminate(),
  );
}
