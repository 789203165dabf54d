import type { OperationJob } from "./job.ts";
export const splitJob: OperationJob<unknown> = {
  run() {
    return 1;
  },
  async judge() {
    return { kind: "produced" };
  },
  async clean() {
    return false;
  },
};
