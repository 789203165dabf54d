import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInput, type InputName } from "../inputs/index.ts";
import { addGrowth, type Growth, growthOf, warm } from "../lib/growth.ts";
import { type Sending, send } from "../lib/http.ts";
import { type Contender, interleave } from "../lib/interleave.ts";
import { type LocalService, startLocalService } from "../lib/local-service.ts";
import { found, timeProcess } from "../lib/peers.ts";
import { canMeasureMemory } from "../lib/process-memory.ts";
import { addTimings, newSection, type Section, timeOf } from "../lib/report.ts";
import { filePart, upload } from "../lib/requests.ts";

/** Whole requests to the warm service against img2pdf's process: times faster, as the issue asks. */
const asked: Partial<Record<InputName, number>> = {
  "large.jpg": 2,
  "rgb.png": 5,
  "rgba.png": 3,
  "g4.tif": 3,
  "lzw.tif": 4,
};

/** Most growth of workerd in MB. */
const memory: Partial<Record<InputName, number>> = {
  "rgb.png": 60,
  "rgba.png": 60,
  "lzw.tif": 60,
  "large.jpg": 60,
  "lossy.webp": 110,
  "lossless.webp": 110,
  "alpha.webp": 110,
};

const route = "/v1/convert/image-to-pdf";

export async function imagesHttpSection(rounds: number): Promise<Section> {
  const section = newSection("Images: over HTTP, binary answer");
  const output = join(tmpdir(), `quire-bench-images-http-${process.pid}.pdf`);
  const service = await startLocalService();
  try {
    await warm(service);
    for (const [name, limit] of Object.entries(asked) as [InputName, number][]) {
      const path = await ensureInput(name);
      const sending = await requestOf(name)(service);
      const contenders: Contender[] = [{ name: "ours", run: () => timedSend(sending) }];
      if (found("img2pdf"))
        contenders.push({ name: "img2pdf", run: () => timeProcess("img2pdf", [path, "-o", output]) });
      const timings = await interleave(contenders, rounds);
      addTimings(section, name, timings);
      const value = timeOf(timings, "img2pdf") / timeOf(timings, "ours");
      section.targets.push({
        what: `${name}: request against img2pdf's process`,
        value,
        limit,
        better: "higher",
        unit: "×",
      });
    }
  } finally {
    await service.stop();
    rmSync(output, { force: true });
  }
  if (canMeasureMemory()) await addMemory(section);
  return section;
}

function requestOf(name: InputName): (service: LocalService) => Promise<Sending> {
  return async (service) => {
    const path = await ensureInput(name);
    return upload(service, route, [filePart(path, new Uint8Array(readFileSync(path)))], "binary");
  };
}

async function timedSend(sending: Sending): Promise<number> {
  const answer = await send(sending);
  if (answer.status !== 200) throw new Error(`status ${answer.status}`);
  return answer.ms;
}

async function addMemory(section: Section): Promise<void> {
  for (const [name, limit] of Object.entries(memory) as [InputName, number][]) {
    const path = await ensureInput(name);
    const parts = [filePart(path, new Uint8Array(readFileSync(path)))];
    const growth = await growthOf((service) => [upload(service, route, parts, "binary")]);
    judgeGrowth(section, name, growth, limit);
  }
  const photo = await ensureInput("medium.jpg");
  const bytes = new Uint8Array(readFileSync(photo));
  const parts = Array.from({ length: 50 }, (_, index) => ({
    ...filePart(photo, bytes),
    fileName: `photo-${index}.jpg`,
  }));
  const growth = await growthOf((service) => [upload(service, route, parts, "binary")]);
  judgeGrowth(section, "fifty JPEGs of 2 MB in one request", growth, 130);
}

function judgeGrowth(section: Section, name: string, growth: Growth, limit: number): void {
  const what = `${name}: peak over idle`;
  const status = growth.answers[0]?.status;
  addGrowth(section, what, growth, "workerd", `status ${status}`);
  // A refusal needs little memory, and meets nothing.
  section.targets.push({ what, value: status === 200 ? growth.mb : Number.NaN, limit, better: "lower", unit: "MB" });
}
