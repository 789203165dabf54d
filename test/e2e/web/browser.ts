import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { ensureBrowser } from "../../../scripts/lib/local-browser.ts";
import { service } from "./service.ts";

const require = createRequire(import.meta.url);

/** One for all files of the run; it ends with the process. */
let launched: Promise<Browser> | undefined;

async function launch(): Promise<Browser> {
  const { executable, env } = await ensureBrowser();
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const whole = { ...process.env, ...env } as Record<string, string>;
  return chromium.launch({ executablePath: executable, args, env: whole });
}

export interface Visit {
  page: Page;
  /** What the policy forbade, what threw, and what was asked of other hosts: each should stay empty. */
  violations: string[];
  failures: string[];
  hosts: Set<string>;
}

export interface VisitOptions extends BrowserContextOptions {
  /** Nothing of the site is in the cache, and what is done to the context, as to its clock, ends with the test. */
  isAlone?: boolean;
}

/**
 * Contexts that no test uses now, by their options. Each has an empty page, and no trace of a test but the site's own
 * files in its cache: fetching them for each test took a quarter of the processor's time.
 */
const idle = new Map<string, BrowserContext[]>();

async function contextFor({ isAlone = false, ...options }: VisitOptions): Promise<BrowserContext> {
  const whole: BrowserContextOptions = {
    viewport: { width: 1280, height: 900 },
    locale: "en-GB",
    // What a worker answers cannot be held back by a test, and each context would fetch the whole studio.
    serviceWorkers: "block",
    ...options,
  };
  launched ??= launch();
  const browser = await launched;
  if (isAlone || whole.serviceWorkers === "allow") {
    const context = await browser.newContext(whole);
    onTestFinished(() => context.close());
    return context;
  }
  const kind = JSON.stringify(whole);
  const alike = idle.get(kind) ?? [];
  idle.set(kind, alike);
  const context = alike.pop() ?? (await browser.newContext(whole));
  onTestFinished(async () => {
    await empty(context);
    alike.push(context);
  });
  return context;
}

async function empty(context: BrowserContext): Promise<void> {
  const pages = context.pages();
  const next = await context.newPage();
  // A page that goes may still keep what it was at: first it goes, then what it kept.
  for (const page of pages) await page.close();
  const devtools = await context.newCDPSession(next);
  for (const origin of [service.api, service.downloads]) {
    await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  }
  await devtools.detach();
  await context.setOffline(false);
}

/** A page that nobody has used, with a watch on what must never happen. */
export async function visit(url: string, options: VisitOptions = {}): Promise<Visit> {
  const context = await contextFor(options);
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(60_000);
  const seen: Visit = { page, violations: [], failures: [], hosts: new Set() };
  await page.exposeFunction("reportViolation", (text: string) => void seen.violations.push(text));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void };
      reportViolation(`${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  page.on("pageerror", (error) => seen.failures.push(error.message));
  page.on("request", (request) => {
    const { host, protocol } = new URL(request.url());
    if (protocol.startsWith("http")) seen.hosts.add(host);
  });
  await page.goto(url);
  return seen;
}

/** The smaller of its two builds: each page is given it. */
const AXE = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");

/** Nothing is worked out of what is well, and no selectors. */
const BRIEF = { resultTypes: ["violations"], selectors: false };
const WCAG_AA = { ...BRIEF, runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] };
const OF_COLOURS = { ...BRIEF, runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };

/** Nothing that axe calls serious or critical, by WCAG 2.2 A and AA. */
export async function expectAccessible(page: Page, within = "html"): Promise<void> {
  expect(await findings(page, within, WCAG_AA)).toEqual([]);
}

/** What other colours of the same page can change: enough contrast everywhere, and links that are seen in a text. */
export async function expectContrast(page: Page): Promise<void> {
  expect(await findings(page, "html", OF_COLOURS)).toEqual([]);
}

async function findings(page: Page, within: string, options: unknown): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ([within, options]) => {
      const page = window as unknown as {
        axe: {
          run: (
            within: string,
            options: unknown,
          ) => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
        };
      };
      const { violations } = await page.axe.run(within, options);
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
    },
    [within, options] as const,
  );
}

interface TreeNode {
  role: { value: string };
  name?: { value: string };
  ignored: boolean;
}

/** What a screen reader can stop at. */
const CONTROLS = [
  ...["button", "link", "textbox", "searchbox", "combobox", "checkbox", "radio", "slider", "spinbutton"],
  ...["tab", "progressbar", "application", "dialog", "image"],
];

/** Every control has a name, by the tree that Chromium hands to screen readers. */
export async function expectNamed(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = (await devtools.send("Accessibility.getFullAXTree")) as unknown as { nodes: TreeNode[] };
  await devtools.detach();
  const shown = nodes.filter(({ ignored, role }) => !ignored && CONTROLS.includes(role.value));
  expect(shown.length).toBeGreaterThan(0);
  const nameless = shown.filter(({ name }) => !name?.value.trim());
  expect(nameless.map(({ role }) => role.value)).toEqual([]);
}

/** No part of the page lies beside the window. */
export async function expectFits(page: Page): Promise<void> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider).toBe(0);
}

export const PHONE_IN_DARK = { viewport: { width: 360, height: 740 }, colorScheme: "dark", hasTouch: true } as const;

export function expectQuiet({ violations, failures }: Visit): void {
  expect(violations).toEqual([]);
  expect(failures).toEqual([]);
}

/** The most memory that a tab has had, in megabytes, without what it shares with other programs. */
export async function mostMemory(page: Page): Promise<number> {
  const browser = page.context().browser() as Browser;
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  await devtools.detach();
  const ofTabs = processInfo.filter(({ type }) => type === "renderer");
  const sizes = await Promise.all(ofTabs.map(({ id }) => memoryOf(id)));
  return Math.max(...sizes);
}

async function memoryOf(process: number): Promise<number> {
  const status = await readFile(`/proc/${process}/status`, "utf8");
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+) kB`, "m").exec(status)?.[1]);
  return (kilobytes("VmHWM") - kilobytes("RssFile")) / 1024;
}
