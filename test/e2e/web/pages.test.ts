import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { PDFDocument } from "pdf-lib";
import type { Page, Response } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible, expectFits, expectQuiet, PHONE_IN_DARK, visit } from "./browser.ts";
import { service } from "./service.ts";

const PAGES = ["/", "/dashboard", "/studio", "/docs", "/docs/start"];
/** What a page may weigh before a document is opened in it. */
const LIGHT_BYTES = 90_000;

/** How much of the window moved, as browsers count it: up to 0.1 is called good. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const add = (shifts: PerformanceObserverEntryList) => {
          for (const { value } of shifts.getEntries() as unknown as { value: number }[]) sum += value;
        };
        new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
        // What is buffered is handed over after this task.
        setTimeout(() => resolve(sum), 100);
      }),
  );
}

describe.each(PAGES)("the page %s", (path) => {
  it.each([
    ["a desktop in light", { viewport: { width: 1280, height: 900 }, colorScheme: "light" }],
    ["a phone in dark", PHONE_IN_DARK],
  ] as const)("is accessible, fits, and keeps to its policy on %s", async (_, options) => {
    const seen = await visit(`${service.api}${path}`, options);
    const { page } = seen;
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expectAccessible(page);
    await expectFits(page);
    expectQuiet(seen);
    expect([...seen.hosts]).toEqual([new URL(service.api).host]);
  });

  it("is light, and nothing moves while it comes over a slow line", async () => {
    const seen = await visit("about:blank");
    const responses: Response[] = [];
    seen.page.on("response", (response) => responses.push(response));
    const devtools = await seen.page.context().newCDPSession(seen.page);
    const slow = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
    await devtools.send("Network.emulateNetworkConditions", slow);
    await seen.page.goto(`${service.api}${path}`, { waitUntil: "networkidle" });
    let weight = 0;
    for (const response of responses) {
      if (new URL(response.url()).pathname !== "/openapi.json") weight += gzipSync(await response.body()).length;
    }
    expect(weight).toBeGreaterThan(2_000);
    expect(weight).toBeLessThan(LIGHT_BYTES);
    expect(await layoutShift(seen.page)).toBeLessThan(0.01);
  });

  it("allows nothing inline and nothing from elsewhere", async () => {
    const { headers } = await fetch(`${service.api}${path}`);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("is not served on the host of the links", async () => {
    expect((await fetch(`${service.downloads}${path}`)).status).toBe(404);
  });
});

describe("without JavaScript", () => {
  it.each(["/dashboard", "/studio", "/docs", "/docs/administration"])(
    "%s says what it needs, and where else to look",
    async (path) => {
      const { page } = await visit("about:blank");
      const html = await (await fetch(`${service.api}${path}`)).text();
      // A parsed document runs no scripts, so that what stands in for them is part of it.
      const shown = await page.evaluate((html) => {
        const note = new DOMParser().parseFromString(html, "text/html").querySelector("noscript");
        return [note?.textContent, note?.querySelector("a")?.getAttribute("href")];
      }, html);
      expect(shown).toEqual([expect.stringContaining("This page needs JavaScript."), "/openapi.json"]);
    },
  );
});

it("tells a person who opens a wrong address or an old link what is the matter", async () => {
  const { page } = await visit(`${service.api}/nothing/here/`);
  await page.getByRole("heading", { name: "Nothing is here" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Open the studio" }).click();
  await page.getByRole("heading", { name: "Crop a PDF" }).waitFor();
  await page.goto(`${service.downloads}/f/some/a.pdf?expires=1&signature=x`);
  await page.getByRole("heading", { name: "This link does not work" }).waitFor();
  await page.goto(`${service.api}/playground/#split`);
  await page.getByRole("heading", { name: "Split a PDF" }).waitFor();
});

it("leads to the section that an address names, not above or below it", async () => {
  const { page } = await visit(`${service.api}/docs#splitPdf`);
  await page.locator("#splitPdf").waitFor();
  const header = (await page.locator(".site-header").boundingBox())?.height ?? 0;
  const top = () => page.locator("#splitPdf").evaluate((element) => element.getBoundingClientRect().top);
  // Its padding, and no header's height besides.
  await expect.poll(async () => Math.abs((await top()) - header)).toBeLessThan(60);
  await page.goto(`${service.api}/docs/security#keys`);
  const section = () => page.locator("#keys").evaluate((element) => element.getBoundingClientRect().top);
  await expect.poll(async () => Math.abs((await section()) - header)).toBeLessThan(60);
});

it("leads keyboard users past the header", async () => {
  const { page } = await visit(service.api);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
});

it("describes each operation, and sends a request from the reference", async () => {
  const seen = await visit(`${service.api}/docs#htmlToPdf`);
  const { page } = seen;
  const article = page.getByRole("article", { name: "HTML to PDF" });
  await article.getByText("Try it").click();
  await article.getByLabel("API key").fill(service.key);
  await article.getByLabel("html", { exact: true }).fill("<p>From the reference</p>");
  await article.getByRole("button", { name: "Send" }).click();
  // The reference shows an example of the answer as well: what was sent is answered in the status.
  await article.getByRole("status").getByText('"success": true').waitFor();
  await expectAccessible(page, "#htmlToPdf");
  await article.getByRole("tab", { name: "Python" }).click();
  expect(await article.locator(".docs-code pre:visible").first().textContent()).toContain("requests.post(");
  // The language that was chosen is the one of every other example.
  await page.goto(`${service.api}/docs#splitPdf`);
  const other = page.getByRole("article", { name: "Split PDF" });
  expect(await other.locator(".docs-code pre:visible").first().textContent()).toContain("requests.post(");
  await expectAccessible(page);
  await other.getByText("Try it").click();
  const two = await PDFDocument.create();
  two.addPage();
  two.addPage();
  const buffer = Buffer.from(await two.save());
  await other
    .getByLabel("file", { exact: true })
    .setInputFiles({ name: "two.pdf", mimeType: "application/pdf", buffer });
  // A list is a line for each of its items, and its example gives way to pages that the file has.
  expect(await other.getByLabel("ranges", { exact: true }).inputValue()).toBe("1-");
  await other.getByLabel("ranges", { exact: true }).fill("1\n2");
  await other.getByLabel("fileNames", { exact: true }).fill("Cover");
  await other.getByRole("button", { name: "Send" }).click();
  await other.getByRole("status").getByText('"fileName": "Cover.pdf"').waitFor();
  // An object is a form of its own: nobody has to type JSON.
  await page.goto(`${service.api}/docs#cropPdf`);
  const crop = page.getByRole("article", { name: "Crop PDF" });
  await crop.getByText("Try it").click();
  await crop
    .getByLabel("file", { exact: true })
    .setInputFiles({ name: "two.pdf", mimeType: "application/pdf", buffer });
  const area = crop.getByRole("group", { name: "cropArea" }).first();
  await area.getByLabel("width").fill("-5");
  await crop.getByRole("button", { name: "Send" }).click();
  await crop
    .getByRole("status")
    .getByText(/"field": "cropData\[0\]/)
    .waitFor();
  await area.getByLabel("width").fill("100");
  await expectAccessible(page);
  await crop.getByRole("button", { name: "Send" }).click();
  await crop.getByRole("status").getByText('"pagesCropped": 1').waitFor();
  expectQuiet(seen);
});

/** Languages of the samples, with what runs one where it is installed; facts of it are checked anywhere. */
const RUNNERS: Record<string, (file: string) => [command: string, ...args: string[]]> = {
  curl: (file) => ["sh", "-e", file],
  Python: (file) => ["python3", file],
  PHP: (file) => ["php", file],
  // Compiled, not linked: that takes longer than all the rest, and docs/clients runs one.
  Go: (file) => ["go", "vet", file],
};
const EXTENSIONS: Record<string, string> = { curl: "sh", Python: "py", PHP: "php", Go: "go" };
/** What succeeds where the language is installed. */
const PROBES: Record<string, [command: string, ...args: string[]]> = {
  curl: ["curl", "--version"],
  Python: ["python3", "-c", "import requests"],
  PHP: ["php", "-r", "exit(function_exists('curl_init') ? 0 : 1);"],
  Go: ["go", "version"],
};

function isInstalled(language: string): boolean {
  const [command, ...args] = PROBES[language] as (typeof PROBES)[string];
  return spawnSync(command, args).status === 0;
}

it("shows the same call in each language: its address, its key, its body", async () => {
  const { page } = await visit(`${service.api}/docs#htmlToPdf`);
  const folder = await mkdtemp(path.join(os.tmpdir(), "quire-samples-"));
  try {
    for (const operation of ["htmlToPdf", "cropPdf", "splitPdf", "imageToPdf"]) {
      await page.goto(`${service.api}/docs#${operation}`);
      const code = page.locator(`#${operation} .docs-code .code`).first();
      await code.waitFor();
      const samples: Record<string, string> = {};
      for (const language of Object.keys(RUNNERS)) {
        await code.getByRole("tab", { name: language }).click();
        samples[language] = (await code.locator("pre:visible").textContent()) ?? "";
      }
      const [, url] = /^curl "([^"]+)"/.exec(samples.curl as string) as unknown as [string, string];
      const body = /-d '(\{[\s\S]*\})'$/.exec(samples.curl as string)?.[1] as string;
      expect(JSON.parse(body)).toBeTypeOf("object");
      for (const [language, sample] of Object.entries(samples)) {
        expect(sample, language).toContain(url);
        expect(sample, language).toContain("Authorization");
        expect(sample, language).toContain("QUIRE_API_KEY");
        // Python writes it as a literal of its own.
        if (language !== "Python") expect(sample, language).toContain(body);
        if (operation !== "htmlToPdf" || !isInstalled(language)) continue;
        const file = path.join(folder, `sample.${EXTENSIONS[language]}`);
        await writeFile(file, sample);
        const [command, ...args] = (RUNNERS[language] as (typeof RUNNERS)[string])(file);
        const env = { ...process.env, QUIRE_API_KEY: service.key };
        const { stdout, stderr } = await promisify(execFile)(command, args, { env });
        // PHP's ends with the answer in a variable.
        if (language === "curl" || language === "Python")
          expect(stdout + stderr, language).toMatch(/["']success["']: ?[Tt]rue/);
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it("finds in two actions what an error means, and has each guide as Markdown", async () => {
  const { page } = await visit(`${service.api}/docs/start`);
  await page.keyboard.press("/");
  await page.keyboard.type("INVALID_RANGES");
  await page.getByRole("link", { name: /^INVALID_RANGES A page range or page number is malformed/ }).waitFor();
  await expectAccessible(page);
  const list = await (await fetch(`${service.api}/llms.txt`)).text();
  const guides = [...list.matchAll(/\((\/docs\/[\w-]+)\.md\)/g)].map(([, path]) => path);
  expect(guides.length).toBeGreaterThan(10);
  for (const path of guides) {
    const [page, markdown] = await Promise.all([fetch(`${service.api}${path}`), fetch(`${service.api}${path}.md`)]);
    expect([page.status, markdown.status], path).toEqual([200, 200]);
    const title = /^# (.*)$/m.exec(await markdown.text())?.[1] as string;
    expect(await page.text(), path).toContain(title.split(/[,:&<]/)[0]);
  }
  expect((await fetch(`${service.api}/docs/nothing`)).status).toBe(404);
});

it("has no link between guides that leads nowhere", async () => {
  const ids = new Map<string, Set<string>>();
  const links: string[] = [];
  const list = await (await fetch(`${service.api}/llms.txt`)).text();
  for (const [, path] of list.matchAll(/\((\/docs\/[\w-]+)\.md\)/g)) {
    const html = await (await fetch(`${service.api}${path}`)).text();
    ids.set(path as string, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id as string)));
    for (const [, target] of html.matchAll(/href="(\/docs\/[\w-]+#[^"]+)"/g)) links.push(target as string);
  }
  expect(links).not.toEqual([]);
  const broken = links.filter((target) => {
    const [path = "", id = ""] = target.split("#");
    return ids.has(path) && !ids.get(path)?.has(decodeURIComponent(id));
  });
  expect(broken).toEqual([]);
});

it("gives a first call that works, to copy with one click", async () => {
  const { page } = await visit(service.api, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByRole("button", { name: "Copy" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`${service.api}/v1/convert/html-to-pdf`);
  expect(copied).toContain("$QUIRE_API_KEY");
});
