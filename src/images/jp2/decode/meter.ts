import type { Work } from "../../../work/work.ts";

/** What decoding is charged to. */
export type Meter = Pick<Work, "hold" | "spend">;
