import type { BodyRules } from "./body/body.ts";
import type { Reservation } from "./reservation.ts";

export interface InputFile {
  field: string;
  name: string | undefined;
  type: string | undefined;
  bytes: Uint8Array;
  /** Its place in the list of a JSON body that holds it. */
  index?: number;
}

/** The member of a list's items that holds a file as base64. */
export const ITEM_BASE64 = "base64";

/** Files are handed over while the form still arrives, so that not all need to be held at once. */
export interface EarlyFiles {
  /**
   * No file is handed over before this many bytes of files are held, so that in most requests all fields are known
   * first.
   */
  holdBytes: number;
  /**
   * Takes the next file, whose bytes are valid until the promise settles. `fields` are those sent before it, in a form
   * also those right after it.
   */
  take(file: InputFile, fields: ReadonlyMap<string, unknown>): Promise<void>;
}

export interface SubmissionRules {
  /** The largest body that carries files unencoded. A body with base64 may be larger by what base64 adds. */
  maxBody: number;
  maxFile: number;
  /** Most bytes of all text fields together. */
  maxText: number;
  /** How large a file may be that is sent in place of a text field. */
  asFile?: number | undefined;
  maxParts: number;
  base64Fields: readonly string[];
  /** The field of a JSON body that is a list of objects, each of which may hold a file as base64. */
  base64List?: string | undefined;
  /** Multipart fields that are files even when the client gave no file name. */
  fileFields: readonly string[];
  /** Given for an operation that takes files while a body still arrives. */
  early?: EarlyFiles | undefined;
  reservation: Reservation;
  idleMs: number;
  signal?: AbortSignal | undefined;
}

export interface JsonRules extends BodyRules {
  reservation: Reservation;
  /** The Content-Length, if it is known. */
  declared: number | undefined;
  /** Most members at the top level. */
  maxParts: number;
  /** Top-level members whose text is base64. They are decoded while they arrive, and never held as text. */
  base64Fields: readonly string[];
  base64List: string | undefined;
  early: EarlyFiles | undefined;
  /** Most bytes of one decoded file. */
  maxFile: number;
  /** Most bytes of everything else. */
  maxText: number;
}
