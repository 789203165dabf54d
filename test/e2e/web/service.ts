import { inject } from "vitest";

/** The service that test/e2e/setup.ts started. Its own types belong to a Worker, and here are those of a browser. */
export const service = inject("service" as never) as {
  api: string;
  downloads: string;
  key: string;
  adminSecret: string;
  /** A port of this machine that the service may fetch from. */
  site: number;
};
