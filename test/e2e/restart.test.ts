import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { putKey } from "../../scripts/lib/local-keys.ts";
import { startService } from "../../scripts/lib/service.ts";
import { generateKey } from "../../src/keys/format.ts";
import { png } from "../images/fixtures/png.ts";
import { freePort } from "../support/ports.ts";

it("keeps keys and files over a restart, and leaves no process behind", async () => {
  const state = await mkdtemp(path.join(os.tmpdir(), "quire-restart-"));
  const port = await freePort();
  const first = await startService({ port, state });
  const created = generateKey();
  const record = { id: "created", name: "Created beside", createdAt: new Date().toISOString() };
  await putKey({ state }, created, record);
  const link = await makeFile(first.api, created);
  const group = processGroup(first.pid);
  expect(group.length).toBeGreaterThan(1);
  await first.stop();
  expect(processGroup(first.pid)).toEqual([]);

  const second = await startService({ port, state });
  try {
    expect(second.key).toBe(first.key);
    // What deletes files whose links have ended leaves this one.
    expect((await fetch(`${second.api}/cdn-cgi/handler/scheduled`)).status).toBe(200);
    const file = await fetch(link);
    expect(file.status).toBe(200);
    expect((await file.text()).slice(0, 5)).toBe("%PDF-");

    const admin = (method: string, route: string) =>
      fetch(`${second.api}/admin/api${route}`, {
        method,
        headers: { Authorization: `Bearer ${second.adminSecret}` },
      });
    const listed = await (await admin("GET", "/keys")).text();
    expect(listed).toContain("Created beside");
    expect(listed).not.toContain(created);
    expect((await admin("POST", "/keys/created/revoke")).status).toBe(200);
    const refused = await fetch(`${second.api}/v1/convert/image-to-pdf`, {
      method: "POST",
      headers: { Authorization: `Bearer ${created}` },
    });
    expect(refused.status).toBe(401);
    expect(await refused.text()).toContain("revoked");
  } finally {
    await second.stop();
    await rm(state, { recursive: true, force: true });
  }
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
