import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";
import { packedWords } from "../../../scripts/lib/packed-words.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

it.each(["cff-strings", "encodings", "glyph-names"])("%s is the same when packed", async (name) => {
  const file = path.join(ROOT, "src/pdf-content/fonts/names", `${name}.ts`);
  const bundle = await rolldown({ input: file, platform: "node", plugins: [packedWords(ROOT)] });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  expect(output[0].code).toContain("brotliDecompressSync");
  expect(output[0].code).not.toContain("guillemotleft");
  const packed = (await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)) as Record<
    string,
    unknown
  >;
  const plain = (await import(file)) as Record<string, unknown>;
  for (const [key, value] of Object.entries(plain)) {
    if (typeof value !== "function") expect(packed[key], key).toEqual(value);
  }
  if (name === "glyph-names") {
    const text = packed.textOfGlyph as (glyph: string) => string | undefined;
    expect(["Euro", "afii10017", "a196", "ffl"].map(text)).toEqual(["€", "А", "➘", "\ufb04"]);
  }
});

it("a list of months is the same when packed", async () => {
  const file = path.join(ROOT, "src/redact/months.ts");
  const bundle = await rolldown({ input: file, platform: "node", plugins: [packedWords(ROOT)] });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  expect(output[0].code).not.toContain("february");
  const packed = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  const months = ["january", "июля", "ιουλιου", "nóvember", "monday"];
  expect(months.map(packed.isMonth)).toEqual([true, true, true, true, false]);
});

it("the rules of standards are the same when packed", async () => {
  const file = path.join(ROOT, "src/pdf-conformance/rules.ts");
  const bundle = await rolldown({ input: file, platform: "node", plugins: [packedWords(ROOT)] });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  expect(output[0].code).not.toContain("The trailer has no /ID");
  const packed = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  const plain = await import(file);
  for (const level of ["pdfa-2b", "pdfa-3b", "pdfua-1"]) {
    expect(packed.rulesOf(level)).toEqual(plain.rulesOf(level));
  }
});

it("no other file has lists that would have to be packed", () => {
  const users = globSync("src/**/*.ts", { cwd: ROOT }).filter((file) =>
    // Not the end of a name in backticks.
    /(?<![.`])\bwords`/.test(readFileSync(path.join(ROOT, file), "utf8")),
  );
  expect(users.map((file) => path.basename(file, ".ts")).sort()).toEqual([
    ...["annotations", "attributes", "cff-strings", "encodings", "glyph-names", "graphics-states", "months"],
    ...["programs", "schema", "structure"],
  ]);
});
