import { readFileSync } from "node:fs";
import { canMeasureMemory } from "../../../test/support/process-memory.ts";
import { ensureInput } from "../inputs/index.ts";
import { addGrowth, growthOf, warm } from "../lib/growth.ts";
import { type Answer, type Sending, send } from "../lib/http.ts";
import { interleave } from "../lib/interleave.ts";
import { startLocalService } from "../lib/local-service.ts";
import { startEchoWorker } from "../lib/peer-worker.ts";
import { addTimings, newSection, type Section, timeOf } from "../lib/report.ts";
import { filePart, upload } from "../lib/requests.ts";

const everyPage = JSON.stringify([{ pageNumber: 1, cropArea: { x: 50, y: 50, width: 300, height: 400 } }]);

/** A whole request, compared with a Worker that only reads the body into one buffer and sends it back. */
export async function cropHttpSection(rounds: number): Promise<Section> {
  const section = newSection("Crop: over HTTP, binary answer");
  const echo = await startEchoWorker();
  const service = await startLocalService();
  try {
    await warm(service);
    for (const name of ["A.pdf", "D.pdf", "B.pdf"] as const) {
      const path = await ensureInput(name);
      const parts = [
        filePart(path, new Uint8Array(readFileSync(path))),
        { name: "cropData", value: everyPage },
        { name: "cropMode", value: "all" },
      ];
      const cropping = upload(service, "/v1/pdf/crop", parts, "binary");
      const echoing = { ...cropping, url: echo.url };
      const timings = await interleave(
        [
          { name: "ours", run: () => timedSend(cropping) },
          { name: "read and send back", run: () => timedSend(echoing) },
        ],
        rounds,
      );
      const what = `${name.slice(0, -4)}: crop all pages`;
      addTimings(section, what, timings);
      const value = timeOf(timings, "ours") / timeOf(timings, "read and send back");
      section.targets.push({
        what: `${what}, against reading and sending back`,
        value,
        limit: 1.6,
        better: "lower",
        unit: "×",
      });
    }
  } finally {
    await Promise.all([service.stop(), echo.stop()]);
  }
  if (canMeasureMemory()) await addMemory(section);
  return section;
}

async function timedSend(sending: Sending): Promise<number> {
  const answer: Answer = await send(sending);
  if (answer.status !== 200) throw new Error(`status ${answer.status}`);
  return answer.ms;
}

/** All pages of the largest documents, each on a fresh service. */
async function addMemory(section: Section): Promise<void> {
  for (const name of ["A.pdf", "D.pdf", "Dx.pdf"] as const) {
    const path = await ensureInput(name);
    const parts = [
      filePart(path, new Uint8Array(readFileSync(path))),
      { name: "cropData", value: everyPage },
      { name: "cropMode", value: "all" },
    ];
    const growth = await growthOf((service) => [upload(service, "/v1/pdf/crop", parts, "binary")]);
    const what = `${name.slice(0, -4)}: peak over idle, crop all pages`;
    addGrowth(section, what, growth, "workerd", `status ${growth.answers[0]?.status}`);
    section.targets.push({ what, value: growth.mb, limit: 85, better: "lower", unit: "MB" });
  }
}
