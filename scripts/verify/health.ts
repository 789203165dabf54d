import type { DeepHealth } from "../../src/admin/health/steps.ts";
import { type Check, type Finding, notExamined } from "./check.ts";
import { Fault, readRefusal, type Service } from "./service.ts";

/** The result of the service's own health check. It may explain why another check is degraded. */
async function steps(service: Service): Promise<string | Finding> {
  const { admin } = service.given;
  if (admin === undefined) return notExamined("the operator's secret was not given (QUIRE_ADMIN_SECRET)");
  const answer = await service.ask("/health?deep=1", { headers: admin.headers });
  if (answer.status !== 200 && answer.status !== 503) {
    const { code, message } = await readRefusal(answer);
    throw new Fault(`/health?deep=1 answered ${answer.status} ${code}: ${message}`);
  }
  const { status, steps } = (await answer.json()) as DeepHealth;
  const named = (state: string) =>
    steps.filter((step) => step.state === state).map(({ step, said }) => `${step}: ${said}`);
  if (status === "ok") return steps.map(({ step, milliseconds }) => `${step} ${milliseconds} ms`).join(", ");
  const said = [...named("failed"), ...named("degraded")].join("; ");
  return { state: status === "failing" ? "red" : "degraded", said };
}

export const health: Check = { group: "health", name: "the service can do each step of its work", run: steps };
