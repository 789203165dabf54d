import path from "node:path";
import { PROJECT } from "../lib/service.ts";
import { runChecks } from "./check.ts";
import { formerLinks } from "./former-links.ts";
import { exitCode, line, summary } from "./report.ts";
import { type Given, Service } from "./service.ts";
import { suite } from "./suite.ts";

/** Runs the whole suite, prints it, and returns the exit code. */
export async function verify(given: Given): Promise<number> {
  const former = formerLinks(path.join(PROJECT, ".quire", "verify"), given.api);
  const results = await runChecks(suite(former), new Service(given), (result) => console.log(line(result)));
  console.log(summary(results));
  return exitCode(results);
}
