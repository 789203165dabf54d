import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * A copy of the checkout's files, in which faults are planted. The checkout itself is never changed. Changes of the
 * checkout after that do not affect the copy.
 */
export class Checkout {
  readonly root: string;
  readonly sources: string[];
  readonly tests: string[];
  readonly #planted = new Map<string, string>();

  constructor(original: string, root: string) {
    this.root = root;
    const list = ["ls-files", "--cached", "--others", "--exclude-standard"];
    const listed = execFileSync("git", list, { cwd: original, encoding: "utf8" }).trim().split("\n");
    // Git also lists a file that was deleted without a commit.
    const files = listed.filter((file) => existsSync(join(original, file)));
    for (const file of files) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      cpSync(join(original, file), join(root, file));
    }
    symlinkSync(join(original, "node_modules"), join(root, "node_modules"));
    this.sources = files.filter((file) => /^src\/.*\.ts$/.test(file));
    this.tests = files.filter((file) => /^test\/.*\.test\.ts$/.test(file));
  }

  plant(file: string, source: string): void {
    const path = join(this.root, file);
    if (!this.#planted.has(file)) this.#planted.set(file, readFileSync(path, "utf8"));
    writeFileSync(path, source);
  }

  /** Restores the text that a file had before a fault was planted. */
  restore(file: string): void {
    const text = this.#planted.get(file);
    if (text !== undefined) writeFileSync(join(this.root, file), text);
    this.#planted.delete(file);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
