import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { PDFDocument } from "pdf-lib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callOfCommand } from "../../../scripts/lib/curl-command.ts";
import { png } from "../../fixtures/documents.ts";
import { scanned } from "../../support/scanned.ts";
import { visit } from "./browser.ts";
import { service } from "./service.ts";

const DOCS = path.resolve(import.meta.dirname, "../../../docs/use");

/** What runs a sample, where it is installed; Go's are compiled, since linking takes longer than all the rest. */
const RUNNERS: Record<string, [file: string, command: string, ...args: string[]]> = {
  curl: ["sample.sh", "sh", "-e"],
  Python: ["sample.py", "python3"],
  PHP: ["sample.php", "php"],
  Go: ["sample.go", "go", "vet"],
};
/** What succeeds where the language is installed. */
const PROBES: Record<string, [command: string, ...args: string[]]> = {
  curl: ["curl", "--version"],
  Python: ["python3", "-c", "import requests"],
  PHP: ["php", "-r", "exit(function_exists('curl_init') ? 0 : 1);"],
  Go: ["go", "version"],
};
const installed = Object.keys(RUNNERS).filter((language) => {
  const [command, ...args] = PROBES[language] as [string, ...string[]];
  return spawnSync(command, args).status === 0;
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "quire-samples-"));
  const pdf = await PDFDocument.create();
  for (let page = 1; page <= 14; page++) pdf.addPage([595, 842]).drawText(`Page ${page}`);
  for (const name of ["report.pdf", "book.pdf", "contract.pdf", "order.pdf"]) {
    await writeFile(path.join(folder, name), await pdf.save());
  }
  const invoices = await PDFDocument.create();
  for (const text of ["Invoice No. 71", "Page 2", "Page 3", "Invoice No. 72", "Page 2"]) {
    invoices.addPage([595, 842]).drawText(text);
  }
  await writeFile(path.join(folder, "invoices.pdf"), await invoices.save());
  await writeFile(path.join(folder, "scan.pdf"), await scanned([{ lines: ["Signed by Jane Doe"] }]));
  const words = "<span class='ocrx_word' title='bbox 40 50 90 62'>Signed</span>";
  await writeFile(
    path.join(folder, "scan.hocr"),
    `<div class="ocr_page" title="bbox 0 0 420 595"><span class="ocr_line" title="bbox 40 50 90 62">${words}</span></div>`,
  );
  await writeFile(path.join(folder, "scan-1.jpg"), png(40, 20));
  await writeFile(path.join(folder, "cover.html"), "<h1>Cover</h1>");
  await writeFile(path.join(folder, "notes.md"), "# Notes\n\n![](diagram.svg)");
  await writeFile(path.join(folder, "diagram.svg"), '<svg xmlns="http://www.w3.org/2000/svg"/>');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(language: string, sample: string): Promise<string> {
  const [file, command, ...args] = RUNNERS[language] as (typeof RUNNERS)[string];
  await writeFile(path.join(folder, file), sample);
  const env = { ...process.env, QUIRE: service.api, QUIRE_API_KEY: service.key };
  const { status, stdout, stderr } = spawnSync(command, [...args, file], { cwd: folder, env, encoding: "utf8" });
  expect(status, `${language}: ${sample}\n${stderr}`).toBe(0);
  return stdout;
}

it(`the reference shows calls that work with files of one's own (run here: ${installed.join(", ")})`, async () => {
  const { page } = await visit(`${service.api}/docs#htmlToPdf`);
  for (const operation of ["htmlToPdf", "cropPdf", "splitPdf", "imageToPdf"]) {
    await page.goto(`${service.api}/docs#${operation}`);
    const code = page.locator(`#${operation} .docs-code .code`).first();
    await code.waitFor();
    for (const language of [...Object.keys(RUNNERS), "TypeScript"]) {
      await code.getByRole("tab", { name: language }).click();
      const sample = (await code.locator("pre:visible").textContent()) ?? "";
      expect(sample, language).toContain(service.api);
      expect(sample, language).toContain("QUIRE_API_KEY");
      // Go takes seconds to compile one: a form is the hardest.
      if (!installed.includes(language) || (language === "Go" && operation !== "cropPdf")) continue;
      const shown = language === "PHP" ? `${sample}\necho json_encode($answer);` : sample;
      if (language !== "Go") expect(await run(language, shown), language).toMatch(/["']success["']: ?[Tt]rue/);
      else await run(language, sample);
    }
  }
});

it("the guides show calls that work, and answers as they come", async () => {
  let calls = 0;
  for (const file of await readdir(DOCS)) {
    if (!file.endsWith(".md")) continue;
    const guide = await readFile(path.join(DOCS, file), "utf8");
    for (const [, command = "", status, answer] of guide.matchAll(
      /```sh\n(curl "\$QUIRE[\s\S]*?)```(?:\s*```json answer (\d+)\n([\s\S]*?)```)?/g,
    )) {
      const call = callOfCommand(command);
      // What lies on the internet is no part of a test.
      if (!call || /example\.com|JVBERi/.test(command)) continue;
      calls += 1;
      const printed = await run("curl", command);
      if (call.saveAs !== undefined) {
        const head = (await readFile(path.join(folder, call.saveAs))).subarray(0, 4).toString();
        expect(["%PDF", "PK\u0003\u0004"], `${file}: ${command}`).toContain(head);
        continue;
      }
      const told = JSON.parse(printed);
      expect(told.success, `${file}: ${command}\n${printed}`).toBe(Number(status ?? 200) < 400);
      if (answer !== undefined) expect(shapeOf(told), file).toEqual(shapeOf(JSON.parse(answer)));
    }
  }
  expect(calls).toBeGreaterThan(8);
});

/** Names and kinds of members, whatever their values; the words of an error as they are. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, name === "code" || name === "field" ? member : shapeOf(member)])
      .sort(),
  );
}
