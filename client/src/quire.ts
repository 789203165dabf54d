import { multipart } from "./body.ts";
import { errorFrom } from "./errors.ts";
import { fileOf, type QuireFile } from "./files.ts";
import { withRetries } from "./retry.ts";
import { send } from "./send.ts";
import type {
  AssemblePdfRequest,
  AssemblePdfResult,
  CropPdfRequest,
  CropPdfResult,
  HtmlToPdfRequest,
  HtmlToPdfResult,
  ImageToPdfRequest,
  ImageToPdfResult,
  InspectPdfByPathRequest,
  InspectPdfRequest,
  InspectPdfResult,
  RedactPdfRequest,
  RedactPdfResult,
  SplitPdfRequest,
  SplitPdfResult,
} from "./types.ts";

export interface QuireOptions {
  /** `qk_…`, from the service's dashboard. */
  apiKey: string;
  /** Where the service is, such as `https://api.example.com`. */
  baseUrl: string;
  /** How often a request is repeated that may succeed later. Default: 2. */
  retries?: number;
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  onUploadProgress?: ((progress: { sent: number; total: number }) => void) | undefined;
  /** Echoed in the answer and in the service's log. */
  requestId?: string | undefined;
  /** The same key and request within an hour get the first one's answer. Default: one of its own for each call. */
  idempotencyKey?: string | undefined;
  /** Refuse fields that the service does not know, instead of a warning. */
  strict?: boolean | undefined;
}

/** As `CallOptions`, for the file itself instead of a description with links. */
export type BinaryOptions = CallOptions & { format: "binary" };
export type JsonOptions = CallOptions & { format?: "json" };

/** One operation, in both formats. */
export interface Operation<Request, Result> {
  (request: Request, options?: JsonOptions): Promise<Result>;
  (request: Request, options: BinaryOptions): Promise<QuireFile<Result>>;
}

/** A client of the service. */
export class Quire {
  readonly #options: Required<QuireOptions>;
  readonly #headers: Record<string, string>;

  constructor(options: QuireOptions) {
    this.#options = { retries: 2, fetch: (...rest) => fetch(...rest), ...options };
    this.#headers = { Authorization: `Bearer ${options.apiKey}` };
  }

  /** Crops pages to rectangles. */
  readonly crop = this.#operation<CropPdfRequest, CropPdfResult>("/v1/pdf/crop");
  /** Cuts a PDF into several; the binary answer is a ZIP archive of them. */
  readonly split = this.#operation<SplitPdfRequest, SplitPdfResult>("/v1/pdf/split");
  /** Joins PDFs and images, or orders, turns and deletes pages. */
  readonly assemble = this.#operation<AssemblePdfRequest, AssemblePdfResult>("/v1/pdf/assemble");
  /** Cuts texts and areas out of a PDF. */
  readonly redact = this.#operation<RedactPdfRequest, RedactPdfResult>("/v1/pdf/redact");
  /** Combines images into one PDF. */
  readonly imageToPdf = this.#operation<ImageToPdfRequest, ImageToPdfResult>("/v1/convert/image-to-pdf");
  /** Prints HTML or a web page. */
  readonly htmlToPdf = this.#operation<HtmlToPdfRequest, HtmlToPdfResult>("/v1/convert/html-to-pdf");

  /** The pages of a PDF and their sizes, as a crop measures them. */
  inspect(request: InspectPdfRequest, options: CallOptions = {}): Promise<InspectPdfResult> {
    return this.#post("/v1/pdf/inspect", request, options);
  }

  /** The same of a PDF that has an address, or of a link of this service. */
  inspectPath({ filePath, ...rest }: InspectPdfByPathRequest, options: CallOptions = {}): Promise<InspectPdfResult> {
    const query = new URLSearchParams({ filePath });
    for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, String(value));
    return this.#retried(options, async () => {
      const response = await this.#send("GET", `/v1/pdf/crop?${query}`, this.#callHeaders(options), undefined, options);
      return (await response.json()) as InspectPdfResult;
    });
  }

  /** Fetches what a link leads to. Links need no key, and get none. */
  download(url: string, options: Pick<CallOptions, "signal"> = {}): Promise<QuireFile> {
    return this.#retried(options, async () => {
      const response = await send({ method: "GET", url, headers: {}, signal: options.signal }, this.#options.fetch);
      if (!response.ok) throw await errorFrom(response);
      return fileOf(response);
    });
  }

  /** Deletes what a link leads to, which this client's key made. */
  async deleteFile(url: string, options: CallOptions = {}): Promise<void> {
    const path = `/v1/files?${new URLSearchParams({ url })}`;
    await this.#retried(options, () => this.#send("DELETE", path, this.#callHeaders(options), undefined, options));
  }

  #operation<Request, Result>(path: string): Operation<Request, Result> {
    const call = (request: Request, options: JsonOptions | BinaryOptions = {}) =>
      options.format === "binary"
        ? this.#file(`${path}?format=binary`, request, options)
        : this.#post(path, request, options);
    return call as Operation<Request, Result>;
  }

  async #post<Result>(path: string, request: unknown, options: CallOptions): Promise<Result> {
    // Made once for all attempts: a repeated one whose answer was lost gets that answer.
    const headers = { ...this.#callHeaders(options), "Idempotency-Key": options.idempotencyKey ?? crypto.randomUUID() };
    const body = multipart(request as Record<string, unknown>);
    return this.#retried(options, async () => {
      const response = await this.#send("POST", path, headers, body, options);
      return (await response.json()) as Result;
    });
  }

  async #file<Result>(path: string, request: unknown, options: CallOptions): Promise<QuireFile<Result>> {
    const body = multipart(request as Record<string, unknown>);
    return this.#retried(options, async () =>
      fileOf<Result>(await this.#send("POST", path, this.#callHeaders(options), body, options)),
    );
  }

  async #send(
    method: "GET" | "POST" | "DELETE",
    path: string,
    headers: Record<string, string>,
    body: Blob | undefined,
    { signal, onUploadProgress }: CallOptions,
  ): Promise<Response> {
    const url = `${this.#options.baseUrl.replace(/(?<!\/)\/+$/, "")}${path}`;
    const outgoing = { method, url, headers, signal, onUploadProgress, ...(body ? { body } : {}) };
    const response = await send(outgoing, this.#options.fetch);
    if (!response.ok) throw await errorFrom(response);
    return response;
  }

  #callHeaders({ requestId, strict }: CallOptions): Record<string, string> {
    return {
      ...this.#headers,
      ...(requestId === undefined ? {} : { "X-Request-Id": requestId }),
      ...(strict ? { Prefer: "handling=strict" } : {}),
    };
  }

  #retried<T>(options: Pick<CallOptions, "signal">, work: () => Promise<T>): Promise<T> {
    return withRetries(work, this.#options.retries, options.signal);
  }
}
