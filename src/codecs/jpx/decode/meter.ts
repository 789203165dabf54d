import type { Work } from "../../../meter/work.ts";

/** What decoding is charged to. */
export type Meter = Pick<Work, "hold" | "spend" | "isTurnOver">;
