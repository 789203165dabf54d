import path from "node:path";
import { PROJECT } from "../lib/service.ts";
import { type Check, runChecks } from "./check.ts";
import { formerLinks } from "./former-links.ts";
import { exitCode, line, summary } from "./report.ts";
import { type Given, Service } from "./service.ts";
import { first, suite } from "./suite.ts";

/** Runs the whole suite, prints it, and returns the exit code. */
export async function verify(given: Given): Promise<number> {
  const former = formerLinks(path.join(PROJECT, ".quire", "verify"), given.api);
  const service = new Service(given);
  const run = (checks: readonly Check[]) => runChecks(checks, service, (result) => console.log(line(result)));
  const results = await run(first);
  if (exitCode(results) === 0) results.push(...(await run(suite(former))));
  console.log(summary(results));
  return exitCode(results);
}
