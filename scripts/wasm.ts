/**
 * Compiles the WebAssembly modules in wasm/ from their AssemblyScript sources. `--check` says instead whether the
 * compiled files match the sources. The compiled bytes depend only on the sources and the pinned compiler.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { main } from "assemblyscript/asc";

const folder = join(dirname(fileURLToPath(import.meta.url)), "..", "wasm");

/** Puts less code inline: the Worker's upload is near its limit. */
const SMALL = ["--shrinkLevel", "1"];

/** Each module, with the options that only it has. */
const MODULES = new Map([
  // The tables below its data are at places whose numbers are bits of their entries.
  ["inflate", ["--enable", "simd", "--memoryBase", "45056"]],
  ["deflate", ["--enable", "simd"]],
  ["fax", []],
  ["jpeg", SMALL],
  ["jpx", []],
  ["lzw", []],
  ["webp", ["--enable", "simd", ...SMALL]],
]);

const OPTIONS = [
  "-O3",
  "--converge",
  // Without a garbage collector: the sources hand out memory themselves, for one picture at a time.
  ...["--runtime", "stub"],
  // Damaged data traps. The host gets no message about it.
  ...["--noAssert", "--use", "abort="],
  ...["--initialMemory", "1"],
];

async function compile(name: string, outFile: string): Promise<void> {
  const { error, stderr } = await main([
    join(folder, name, "index.ts"),
    ...OPTIONS,
    ...(MODULES.get(name) ?? []),
    "--outFile",
    outFile,
  ]);
  const messages = stderr.toString().trim();
  if (messages !== "") console.error(messages);
  if (error) throw error;
}

async function isCurrent(name: string): Promise<boolean> {
  const scratch = mkdtempSync(join(tmpdir(), "wasm-"));
  try {
    const fresh = join(scratch, `${name}.wasm`);
    await compile(name, fresh);
    return Buffer.compare(readFileSync(fresh), readFileSync(join(folder, `${name}.wasm`))) === 0;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

if (process.argv.includes("--check")) {
  for (const name of MODULES.keys()) {
    const current = await isCurrent(name);
    console.log(
      `wasm/${name}.wasm ${current ? "is what its sources give" : "differs from its sources: run scripts/wasm.ts"}`,
    );
    if (!current) process.exitCode = 1;
  }
} else {
  for (const name of MODULES.keys()) {
    await compile(name, join(folder, `${name}.wasm`));
    console.log(`wasm/${name}.wasm made`);
  }
}
