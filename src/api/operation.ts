import type { z } from "zod/mini";
import type { Content } from "../deliver/content.ts";
import type { Spill } from "../deliver/spill.ts";
import type { Stored } from "../deliver/stored-file.ts";
import type { ErrorCode, Refusal } from "../errors/errors.ts";
import type { RenderingNotes } from "../html/session/rendering-notes.ts";
import type { RemoteFile, RemoteRules } from "../intake/outbound/remote.ts";
import type { Reservation } from "../intake/reservation.ts";
import type { InputFile } from "../intake/submission-rules.ts";
import type { Work } from "../meter/work.ts";
import type { Shared } from "./admitted-request.ts";
import type { Share } from "./allowance.ts";

/**
 * One operation of the interface: its fields, its answer, and the work in between. The pipeline (pipeline.ts) does
 * everything that is the same for all operations. The OpenAPI document is generated from the same members.
 */
export interface Operation<
  Fields extends z.ZodMiniObject = z.ZodMiniObject,
  Result extends z.ZodMiniObject = z.ZodMiniObject,
  Early extends EarlyWork = EarlyWork,
> {
  id: string;
  method: "GET" | "POST";
  path: `/v1/${string}`;
  /**
   * Every field except files. Names are those of the interface, and each has a description. Must not restructure what
   * it reads.
   */
  fields: Fields;
  /** File parts of a multipart body, by name. */
  files: Record<string, { many: boolean; description: string }>;
  /** Text fields that hold a file as base64. They arrive in `call.files`. */
  base64Fields: readonly string[];
  /** The field that is a list of objects, each of which may hold a file as base64. */
  base64List?: string;
  limits: {
    fileBytes: number;
    bodyBytes: number;
    /** How large a file may be that is sent in place of a text field. */
    asFileBytes?: number | undefined;
  };
  /** What format=binary sends; null when there is no file. */
  binaryType: "application/pdf" | "application/zip" | null;
  /** The codes for refusals by the pipeline itself. */
  codes: { input: ErrorCode; unreachable: ErrorCode; failure: ErrorCode };
  /** Error codes of those fields that have their own. */
  fieldCodes?: Record<string, ErrorCode>;
  /** The first field that asks for something the operation can never do. Ignoring it would mislead the client. */
  refused?(fields: Iterable<[string, unknown]>): { field: string; reason: string } | undefined;
  /** Requests that show how fields are written. */
  examples: Record<string, unknown>;
  /** Starts work on the files of a large body while it still arrives. */
  early?(place: Workplace): Early;
  run(call: Call<z.output<Fields>, Early>): Promise<Outcome<z.output<Result>>>;
  /** Turns an error of the engine into a refusal; undefined means that the service itself failed. */
  refusalOf?(error: unknown): Refusal | undefined;
}

/** An operation with the members that only describe it. The deployed Worker has none of them. */
export interface DescribedOperation<
  Fields extends z.ZodMiniObject = z.ZodMiniObject,
  Result extends z.ZodMiniObject = z.ZodMiniObject,
  Early extends EarlyWork = EarlyWork,
> extends Operation<Fields, Result, Early> {
  summary: string;
  description: string;
  /** The body of format=json. */
  result: Result;
  /** Every code that this operation may answer with. Codes common to all operations are added. */
  errors: readonly ErrorCode[];
}

/**
 * Where an operation is served. The operation itself, with its schemas and its engine, is evaluated at its first use: a
 * cold isolate has one request, and needs one operation.
 */
export interface Offer extends Pick<Operation, "id" | "method" | "path"> {
  operation(): Promise<DescribedOperation>;
}

/** How agents call an operation. */
export function toolName(operation: string): string {
  return operation.replaceAll("-", "_");
}

/** What an operation has to work with before its fields are known, wherever it runs: in the service, or in a page. */
export interface Workplace {
  /** An agent's call of a tool: it names files by addresses only. */
  isOfAgent: boolean;
  /** The file is asked for, so that facts have no place but a header. */
  isBinary: boolean;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  /** The memory that this request holds. Operations grow it before they hold more. */
  reservation: Reservation;
  /** The meter of what this request costs. */
  work: Work;
  /** The most bytes that the parts of a split may have together. */
  splitOutputBytes: number;
  /** Date.now() when the request arrived. */
  startedAt: number;
  /** Takes output for which memory has no room. It is deleted unless it becomes the outcome's file. */
  spill: Spill;
  /** Fetches a URL under all of intake's rules. Its bytes live as long as the reservation, by default the request's. */
  fetchRemote(url: string, field: string, maxBytes?: number, reservation?: Reservation): Promise<RemoteFile>;
  /** Adds a warning to a successful answer. */
  warn(message: string): void;
  /** Undefined in a page. */
  service: Service | undefined;
}

/** What only the service has: its bindings, and what its requests share. */
export interface Service {
  env: Env;
  /** What the key may still use of shared resources. */
  share: Share;
  shared: Shared;
  /** The rules for fetching a file, for operations that fetch parts of it. */
  remoteRules(field: string): RemoteRules;
  /** Notes each host that is contacted for this request, for the log. */
  onAsk(host: string, method: string): void;
  /** Adds the notes of how documents are rendered to the log. They may still grow. */
  onRender(notes: RenderingNotes): void;
}

/** The service, for what no page offers to ask for. */
export function serviceOf({ service }: Pick<Workplace, "service">): Service {
  if (!service) throw new Error("no service");
  return service;
}

/** Work on files that begins while the body still arrives, so that not all files need to be held at once. */
export interface EarlyWork {
  /**
   * Takes the next file, whose bytes are valid until the promise settles. `fields` are the fields received so far, not
   * yet checked.
   */
  take(file: InputFile, fields: ReadonlyMap<string, unknown>): Promise<void>;
}

/** Everything that an operation gets for its work. */
export interface Call<Fields, Early extends EarlyWork = EarlyWork> extends Workplace {
  fields: Fields;
  /** The files of the request, without those that `early` took. */
  files: InputFile[];
  /** What `early` opened, if the operation has it. */
  early: Early | undefined;
}

/** Members of an answer that are added once the file is stored, or that are the same for all operations. */
type AddedMembers = "success" | "downloadUrl" | "zipDownloadUrl" | "files" | "expiresAt" | "warnings";

type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

/** The result, in the members of the operation's own schema. */
export interface Outcome<Result = Record<string, unknown>> {
  /**
   * Members of the JSON answer, except links. Numbers, texts and booleans among them are also in a binary answer's
   * Quire-Result header.
   */
  result: DeepReadonly<Omit<Result, AddedMembers>>;
  /** Further members of that header: short ones that are objects or lists. */
  header?: Record<string, unknown>;
  file?: {
    /** The whole file, or the call's spill once the whole file was added to it. */
    content: Content | Spill;
    /** The name of the download, in both formats. */
    name: string;
    type: "application/pdf" | "application/zip" | `image/${string}`;
  };
  /** Members that hold links, made once the file is stored. Without this function it is `downloadUrl`. */
  links?(stored: Stored): Promise<Partial<Result>>;
}

/** Gives `run` the types of the operation's own fields. */
export function defineOperation<F extends z.ZodMiniObject, R extends z.ZodMiniObject, E extends EarlyWork = EarlyWork>(
  operation: DescribedOperation<F, R, E>,
): DescribedOperation<F, R, E> {
  return operation;
}
