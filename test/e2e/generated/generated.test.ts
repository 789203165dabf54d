import { spawnSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { PROJECT } from "../../../scripts/lib/service.ts";
import { tinyPdf } from "../../fixtures/pdf.ts";
import { png } from "../../fixtures/png.ts";

const { api, key } = inject("service");
const HERE = import.meta.dirname;
const OUT = path.join(HERE, "out");
const MODULES = path.join(PROJECT, "node_modules");
const document = path.join(OUT, "openapi.json");
const forms = path.join(OUT, "forms.json");

beforeAll(async () => {
  await rm(OUT, { recursive: true, force: true });
  await mkdir(OUT, { recursive: true });
  await writeFile(document, await (await fetch(`${api}/openapi.json`)).text());
  await writeFile(forms, await (await fetch(`${api}/openapi.json?bodies=form`)).text());
});
afterAll(() => rm(OUT, { recursive: true, force: true }));

function node(...args: string[]): void {
  const hook = path.join(HERE, "typescript-hook.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--no-warnings", "--import", hook, ...args], {
    cwd: PROJECT,
    encoding: "utf8",
  });
  expect(status, `${stdout}${stderr}`).toBe(0);
}

describe.each(["openapi.json", "openapi.json?bodies=form"])("%s", (name) => {
  it("passes Redocly's strict rules", async () => {
    const source = await (await fetch(`${api}/${name}`)).text();
    const config = await createConfig({
      extends: ["recommended-strict"],
      rules: {
        // Health and limits refuse nobody.
        "operation-4xx-response": "off",
        "no-invalid-parameter-examples": "error",
        "no-invalid-schema-examples": "error",
        "operation-operationId": "error",
        "operation-description": "error",
        "tag-description": "error",
      },
    });
    const problems = await lintFromString({ source, absoluteRef: document, config });
    const told = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
    expect(told).toEqual([]);
  });
});

interface Used {
  cropped: { pagesCropped: number; downloadUrl: string };
  split: { files: { pages: string; downloadUrl: string }[] };
  pages: { files: { pages: string }[] };
  images: Blob;
  wrong: { error: { code: string; field: string } };
}

describe.each([
  [
    "@hey-api/openapi-ts",
    "hey-api.ts",
    () => {
      const program = path.join(MODULES, "@hey-api", "openapi-ts", "dist", "run.mjs");
      node(program, "--input", forms, "--output", path.join(OUT, "hey-api"), "--logs", path.join(OUT, "logs"));
    },
  ],
  [
    "openapi-typescript",
    "openapi-typescript.ts",
    () => {
      node(path.join(HERE, "openapi-typescript.ts"), document, path.join(OUT, "openapi-typescript.ts"));
    },
  ],
])("the client of %s", (_, use, generate) => {
  let used: Used;
  beforeAll(async () => {
    generate();
    const entry = path.join(HERE, "uses", use);
    const outfile = path.join(OUT, `${use}.mjs`);
    await build({ entryPoints: [entry], outfile, bundle: true, format: "esm", platform: "node", logLevel: "error" });
    const program = (await import(pathToFileURL(outfile).href)) as { use(...args: unknown[]): Promise<Used> };
    const file = new File([tinyPdf(3)], "report.pdf");
    const pixels = png({ width: 4, height: 4, colourType: 0, depth: 8, pixel: () => [9] });
    used = await program.use(api, key, file, new File([pixels as Uint8Array<ArrayBuffer>], "a.png"));
  });

  it("uploads, and gives typed answers with links that lead to files", async () => {
    expect(used.cropped).toMatchObject({ pagesCropped: 1 });
    expect(used.split.files.map(({ pages }) => pages)).toEqual(["1", "2-3"]);
    expect(used.pages.files.map(({ pages }) => pages)).toEqual(["1", "3"]);
    for (const link of [used.cropped.downloadUrl, used.split.files[1]?.downloadUrl as string]) {
      expect(await (await fetch(link)).text()).toMatch(/^%PDF-/);
    }
  });

  it("downloads the file itself, and gives errors as they are documented", async () => {
    expect(await used.images.text()).toMatch(/^%PDF-/);
    expect(used.wrong).toMatchObject({ error: { code: "INVALID_RANGES", field: "ranges[0]" } });
  });
});

it("both of these programs are right by the generated types", () => {
  node(path.join(MODULES, "typescript-5", "bin", "tsc"), "-p", path.join(HERE, "uses"));
});
