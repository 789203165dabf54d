import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-5";
import type { Planted } from "./places.ts";

/** How many faults are compiled together, each in its own file. */
const TOGETHER = 40;

/** Draws places whose fault compiles. Tests need not notice what the compiler refuses. */
export class Compiling {
  readonly #root: string;
  readonly #texts = new Map<string, string>();
  readonly #versions = new Map<string, number>();
  readonly #service: ts.LanguageService;

  constructor(root: string, sources: string[]) {
    this.#root = root;
    const config = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile).config;
    const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
    const names = [...sources, "worker-configuration.d.ts"].map((file) => join(root, file));
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getScriptFileNames: () => names,
      getScriptVersion: (path) => String(this.#versions.get(path) ?? 0),
      getScriptSnapshot: (path) => {
        const text = this.#texts.get(path) ?? ts.sys.readFile(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => root,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
    });
  }

  draw(places: Iterable<Planted>, count: number): Planted[] {
    const drawn: Planted[] = [];
    let batch: Planted[] = [];
    for (const place of places) {
      if (batch.length === TOGETHER || batch.some(({ file }) => file === place.file)) {
        drawn.push(...this.#compiled(batch));
        batch = [];
      }
      if (drawn.length >= count) break;
      batch.push(place);
    }
    return [...drawn, ...this.#compiled(batch)].slice(0, count);
  }

  #compiled(batch: Planted[]): Planted[] {
    for (const { file, source } of batch) this.#write(file, source);
    const right = batch.filter(({ file }) => this.#service.getSemanticDiagnostics(join(this.#root, file)).length === 0);
    for (const { file } of batch) this.#write(file, readFileSync(join(this.#root, file), "utf8"));
    return right;
  }

  #write(file: string, text: string): void {
    const path = join(this.#root, file);
    this.#texts.set(path, text);
    this.#versions.set(path, (this.#versions.get(path) ?? 0) + 1);
  }
}
