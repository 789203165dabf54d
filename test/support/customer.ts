import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { tinyPdf } from "../fixtures/pdf.ts";
import { png } from "../fixtures/png.ts";

const PROJECT = path.resolve(import.meta.dirname, "../..");

/** What a customer has who installs a package of this repository, as `npm pack` makes it, into an empty folder. */
export interface Customer {
  readonly folder: string;
  /** The names of the files in the package. */
  readonly files: readonly string[];
  /** The TypeScript examples of the package's page. */
  readonly examples: readonly string[];
  readonly tarball: string;
}

/** The folder has a PDF and an image for the examples. */
export async function customerOf(name: "engine" | "client"): Promise<Customer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), `quire-${name}-`));
  const packed = npm(path.join(PROJECT, name), "pack", "--json", "--pack-destination", folder);
  const [made] = JSON.parse(packed.slice(packed.indexOf("[\n"))) as [{ filename: string; files: { path: string }[] }];
  await writeFile(path.join(folder, "package.json"), '{"name":"customer","private":true,"type":"module"}');
  npm(folder, "install", "--offline", `./${made.filename}`);
  await writeFile(path.join(folder, "report.pdf"), tinyPdf(3));
  const picture = png({ width: 4, height: 3, depth: 8, colourType: 2, pixel: (x, y) => [x * 60, y * 80, 9] });
  await writeFile(path.join(folder, "a.png"), picture);
  const page = await readFile(path.join(folder, "node_modules", `quire-${name}`, "README.md"), "utf8");
  return {
    folder,
    files: made.files.map((file) => file.path),
    examples: [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code as string),
    tarball: made.filename,
  };
}

/** An example of the engine's page as a program that prints `made true`. */
export function engineProgram(example: string): string {
  const around = example.includes("readFile")
    ? ""
    : 'import { readFile } from "node:fs/promises";\nconst [pdf, png] = [await readFile("report.pdf"), await readFile("a.png")];\n';
  const made = /\bfile\b/.test(example) && !example.includes("answers") ? "file.size" : "parts.length";
  return `${around}${example}\nconsole.log("made", ${made} > 0);\n`;
}

/** What npm prints. */
export function npm(cwd: string, ...args: string[]): string {
  return execFileSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}
