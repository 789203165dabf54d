import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canMeasureMemory } from "../../../test/support/process-memory.ts";
import { ensureInput, type InputName } from "../inputs/index.ts";
import { addGrowth, type Growth, growthOf, warm } from "../lib/growth.ts";
import { type Sending, send } from "../lib/http.ts";
import { heldMb } from "../lib/inspector.ts";
import { type Contender, interleave } from "../lib/interleave.ts";
import { type LocalService, startLocalService } from "../lib/local-service.ts";
import { found, timeProcess } from "../lib/peers.ts";
import { addTimings, newSection, type Section, timeOf } from "../lib/report.ts";
import { filePart, upload } from "../lib/requests.ts";
import { addCpu } from "./images-cpu.ts";

/** Targets: how many times faster a whole request to the warm service is than a process of img2pdf. */
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
  // What the limits promise, at its edge.
  "adam7-24.png": 90,
  "rgba-48.png": 110,
  "lzw-100.tif": 80,
};

/** Images of one request: their kind and number, and the most MB of the isolate's 128. */
const together: { name: InputName; count: number; isolateMb: number }[] = [
  { name: "medium.jpg", count: 50, isolateMb: 60 },
  { name: "large-rgba.png", count: 2, isolateMb: 100 },
  { name: "adam7.png", count: 5, isolateMb: 100 },
  { name: "plain.tif", count: 2, isolateMb: 100 },
];

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
  if (canMeasureMemory()) await addCpu(section);
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
  for (const { name, count, isolateMb } of together) await addTogether(section, name, count, isolateMb);
}

/**
 * Several images in one request, judged by the most that the isolate held. The process also holds the stand-in for R2.
 */
async function addTogether(section: Section, name: InputName, count: number, limit: number): Promise<void> {
  const path = await ensureInput(name);
  const bytes = new Uint8Array(readFileSync(path));
  const parts = Array.from({ length: count }, (_, index) => ({
    ...filePart(path, bytes),
    fileName: `${index}-${name}`,
  }));
  const growth = await growthOf((service) => [upload(service, route, parts, "binary")]);
  const [answer] = growth.answers;
  const result = JSON.parse(String(answer?.headers["quire-result"] ?? "{}")) as { originalImageCount?: number };
  const what = `${count} × ${name} of ${(bytes.length / 1e6).toFixed(0)} MB in one request: isolate`;
  addGrowth(section, what, growth, "workerd", `status ${answer?.status}, ${result.originalImageCount} converted`);
  // Without a look at the isolate there is no verdict, and refused or left out images meet no target.
  const isWhole = answer?.status === 200 && result.originalImageCount === count && growth.isolate.length > 0;
  const value = isWhole ? Math.max(...growth.isolate.map(heldMb)) : Number.NaN;
  section.targets.push({ what, value, limit, better: "lower", unit: "MB" });
}

function judgeGrowth(section: Section, name: string, growth: Growth, limit: number): void {
  const what = `${name}: peak over idle`;
  const status = growth.answers[0]?.status;
  addGrowth(section, what, growth, "workerd", `status ${status}`);
  // A refusal needs little memory, and meets no target.
  section.targets.push({ what, value: status === 200 ? growth.mb : Number.NaN, limit, better: "lower", unit: "MB" });
}
