import { join } from "node:path";

/** Where a guided run leaves each input before it is tried: one that hangs cannot be made again from its number. */
export const LAST_INPUT = join(import.meta.dirname, "..", "..", "fuzz", "last-input");
