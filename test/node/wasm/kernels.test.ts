import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

it("the WebAssembly modules are what their sources give", () => {
  const script = join(import.meta.dirname, "../../../scripts/wasm.ts");
  const said = execFileSync(process.execPath, ["--no-warnings", script, "--check"], { encoding: "utf8" });
  for (const name of ["deflate", "fax", "inflate", "jpeg", "lzw", "webp"]) {
    expect(said).toContain(`wasm/${name}.wasm is what its sources give`);
  }
});
