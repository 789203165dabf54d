import { Fault, type Service } from "./service.ts";

/** `degraded`: it still works, but not as it should. It needs attention, and the command fails for it. */
export type State = "ok" | "degraded" | "red" | "not examined";

export interface Finding {
  state: State;
  /** What was seen, or what is wrong, in a line. */
  said: string;
}

/** One statement about a deployment. */
export interface Check {
  group: string;
  /** What is true of a healthy deployment. */
  name: string;
  /** What was seen; a thrown `Fault` is red. */
  run: (service: Service) => Promise<string | Finding>;
}

export interface Result extends Finding {
  group: string;
  name: string;
  ms: number;
}

export const degraded = (said: string): Finding => ({ state: "degraded", said });
export const notExamined = (why: string): Finding => ({ state: "not examined", said: why });

/** Runs checks one after the other, so that a deployment that customers use is not put under load. */
export async function runChecks(
  checks: readonly Check[],
  service: Service,
  onResult: (result: Result) => void = () => {},
): Promise<Result[]> {
  const results: Result[] = [];
  for (const { group, name, run } of checks) {
    const began = performance.now();
    const finding = await run(service).catch(faultOf);
    const { state, said } = typeof finding === "string" ? { state: "ok" as const, said: finding } : finding;
    const result = { group, name, state, said, ms: Math.round(performance.now() - began) };
    results.push(result);
    onResult(result);
  }
  return results;
}

function faultOf(error: unknown): Finding {
  if (error instanceof Fault) return { state: "red", said: error.message };
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return { state: "red", said: `${String(error)}${cause}` };
}
