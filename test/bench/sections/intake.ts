import { readFileSync } from "node:fs";
import { ensureInput } from "../inputs/index.ts";
import { serveFiles } from "../lib/file-server.ts";
import { type Growth, growthOf } from "../lib/growth.ts";
import { canMeasureMemory } from "../lib/process-memory.ts";
import { newSection, type Section } from "../lib/report.ts";
import { cropPage1, filePart, postJson, upload } from "../lib/requests.ts";

/** Each door with a PDF of nearly 50 MB; crop of one page, the answer streamed back, stands for the operation. */
export async function intakeSection(): Promise<Section> {
  const section = newSection("Intake: memory of workerd over idle, 49.6 MiB PDF");
  if (!canMeasureMemory()) {
    section.notes.push("Not measured: memory is read from /proc, which this system does not have.");
    return section;
  }
  const path = await ensureInput("B.pdf");
  const bytes = new Uint8Array(readFileSync(path));
  const parts = [filePart(path, bytes), { name: "cropData", value: JSON.stringify(cropPage1) }];
  const single = async (what: string, limits: readonly [string, number][], measured: Growth): Promise<void> => {
    const [answer] = measured.answers;
    const note = `status ${answer?.status}, ${Math.round(answer?.ms ?? 0)} ms`;
    section.rows.push({ what, who: "workerd", value: measured.mb, unit: "MB", note });
    for (const [who, limit] of limits) {
      section.targets.push({ what: `${what} (${who})`, value: measured.mb, limit, better: "lower", unit: "MB" });
    }
  };
  await single(
    "multipart",
    [
      ["intake", 70],
      ["crop", 85],
    ],
    await growthOf((service) => [upload(service, "/v1/pdf/crop", parts, "binary")]),
  );
  await single(
    "JSON base64",
    [
      ["intake", 70],
      ["crop", 95],
    ],
    await growthOf((service) => [postJson(service, "/v1/pdf/crop", { cropData: cropPage1 }, "binary", bytes)]),
  );
  const server = await serveFiles(new Map([["/b.pdf", { type: "application/pdf", bytes }]]));
  try {
    const body = { url: server.url("/b.pdf"), cropData: cropPage1 };
    await single(
      "url",
      [["intake", 70]],
      await growthOf((service) => [postJson(service, "/v1/pdf/crop", body, "binary")], {
        ALLOW_LOOPBACK_HOSTS: server.host,
      }),
    );
  } finally {
    await server.close();
  }
  const eight = await growthOf((service) =>
    Array.from({ length: 8 }, () => upload(service, "/v1/pdf/crop", parts, "binary")),
  );
  const statuses = eight.answers
    .map((answer) => answer.status)
    .sort()
    .join(" ");
  section.rows.push({
    what: "eight at once",
    who: "workerd",
    value: eight.mb,
    unit: "MB",
    note: `statuses ${statuses}`,
  });
  section.targets.push({ what: "eight at once", value: eight.mb, limit: 160, better: "lower", unit: "MB" });
  const ended = eight.answers.filter(
    ({ status, headers }) => status === 200 || (status === 503 && headers["retry-after"]),
  );
  section.targets.push({
    what: "eight at once: 200, or 503 with Retry-After",
    value: ended.length,
    limit: 8,
    better: "higher",
    unit: "",
  });
  return section;
}
