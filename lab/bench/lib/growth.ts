import { tinyPdf } from "../../../test/fixtures/pdf.ts";
import { peakMb, resetPeak } from "../../../test/support/process-memory.ts";
import { type Answer, type Sending, send } from "./http.ts";
import { heldMb, type Inspector, type IsolateMemory, openInspector } from "./inspector.ts";
import { idleMb, type LocalService, startLocalService } from "./local-service.ts";
import type { Section } from "./report.ts";
import { cropPage1, filePart, upload } from "./requests.ts";

export interface Growth {
  /** Peak of workerd's resident memory over the idle level before, in MB. */
  mb: number;
  /** What the isolate itself held, looked at from time to time while it worked. */
  isolate: IsolateMemory[];
  answers: Answer[];
}

const LOOK_EVERY_MS = 25;
/** An isolate answers only between two turns. With fewer looks than this, the peak may have been missed. */
const LEAST_LOOKS = 3;

/**
 * Starts a fresh service, warms it with a small request so that its code is loaded, and measures it while it serves
 * `requests`, all sent at once.
 */
export async function growthOf(
  requests: (service: LocalService) => readonly Sending[],
  vars: Record<string, string> = {},
): Promise<Growth> {
  const service = await startLocalService(vars);
  try {
    await warm(service);
    return await growthDuring(service, () => Promise.all(requests(service).map(send)));
  } finally {
    await service.stop();
  }
}

export async function growthDuring(service: LocalService, work: () => Promise<Answer[]>): Promise<Growth> {
  const inspector = await openInspector(service.worker);
  const idle = await idleMb(service.worker);
  resetPeak(service.worker);
  const [answers, isolate] = await watched(inspector, work());
  inspector?.close();
  return { mb: peakMb(service.worker) - idle, isolate, answers };
}

/** The result of the work, and what the isolate held during it. */
async function watched<T>(inspector: Inspector | undefined, work: Promise<T>): Promise<[T, IsolateMemory[]]> {
  const seen: IsolateMemory[] = [];
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  while (inspector !== undefined && !isOver) {
    const memory = await inspector.memory();
    if (memory) seen.push(memory);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return [await work, seen];
}

/** One row for the process, and one for the most that the isolate held. The platform's limit applies to the second. */
export function addGrowth(section: Section, what: string, { mb, isolate }: Growth, who: string, note: string): void {
  section.rows.push({ what, who, value: mb, unit: "MB", note });
  if (isolate.length < LEAST_LOOKS) return;
  const most = isolate.reduce((a, b) => (heldMb(b) > heldMb(a) ? b : a));
  section.rows.push({
    what,
    who: "isolate, in all",
    value: heldMb(most),
    unit: "MB",
    note: `heap ${most.heapMb.toFixed(0)}, backing stores ${most.backingMb.toFixed(0)}; most of ${isolate.length} looks`,
  });
}

/** One request: its time, its status and the most that the isolate holds for it, which is to stay below `isolateMb`. */
export async function addHeld(
  section: Section,
  what: string,
  isolateMb: number,
  request: (service: LocalService) => Sending,
): Promise<void> {
  const growth = await growthOf((service) => [request(service)]);
  const [answer] = growth.answers;
  const note = `status ${answer?.status}, ${((answer?.bytes ?? 0) / 1e6).toFixed(0)} MB sent`;
  section.rows.push({ what, who: "whole request", value: answer?.ms ?? Number.NaN, unit: "ms", note });
  addGrowth(section, what, growth, "workerd, over idle", "");
  const held = section.rows.at(-1);
  const value = held?.who === "isolate, in all" && answer?.status === 200 ? held.value : Number.NaN;
  section.targets.push({ what: `${what}, isolate`, value, limit: isolateMb, better: "lower", unit: "MB" });
}

export async function warm(service: LocalService): Promise<void> {
  const parts = [filePart("tiny.pdf", tinyPdf(1)), { name: "cropData", value: JSON.stringify(cropPage1) }];
  for (let i = 0; i < 3; i++) {
    const { status } = await send(upload(service, "/v1/pdf/crop", parts, "binary"));
    if (status !== 200) throw new Error(`a small crop answers ${status}`);
  }
}
