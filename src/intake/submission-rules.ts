import type { BodyRules } from "./body/body.ts";
import type { Reservation } from "./memory-budget.ts";

export interface InputFile {
  field: string;
  name: string | undefined;
  type: string | undefined;
  bytes: Uint8Array;
}

/** Files are handed over while the form still arrives, so that they need not all be held at once. */
export interface EarlyFiles {
  /**
   * No file is handed over before this many bytes of files are held, so that in most forms all fields are known first.
   */
  holdBytes: number;
  /** Takes the next file; its bytes end with the promise. `fields` are those that came before it or right after. */
  take(file: InputFile, fields: ReadonlyMap<string, unknown>): Promise<void>;
}

export interface SubmissionRules {
  /** Most bytes of a body that carries files as they are; one with base64 in it may be larger by what base64 adds. */
  maxBody: number;
  maxFile: number;
  /** Most bytes of all text fields together. */
  maxText: number;
  maxParts: number;
  base64Fields: readonly string[];
  /** Multipart fields that are files even when the client gave no file name. */
  fileFields?: readonly string[];
  /** Of an operation that takes files while a form still arrives. */
  early?: EarlyFiles | undefined;
  reservation: Reservation;
  idleMs: number;
  signal?: AbortSignal | undefined;
}

export interface JsonRules extends BodyRules {
  reservation: Reservation;
  /** Content-Length, where it is known. */
  declared: number | undefined;
  /** Top-level members whose text is base64: decoded on the way in, never held as text. */
  base64Fields: readonly string[];
  /** Most bytes of one decoded file. */
  maxFile: number;
  /** Most bytes of everything else. */
  maxText: number;
}
