import type { z } from "zod";
import type { Content } from "../deliver/content.ts";
import type { Stored } from "../deliver/store.ts";
import type { Reservation } from "../intake/budget.ts";
import type { RemoteFile } from "../intake/remote.ts";
import type { InputFile } from "../intake/submission.ts";
import type { ErrorCode, Refusal } from "./errors.ts";

/**
 * One operation of the interface: what it accepts, what it answers, and the work between. The pipeline (pipeline.ts) does
 * everything that is the same for all of them; the OpenAPI document is generated from the same members.
 */
export interface Operation<Fields extends z.ZodObject = z.ZodObject, Result extends z.ZodObject = z.ZodObject> {
  id: string;
  method: "GET" | "POST";
  path: `/v1/${string}`;
  summary: string;
  description: string;
  /** Every field but files. Names are the interface's; each has a description. Must not restructure what it reads. */
  fields: Fields;
  /** File parts of a multipart body, by name. */
  files: Record<string, { many: boolean; description: string }>;
  /** Text fields that hold a file as base64: they arrive in `call.files`. */
  base64Fields: readonly string[];
  limits: { fileBytes: number; bodyBytes: number };
  /** The body of format=json. */
  result: Result;
  /** What format=binary sends; null where there is no file. */
  binaryType: "application/pdf" | "application/zip" | null;
  /** The codes for what the pipeline refuses itself. */
  codes: { input: ErrorCode; unreachable: ErrorCode; failure: ErrorCode };
  /** Fields whose faults have a code of their own. */
  fieldCodes?: Record<string, ErrorCode>;
  /** The first field that asks for what the operation can never give: to ignore it would deceive. */
  refused?(fields: Iterable<[string, unknown]>): { field: string; reason: string } | undefined;
  /** Every code that a client may meet here, for the documentation; those common to all are added. */
  errors: readonly ErrorCode[];
  /** Requests for the documentation. */
  examples: Record<string, unknown>;
  run(call: Call<z.output<Fields>>): Promise<Outcome>;
  /** Turns what the engine throws into a refusal; undefined means a failure of ours. */
  refusalOf?(error: unknown): Refusal | undefined;
}

/** What an operation is given to work with. */
export interface Call<Fields> {
  fields: Fields;
  files: InputFile[];
  format: "json" | "binary";
  env: Env;
  /** Aborts when the client goes. */
  signal: AbortSignal;
  /** The memory this request holds; operations grow it before they hold more. */
  reservation: Reservation;
  requestId: string;
  /** Date.now() when the request arrived. */
  startedAt: number;
  /** Fetches a URL under all of intake's rules. */
  fetchRemote(url: string, field: string, maxBytes?: number): Promise<RemoteFile>;
  /** To be told of each host that is asked for this request, for the log. */
  onAsk(host: string, method: string): void;
  /** Said to the client beside a success. */
  warn(message: string): void;
}

export interface Outcome {
  /** Members of the JSON answer but links; scalars among them are also the Quire-Result header of a binary answer. */
  result: Record<string, unknown>;
  /** Members of that header which are no scalars: short ones. */
  header?: Record<string, unknown>;
  file?: {
    content: Content;
    /** Name of the download in both formats. */
    name: string;
    type: "application/pdf" | "application/zip";
  };
  /** Members that hold links, made once the file is stored; without it, `downloadUrl`. */
  links?(stored: Stored): Promise<Record<string, unknown>>;
}

/** Keeps the types of an operation's own fields inside `run`. */
export function defineOperation<F extends z.ZodObject, R extends z.ZodObject>(
  operation: Operation<F, R>,
): Operation<F, R> {
  return operation;
}
