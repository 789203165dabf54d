import { hostilePdfs } from "../../../test/fixtures/hostile/pdfs.ts";
import { type Hostile, hostileRequests } from "../../../test/fixtures/hostile/requests.ts";
import { tinyPdf } from "../../../test/fixtures/pdf.ts";
import { EngineProcess } from "../lib/engine-process.ts";
import { warm } from "../lib/growth.ts";
import { type Answer, bearer, type Sending, send } from "../lib/http.ts";
import { type LocalService, startLocalService } from "../lib/local-service.ts";
import { figure, newSection, type Section } from "../lib/report.ts";
import { cropPage1, filePart, upload } from "../lib/requests.ts";

const MAX_CPU_MS = 2000;
const MAX_MB = 100;
const MAX_WAIT_MS = 500;
/** The old space of a child, as small as an isolate's: garbage would count as growth otherwise. */
const HEAP_MB = 96;
/** Three requests take at least so long, so that the key's limit of a minute is not reached. */
const ROUND_MS = 700;
/** Time until the hostile request has begun. */
const HEAD_START_MS = 100;
const NOTICE_MS = 20;

interface Measured {
  readonly outcome: string;
  readonly grown: number;
  readonly size: number;
  readonly steps: number;
}

/** What each small file that asks for much costs the engine: CPU and memory, each in a process of its own. */
export async function hostileFilesSection(): Promise<Section> {
  const section = newSection("Hostile files: what each costs the engine");
  let [mostMs, mostMb, failures] = [0, 0, 0];
  for (const { name } of hostilePdfs) {
    const engine = new EngineProcess("hostile.ts", HEAP_MB);
    try {
      const { ms, note = "{}" } = await engine.run("hostile", [name]);
      const { outcome, grown, size, steps } = JSON.parse(note) as Measured;
      mostMs = Math.max(mostMs, ms);
      mostMb = Math.max(mostMb, grown);
      if (outcome.startsWith("FAILED")) failures++;
      const facts = `${figure(grown)} MB more; ${size} bytes; ${steps} steps; ${outcome}`;
      section.rows.push({ what: name, who: "ours", value: ms, unit: "ms", note: facts });
    } catch (error) {
      failures++;
      section.rows.push({ what: name, who: "ours", value: Number.NaN, unit: "ms", note: String(error) });
    } finally {
      engine.stop();
    }
  }
  section.targets.push(
    { what: "CPU of the dearest", value: mostMs, limit: MAX_CPU_MS, better: "lower", unit: "ms" },
    { what: "memory of the largest", value: mostMb, limit: MAX_MB, better: "lower", unit: "MB" },
    { what: "failures", value: failures, limit: 0, better: "lower", unit: "" },
  );
  return section;
}

/** How long a neighbour waits while each of them is answered, and that no answer is a failure of ours. */
export async function hostileNeighboursSection(): Promise<Section> {
  const section = newSection("Hostile requests: how long a neighbour waits");
  const service = await startLocalService();
  let [longest, failures] = [0, 0];
  try {
    await warm(service);
    for (const hostile of hostileRequests) {
      const sending = requestOf(service, hostile);
      // Making a file holds this process. Connections that were closed meanwhile are noticed now.
      await new Promise((resolve) => setTimeout(resolve, NOTICE_MS));
      const pause = new Promise((resolve) => setTimeout(resolve, ROUND_MS));
      const attack = send(sending);
      await new Promise((resolve) => setTimeout(resolve, HEAD_START_MS));
      const neighbours = await Promise.all([send(healthOf(service)), send(plainCrop(service))]);
      const answer = await attack;
      await pause;
      const wait = Math.max(...neighbours.map(({ ms }) => ms));
      longest = Math.max(longest, wait);
      failures += [answer, ...neighbours].filter(isFailure).length;
      const note = `status ${answer.status} in ${figure(answer.ms)} ms; beside it ${neighbours.map(({ status }) => status).join(" and ")}`;
      section.rows.push({ what: hostile.name, who: "a neighbour", value: wait, unit: "ms", note });
    }
  } finally {
    await service.stop();
  }
  section.targets.push(
    { what: "the longest wait of a neighbour", value: longest, limit: MAX_WAIT_MS, better: "lower", unit: "ms" },
    { what: "failures of ours", value: failures, limit: 0, better: "lower", unit: "" },
  );
  return section;
}

function requestOf(service: LocalService, { make }: Hostile): Sending {
  const { path, fields = {}, file, json } = make();
  if (json !== undefined) {
    const headers = { ...bearer(service.key), "Content-Type": "application/json" };
    return { url: `${service.api}${path}`, headers, pieces: [Buffer.from(json)] };
  }
  const parts = Object.entries(fields).map(([name, value]) => ({ name, value }));
  return upload(service, path, [...(file ? [filePart(file.name, file.bytes)] : []), ...parts], "json");
}

function healthOf({ api }: LocalService): Sending {
  return { url: `${api}/health`, method: "GET" };
}

function plainCrop(service: LocalService): Sending {
  const parts = [filePart("tiny.pdf", tinyPdf(1)), { name: "cropData", value: JSON.stringify(cropPage1) }];
  return upload(service, "/v1/pdf/crop", parts, "binary");
}

function isFailure({ status, headers }: Answer): boolean {
  return status >= 500 && !(status === 503 && headers["retry-after"] !== undefined);
}
