/** What service.ts and the program that it starts (local-worker.ts) say to each other. */
export interface LocalWorker {
  host: string;
  port: number;
  /** The folder of R2, KV and Durable Objects, as in wrangler's `--persist-to`. */
  state: string;
  /** A file with a secret on each line. */
  secrets: string;
  vars: Record<string, string>;
}

/** The variable of the environment that holds a LocalWorker as JSON. */
export const ASKED = "QUIRE_LOCAL_WORKER";

export const BUILDING_LINE = "Building the Worker and its pages";
export const BUILD_FAILED = "The build has failed";
/** The address follows. */
export const READY_LINE = "Ready on";
