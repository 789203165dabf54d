import type { Answered, Asked } from "quire:operations";
import {
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

type Named = { name: string; data: Blob };

/** How a job is watched: it says what it is at, such as "page 3". */
export type HereOptions = CallOptions & { isAt?: ((place: string | undefined) => void) | undefined };

/** Who does the work: the service, or this machine. */
export interface Maker {
  crop(request: CropPdfRequest, options: HereOptions): Promise<CropPdfResult>;
  split(request: SplitPdfRequest, options: HereOptions): Promise<SplitPdfResult>;
  redact(request: RedactPdfRequest, options: HereOptions): Promise<RedactPdfResult>;
  inspect(request: InspectPdfRequest, options: HereOptions): Promise<InspectPdfResult>;
  imageToPdf(request: ImageToPdfRequest, options: HereOptions): Promise<ImageToPdfResult>;
}

/** The engine in a worker of this page. Links in its answers are those of blobs. */
export const here: Maker = {
  crop: (request, options) => linked("crop", request, options),
  split: (request, options) => linked("split", request, options),
  redact: (request, options) => linked("redact", request, options),
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

let idle: Worker | undefined;

/** The files that a split would make. */
export async function measured(request: SplitPdfRequest): Promise<SplitPdfResult["files"]> {
  const { answer } = await perform("split", request, { measures: true });
  return answer.files as SplitPdfResult["files"];
}

/** One job of one worker. Cancelling ends it; one that is done waits for the next. */
export async function perform(
  operation: string,
  request: object,
  { signal, isAt, measures = false }: HereOptions & { measures?: boolean } = {},
): Promise<{ answer: Record<string, unknown>; blobs: Blob[] }> {
  const { file, ...fields } = request as { file?: File | Named | (File | Named)[] };
  const files = [file ?? []]
    .flat()
    .map((one) => ({ field: "file", name: one.name, blob: "data" in one ? one.data : one }));
  const worker = idle ?? new Worker(ENGINE_WORKER, { type: "module" });
  idle = undefined;
  try {
    const answered = await new Promise<Answered>((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      worker.onmessage = ({ data }: MessageEvent<Answered | { place: string | undefined }>) =>
        "place" in data ? isAt?.(data.place) : resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message || "The engine could not be loaded."));
      worker.postMessage({ operation, fields, files, measures } satisfies Asked);
    });
    if (!idle) idle = worker;
    if ("error" in answered) throw new QuireError(0, answered.error, undefined);
    return answered;
  } finally {
    if (worker !== idle) worker.terminate();
  }
}
