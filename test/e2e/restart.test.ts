import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as mupdf from "mupdf";
import { afterAll, expect, it } from "vitest";
import { ensureBrowser } from "../../scripts/lib/local-browser.ts";
import { putKey } from "../../scripts/lib/local-keys.ts";
import { type Service, startService } from "../../scripts/lib/service.ts";
import { generateKey } from "../../src/keys/format.ts";
import { png } from "../fixtures/png.ts";
import { browserThatCanBeCut, CUT, isDoor } from "../support/cut-browser.ts";
import { freePort } from "../support/ports.ts";
import { commandLine, descendants } from "../support/process-memory.ts";

const state = await mkdtemp(path.join(os.tmpdir(), "quire-restart-"));
const chromePath = process.env.CHROME_PATH;
/** The service of the second start, whose browsers can be cut off. */
let second: Service | undefined;

afterAll(async () => {
  await second?.stop();
  await rm(state, { recursive: true, force: true });
  if (chromePath === undefined) delete process.env.CHROME_PATH;
  else process.env.CHROME_PATH = chromePath;
  // Browsers that are launched from here on are the usual ones again.
  await ensureBrowser();
});

it("the service keeps keys and files over a restart, and leaves no process behind", async () => {
  const port = await freePort();
  const first = await startService({ port, state });
  const created = generateKey();
  const record = { id: "created", name: "Created beside", createdAt: new Date().toISOString() };
  await putKey({ state }, created, record);
  const link = await makeFile(first.api, created);
  const group = processGroup(first.pid);
  expect(group.length).toBeGreaterThan(1);
  await first.stop();
  // On a busy machine the last of them ends a little after the first.
  await expect.poll(() => processGroup(first.pid), { timeout: 15_000 }).toEqual([]);

  process.env.CHROME_PATH = await browserThatCanBeCut(state);
  const again = await startService({ port, state });
  second = again;
  expect(again.key).toBe(first.key);
  // What deletes files whose links have ended leaves this one.
  expect((await fetch(`${again.api}/cdn-cgi/local/scheduled`)).status).toBe(200);
  const file = await fetch(link);
  expect(file.status).toBe(200);
  expect((await file.text()).slice(0, 5)).toBe("%PDF-");

  const admin = (method: string, route: string) =>
    fetch(`${again.api}/admin/api${route}`, {
      method,
      headers: { Authorization: `Bearer ${again.adminSecret}` },
    });
  const listed = await (await admin("GET", "/keys")).text();
  expect(listed).toContain("Created beside");
  expect(listed).not.toContain(created);
  expect((await admin("POST", "/keys/created/revoke")).status).toBe(200);
  const refused = await fetch(`${again.api}/v1/convert/image-to-pdf`, {
    method: "POST",
    headers: { Authorization: `Bearer ${created}` },
  });
  expect(refused.status).toBe(401);
  expect(await refused.text()).toContain("revoked");
});

it("prints every page although all connections to its browsers are cut meanwhile", async () => {
  const { api, key, pid } = second as Service;
  const print = async (text: string) => {
    const response = await fetch(`${api}/v1/convert/html-to-pdf?format=binary`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ html: `<p>${text}`, delay: 1_500, fallback: "none" }),
    });
    const body = await response.arrayBuffer();
    if (response.status !== 200) return `${response.status} ${new TextDecoder().decode(body)}`;
    const document = mupdf.Document.openDocument(body, "application/pdf");
    return document.loadPage(0).toStructuredText("").asText().trim();
  };
  await print("Warm");
  const doors = descendants(pid).filter(({ pid }) => isDoor(commandLine(pid)));
  expect(doors.length).toBeGreaterThan(0);
  const texts = Array.from({ length: 8 }, (_, index) => `Number ${index}`);
  const printed = Promise.all(texts.map(print));
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  for (const { pid } of doors) process.kill(pid, CUT);
  expect(await printed).toEqual(texts);
});

async function makeFile(api: string, key: string): Promise<string> {
  const image = png({ width: 4, height: 4, colourType: 2, depth: 8, pixel: (x, y) => [x * 60, y * 60, 0] });
  const body = new FormData();
  body.append("file", new File([image as Uint8Array<ArrayBuffer>], "a.png"));
  const response = await fetch(`${api}/v1/convert/image-to-pdf`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}` },
    body,
  });
  return ((await response.json()) as { downloadUrl: string }).downloadUrl;
}

/**
 * The processes that still run in the group which the service's own process leads (proc(5): state and group follow the
 * name).
 */
function processGroup(leader: number): string[] {
  return readdirSync("/proc").filter((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    const [state, , group] = statusOf(entry)
      .replace(/^.*\) /s, "")
      .split(" ");
    return Number(group) === leader && state !== "Z";
  });
}

function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch (error) {
    // It ended between being listed and being read.
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return "";
    throw error;
  }
}
