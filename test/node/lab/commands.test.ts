import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const { scripts } = JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};
/** The lab's commands that take --help, as `npm run` starts them. */
const commands = Object.entries(scripts).flatMap(([name, text]) => {
  const [program, ...words] = text.split(" ");
  const main = words.at(-1) ?? "";
  const takesHelp =
    /^lab\/\w+\/main\.ts$/.test(main) && readFileSync(path.join(ROOT, main), "utf8").includes("help: {");
  return program === "node" && takesHelp ? [{ name, words }] : [];
});

it("seven commands of the lab take --help", () => {
  expect(commands.map(({ name }) => name)).toEqual(["bench", "corpus", "fuzz", "load", "shelf", "mutate", "packages"]);
});

it.each(commands)("npm run $name -- --help says how it is used", async ({ name, words }) => {
  const { stdout } = await promisify(execFile)(process.execPath, [...words, "--help"], { cwd: ROOT });
  expect(stdout).toContain(`npm run ${name} `);
});
