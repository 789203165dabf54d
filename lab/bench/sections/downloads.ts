import { readFileSync } from "node:fs";
import { serveFiles } from "../../../test/support/file-server.ts";
import { canMeasureMemory } from "../../../test/support/process-memory.ts";
import { ensureInput } from "../inputs/index.ts";
import { addGrowth, growthDuring, warm } from "../lib/growth.ts";
import { type Answer, send } from "../lib/http.ts";
import { interleave } from "../lib/interleave.ts";
import { startLocalService } from "../lib/local-service.ts";
import { addTimings, newSection, type Section, timeOf } from "../lib/report.ts";
import { cropPage1, filePart, upload } from "../lib/requests.ts";

/**
 * Downloads of a stored file of nearly 50 MB: whole, by range, by condition. Compared with the same file from a plain
 * Node server.
 */
export async function downloadsSection(rounds: number): Promise<Section> {
  const section = newSection("Downloads: signed links");
  const path = await ensureInput("B.pdf");
  const bytes = new Uint8Array(readFileSync(path));
  const service = await startLocalService();
  const plain = await serveFiles(new Map([["/b.pdf", { type: "application/pdf", bytes }]]));
  try {
    await warm(service);
    const parts = [filePart(path, bytes), { name: "cropData", value: JSON.stringify(cropPage1) }];
    const made = await send(upload(service, "/v1/pdf/crop", parts, "json"));
    if (made.status !== 200) throw new Error(`crop answers ${made.status}`);
    const { downloadUrl } = JSON.parse(new TextDecoder().decode(made.body)) as { downloadUrl: string };
    section.rows.push({ what: "crop and store, JSON answer", who: "ours", value: made.ms, unit: "ms" });
    const get = (url: string, headers: Record<string, string> = {}) => timed(url, headers);
    const first = await send({ url: downloadUrl, method: "HEAD" });
    const etag = String(first.headers.etag ?? "");
    const whole = await interleave(
      [
        { name: "ours", run: () => get(downloadUrl) },
        { name: "plain Node server", run: () => get(plain.url("/b.pdf")) },
      ],
      rounds,
    );
    addTimings(section, "whole file, 52 MB", whole);
    const small = await interleave(
      [
        { name: "64 KB range", run: () => get(downloadUrl, { Range: "bytes=1000000-1065535" }) },
        { name: "last 1 KB", run: () => get(downloadUrl, { Range: "bytes=-1024" }) },
        { name: "If-None-Match", run: () => get(downloadUrl, { "If-None-Match": etag }) },
      ],
      rounds * 3,
    );
    addTimings(section, "part of the file", small);
    section.notes.push(
      `Local R2 keeps objects in files behind a simulator, so these times are of this machine and not of R2; the ${(timeOf(whole, "ours") / timeOf(whole, "plain Node server")).toFixed(1)} × above a plain server hold the signature check, the simulator and the proxy of wrangler dev.`,
    );
    if (canMeasureMemory()) {
      const download = () => send({ url: downloadUrl, method: "GET", discard: true });
      const growth = await growthDuring(service, () => Promise.all(Array.from({ length: 4 }, download)));
      const statuses = growth.answers.map(({ status }) => status).join(" ");
      addGrowth(section, "four downloads at once, peak over idle", growth, "workerd with R2", `statuses ${statuses}`);
    }
  } finally {
    await Promise.all([service.stop(), plain.close()]);
  }
  return section;
}

async function timed(url: string, headers: Record<string, string>): Promise<number> {
  const answer: Answer = await send({ url, method: "GET", headers, discard: true });
  if (![200, 206, 304].includes(answer.status)) throw new Error(`the link answers ${answer.status}`);
  return answer.ms;
}
