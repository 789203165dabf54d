import { readFileSync } from "node:fs";
import { familyCpuMs } from "../../../test/support/process-memory.ts";
import { ensureInput } from "../inputs/index.ts";
import { type Sending, send } from "../lib/http.ts";
import { startLocalService } from "../lib/local-service.ts";
import { startEchoWorker } from "../lib/peer-worker.ts";
import type { Section } from "../lib/report.ts";
import { filePart, upload } from "../lib/requests.ts";
import { median } from "../lib/statistics.ts";

const COUNT = 30;
const ROUNDS = 5;
const MAX_CPU_MS = 2_000;

/**
 * What a request of many photos costs workerd, by the time that the system charges it: the same on a busy machine.
 * With links, Miniflare's R2 writes the file in that process too. The echo Worker only reads such a body and sends it
 * back, through two processes of workerd.
 */
export async function addCpu(section: Section): Promise<void> {
  const photo = new Uint8Array(readFileSync(await ensureInput("medium.jpg")));
  const parts = Array.from({ length: COUNT }, (_, at) => ({
    ...filePart("medium.jpg", commented(photo, at)),
    fileName: `${at}.jpg`,
  }));
  const what = `${COUNT} JPEGs of ${Math.round((photo.length * COUNT) / 1e6)} MB in one request: CPU of workerd`;
  const service = await startLocalService();
  try {
    for (const format of ["binary", "json"] as const) {
      const sending = upload(service, "/v1/convert/image-to-pdf", parts, format);
      const value = await cpuOf(service.root, sending);
      section.rows.push({ what, who: format === "json" ? "ours, with links" : "ours", value, unit: "ms" });
      if (format === "binary") section.targets.push({ what, value, limit: MAX_CPU_MS, better: "lower", unit: "ms" });
    }
  } finally {
    await service.stop();
  }
  const echo = await startEchoWorker();
  try {
    const sending = { ...upload({ api: echo.url, key: "" }, "", parts, "binary"), url: echo.url };
    const value = await cpuOf(echo.root, sending);
    section.rows.push({ what, who: "echo", value, unit: "ms" });
  } finally {
    await echo.stop();
  }
}

/** The photo with a comment of its own (COM), so that no two are the same file. */
function commented(photo: Uint8Array, at: number): Uint8Array {
  return Buffer.concat([photo.subarray(0, 2), Uint8Array.of(0xff, 0xfe, 0, 3, at), photo.subarray(2)]);
}

async function cpuOf(root: number, sending: Sending): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const before = familyCpuMs(root).workerd;
    const { status } = await send(sending);
    if (status !== 200) throw new Error(`status ${status}`);
    // The first one also loads what it needs.
    if (round > 0) taken.push(familyCpuMs(root).workerd - before);
  }
  return median(taken);
}
