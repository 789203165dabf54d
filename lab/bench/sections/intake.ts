import { readFileSync } from "node:fs";
import { serveFiles } from "../../../test/support/file-server.ts";
import { canMeasureMemory } from "../../../test/support/process-memory.ts";
import { ensureInput } from "../inputs/index.ts";
import { addGrowth, growthOf } from "../lib/growth.ts";
import type { Sending } from "../lib/http.ts";
import type { LocalService } from "../lib/local-service.ts";
import { newSection, type Section } from "../lib/report.ts";
import { cropPage1, filePart, postJson, upload } from "../lib/requests.ts";

const route = "/v1/pdf/crop";

/** Refused when the whole body has been read, so that nothing but intake is measured. */
const beyondTheEnd = [{ pageNumber: 9999, cropArea: { x: 50, y: 50, width: 300, height: 400 } }];

type Door = (service: LocalService, cropData: unknown) => Sending;

/**
 * Each way of sending a PDF of nearly 50 MB: intake alone, then with a crop of one page and the answer streamed back.
 */
export async function intakeSection(): Promise<Section> {
  const section = newSection("Intake: memory of workerd over idle, 49.6 MiB PDF");
  if (!canMeasureMemory()) {
    section.notes.push("Not measured: memory is read from /proc, which this system does not have.");
    return section;
  }
  const path = await ensureInput("B.pdf");
  const bytes = new Uint8Array(readFileSync(path));
  const server = await serveFiles(new Map([["/b.pdf", { type: "application/pdf", bytes }]]));
  const vars = { ALLOW_LOOPBACK_HOSTS: server.host };
  const multipart: Door = (service, cropData) =>
    upload(service, route, [filePart(path, bytes), { name: "cropData", value: JSON.stringify(cropData) }], "binary");
  const base64: Door = (service, cropData) => postJson(service, route, { cropData }, "binary", bytes);
  const url: Door = (service, cropData) => postJson(service, route, { url: server.url("/b.pdf"), cropData }, "binary");
  try {
    await addDoor(section, "multipart", multipart, 85, vars);
    await addDoor(section, "JSON base64", base64, 95, vars);
    await addDoor(section, "url", url, undefined, vars);
    await addEight(section, multipart);
  } finally {
    await server.close();
  }
  return section;
}

async function addDoor(
  section: Section,
  name: string,
  door: Door,
  cropLimit: number | undefined,
  vars: Record<string, string>,
): Promise<void> {
  const add = async (what: string, cropData: unknown, status: number, limit: number | undefined): Promise<void> => {
    const growth = await growthOf((service) => [door(service, cropData)], vars);
    const [answer] = growth.answers;
    addGrowth(section, what, growth, "workerd", `status ${answer?.status}, ${Math.round(answer?.ms ?? 0)} ms`);
    const value = answer?.status === status ? growth.mb : Number.NaN;
    if (limit !== undefined) section.targets.push({ what, value, limit, better: "lower", unit: "MB" });
  };
  await add(`${name}: intake`, beyondTheEnd, 400, 70);
  await add(`${name}: intake and crop`, cropPage1, 200, cropLimit);
}

async function addEight(section: Section, door: Door): Promise<void> {
  const growth = await growthOf((service) => Array.from({ length: 8 }, () => door(service, cropPage1)));
  const { mb, answers } = growth;
  const statuses = answers
    .map((answer) => answer.status)
    .sort()
    .join(" ");
  addGrowth(section, "eight at once", growth, "workerd", `statuses ${statuses}`);
  section.targets.push({ what: "eight at once", value: mb, limit: 160, better: "lower", unit: "MB" });
  const ended = answers.filter(({ status, headers }) => status === 200 || (status === 503 && headers["retry-after"]));
  section.targets.push({
    what: "eight at once: 200, or 503 with Retry-After",
    value: ended.length,
    limit: 8,
    better: "higher",
    unit: "",
  });
}
