import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A copy of the tracked files in which faults are planted: the checkout itself is never changed. */
export class Checkout {
  readonly root: string;
  readonly sources: string[];
  readonly tests: string[];
  readonly #original: string;

  constructor(original: string, root: string) {
    this.#original = original;
    this.root = root;
    rmSync(root, { recursive: true, force: true });
    const list = ["ls-files", "--cached", "--others", "--exclude-standard"];
    const files = execFileSync("git", list, { cwd: original, encoding: "utf8" }).trim().split("\n");
    for (const file of files) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      cpSync(join(original, file), join(root, file));
    }
    symlinkSync(join(original, "node_modules"), join(root, "node_modules"));
    this.sources = files.filter((file) => /^src\/.*\.ts$/.test(file));
    this.tests = files.filter((file) => /^test\/.*\.test\.ts$/.test(file));
  }

  plant(file: string, source: string): void {
    writeFileSync(join(this.root, file), source);
  }

  restore(file: string): void {
    cpSync(join(this.#original, file), join(this.root, file));
  }

  /** A fault that the compiler notices is none that tests have to. */
  typesAreRight(): boolean {
    const compiler = join(this.root, "node_modules", ".bin", "tsc");
    const args = ["-p", ".", "--incremental", "--tsBuildInfoFile", join(this.root, "types.tsbuildinfo")];
    return spawnSync(compiler, args, { cwd: this.root }).status === 0;
  }
}
