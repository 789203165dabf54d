export { QuireConnectionError, QuireError } from "./errors.ts";
export { type FileInput, type QuireFile, saveFile } from "./files.ts";
export {
  type BinaryOptions,
  type CallOptions,
  type JsonOptions,
  type Operation,
  Quire,
  type QuireOptions,
} from "./quire.ts";
export type * from "./types.ts";
