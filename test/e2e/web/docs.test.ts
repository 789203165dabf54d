import { existsSync } from "node:fs";
import { PDFDocument } from "pdf-lib";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { bodySchema, type Entry, entriesOf, type OpenApi } from "../../../web/src/docs/document.ts";
import { OPTIONS } from "../../../web/src/studio/html/options.ts";
import { expectAccessible, expectFits, expectQuiet, PHONE_IN_DARK, visit } from "./browser.ts";
import { service } from "./service.ts";

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

it("folds its navigation away on a phone, and unfolds it without any script", async () => {
  const { page } = await visit("about:blank", PHONE_IN_DARK);
  await page.route("**/*.js", (route) => route.abort());
  await page.goto(`${service.api}/docs/start`);
  const navigation = page.getByRole("navigation", { name: "Documentation" });
  const menu = page.getByText("All pages", { exact: true });
  await menu.waitFor();
  expect(await navigation.isVisible()).toBe(false);
  await menu.click();
  await navigation.getByRole("link", { name: "Split PDF" }).waitFor();
  await expectFits(page);
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
  // The language that was chosen is the one of every other example, in the guides as well.
  await page.goto(`${service.api}/docs#splitPdf`);
  const other = page.getByRole("article", { name: "Split PDF" });
  expect(await other.locator(".docs-code pre:visible").first().textContent()).toContain("requests.post(");
  await expectAccessible(page);
  await page.goto(`${service.api}/docs/uploading`);
  const call = page.getByRole("region", { name: "The call, Python" }).first();
  expect(await call.textContent()).toContain('files=[\n        ("file", open("report.pdf", "rb")),');
  await page.goto(`${service.api}/docs#splitPdf`);
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

it.each([
  ["a desktop", {}, (page: Page) => page.keyboard.press("/")],
  ["a phone", PHONE_IN_DARK, (page: Page) => page.getByRole("searchbox").tap()],
])("a reader finds in two actions on %s what an error means", async (_, options, begin) => {
  const { page } = await visit(`${service.api}/docs/start`, options);
  await begin(page);
  await page.keyboard.type("INVALID_RANGES");
  await page.getByRole("link", { name: /^INVALID_RANGES A page range or page number is malformed/ }).waitFor();
  await expectAccessible(page);
});

it("a search finds what people call things, shows the meaning of a code for callers, and Enter leads there", async () => {
  const { page } = await visit(`${service.api}/docs/start`);
  const search = page.getByRole("searchbox");
  const first = page.locator(".search-results a").first();
  for (const query of ["CORS", "self-host", "size limit", "webhook"]) {
    await search.fill(query);
    await first.waitFor();
    expect(await first.getAttribute("href"), query).toMatch(/^\/docs/);
    expect(await first.getAttribute("href"), query).not.toMatch(/architecture|benchmarks|dependencies|administration/);
    await search.fill("");
    await first.waitFor({ state: "detached" });
  }
  await search.fill("RATE_LIMITED");
  await page.getByRole("link", { name: /^RATE_LIMITED Too many requests with this key/ }).waitFor();
  await search.fill("uploading");
  await first.filter({ hasText: /upload/i }).waitFor();
  const to = (await first.getAttribute("href")) as string;
  await search.press("Enter");
  await page.waitForURL(`${service.api}${to}`);
});

it("each page of the documentation has a title of its own, and marks as required only what is sent", async () => {
  const { page } = await visit(`${service.api}/docs/uploading`);
  const titles = [await page.title()];
  for (const address of ["/docs/errors", "/docs", "/docs/administration", "/docs#cropPdf"]) {
    await page.goto(`${service.api}${address}`);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    titles.push(await page.title());
  }
  expect(new Set(titles).size).toBe(titles.length);
  const article = page.getByRole("article", { name: "Crop PDF" });
  expect(await article.locator(".tag.revoked", { hasText: "required" }).count()).toBeGreaterThan(0);
  const answer = article.locator('dl[aria-label="Answer"]');
  expect(await answer.locator(".member").count()).toBeGreaterThan(5);
  expect(await answer.getByText("required", { exact: true }).count()).toBe(0);
  for (const path of await markdownPaths()) {
    // What is written for operators and those who change the program may name its tests.
    const isForUsers = path.startsWith("/docs/reference") || existsSync(path.replace("/docs/", "docs/use/"));
    if (isForUsers) expect(await (await fetch(`${service.api}${path}`)).text(), path).not.toContain("test/e2e");
  }
});

/** These have no page of their own for people. */
const FOR_AGENTS = ["/docs/administration.md", "/docs/skill.md"];

/** Where llms.txt leads to. */
async function markdownPaths(): Promise<string[]> {
  const list = await (await fetch(`${service.api}/llms.txt`)).text();
  return [...list.matchAll(/\((\/docs\/[\w/-]+\.md)\)/g)].map(([, path]) => path as string);
}

it("the documentation has each page as Markdown, listed for agents: guides, and every operation with its fields", async () => {
  const paths = await markdownPaths();
  for (const path of paths) {
    const markdown = await fetch(`${service.api}${path}`);
    expect([markdown.status, markdown.headers.get("content-type")], path).toEqual([
      200,
      expect.stringContaining("text/markdown"),
    ]);
    const title = /^# (.*)$/m.exec(await markdown.text())?.[1] as string;
    if (path.startsWith("/docs/reference") || FOR_AGENTS.includes(path)) continue;
    const page = await fetch(`${service.api}${path.slice(0, -".md".length)}`);
    expect(await page.text(), path).toContain(title.split(/[,:&<]/)[0]);
  }
  const document = (await (await fetch(`${service.api}/openapi.json`)).json()) as OpenApi;
  const administration = await (await fetch(`${service.api}/docs/administration.md`)).text();
  const navigation = await (await fetch(`${service.api}/docs`)).text();
  let told = 0;
  for (const { method, path, operation } of entriesOf(document)) {
    if (operation.tags?.includes("Admin")) {
      expect(administration).toContain(`\`${method} ${path}\``);
      continue;
    }
    expect(paths).toContain(`/docs/reference/${operation.operationId}.md`);
    expect(navigation).toContain(`href="/docs#${operation.operationId}"`);
    const text = await (await fetch(`${service.api}/docs/reference/${operation.operationId}.md`)).text();
    const fields = Object.keys(bodySchema(operation)?.properties ?? {});
    told += fields.length;
    for (const field of fields) expect(text).toContain(`\`${field}\``);
  }
  expect(told).toBeGreaterThan(50);
  expect((await fetch(`${service.api}/docs/nothing`)).status).toBe(404);
  expect((await fetch(`${service.api}/docs/reference/nothing.md`)).status).toBe(404);
});

it("every field of HTML to PDF has its place in the studio", async () => {
  const document = (await (await fetch(`${service.api}/openapi.json`)).json()) as OpenApi;
  const { operation } = entriesOf(document).find((entry) => entry.operation.operationId === "htmlToPdf") as Entry;
  const ofTheEditor = ["html", "markdown", "url", "urls", "file", "assets"];
  // Programs that make invoices have these files; the studio's user would have to write them.
  const ofPrograms = ["attachment", "attachments", "invoice"];
  const known = [...OPTIONS.map(({ name }) => name), ...ofTheEditor, ...ofPrograms];
  expect(Object.keys(bodySchema(operation)?.properties ?? {}).filter((name) => !known.includes(name))).toEqual([]);
});

it("the documentation has no page of an operation that is longer than seven screens", async () => {
  const { page } = await visit(`${service.api}/docs`, { viewport: { width: 1440, height: 900 } });
  for (const operation of ["cropPdf", "splitPdf", "imageToPdf", "htmlToPdf", "inspectPdf"]) {
    await page.goto(`${service.api}/docs#${operation}`);
    await page.locator(`#${operation}`).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollHeight / innerHeight), operation).toBeLessThan(7);
  }
});

it("the documentation has no link between guides that leads nowhere", async () => {
  const ids = new Map<string, Set<string>>();
  const links: string[] = [];
  for (const file of await markdownPaths()) {
    if (file.startsWith("/docs/reference") || file === "/docs/administration.md") continue;
    const path = file.slice(0, -".md".length);
    const html = await (await fetch(`${service.api}${path}`)).text();
    ids.set(path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id as string)));
    for (const [, target] of html.matchAll(/href="(\/docs\/[\w-]+(?:#[^"]+)?)"/g)) links.push(target as string);
  }
  expect(links).not.toEqual([]);
  const broken = links.filter((target) => {
    const [path = "", id] = target.split("#");
    if (path === "/docs/administration") return false;
    return !ids.has(path) || (id !== undefined && !ids.get(path)?.has(decodeURIComponent(id)));
  });
  expect(broken).toEqual([]);
});
