import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { tinyPdf } from "../../../test/fixtures/pdf.ts";
import { type FileServer, serveFiles } from "../../../test/support/file-server.ts";
import { canMeasureMemory } from "../../../test/support/process-memory.ts";
import { ensureInput } from "../inputs/index.ts";
import { addGrowth, type Growth, growthDuring, warm } from "../lib/growth.ts";
import { type Answer, type Sending, send } from "../lib/http.ts";
import { heldMb } from "../lib/inspector.ts";
import { type LocalService, startLocalService } from "../lib/local-service.ts";
import { newSection, type Section } from "../lib/report.ts";
import { cropPage1, filePart, postJson, upload } from "../lib/requests.ts";

const MAX_MB = 110;
const MAX_CROP_MS = 2000;
/** Time until all hostile requests have begun. */
const HEAD_START_MS = 1000;

type Attack = (service: LocalService) => Sending;

/**
 * Hostile pages and uploads, and a plain crop at the same time: the most that the isolate holds, and how long the crop
 * waits.
 */
export async function hostileSection(): Promise<Section> {
  const section = newSection("Hostile: what the isolate holds at most");
  if (!canMeasureMemory()) {
    section.notes.push("Not measured: memory is read from /proc, which this system does not have.");
    return section;
  }
  const large = new Uint8Array(readFileSync(await ensureInput("B.pdf")));
  const server = await serveFiles(new Map());
  const { posting, unpacking, asking } = attacks(server);
  const uploading: Attack = (service) =>
    upload(
      service,
      "/v1/pdf/crop",
      [filePart("b.pdf", large), { name: "cropData", value: JSON.stringify(cropPage1) }],
      "binary",
    );
  const eight = [posting, unpacking, asking, posting, unpacking, asking, posting, unpacking];
  try {
    for (const [what, together] of [
      ["a page that posts 12 × 7 MB to itself", [posting]],
      ["19 KB of gzip that unpack to 19.5 MB", [unpacking]],
      ["four of those at once", [unpacking, unpacking, unpacking, unpacking]],
      ["a page that opens 1,000 requests at once", [asking]],
      ["eight such pages, and eight uploads of 50 MB", [...eight, ...Array.from({ length: 8 }, () => uploading)]],
    ] as const) {
      await addAttack(section, what, together, server);
    }
  } finally {
    await server.close();
  }
  section.notes.push(
    "A render's time, a wait for room in memory, and whatever else ends a request is an answer here; none may be a 5xx but 503 with Retry-After.",
  );
  return section;
}

function attacks(server: FileServer): Record<"posting" | "unpacking" | "asking", Attack> {
  const page = (html: string): Attack => {
    return (service) => postJson(service, "/v1/convert/html-to-pdf", { html, timeout: 20_000 }, "binary");
  };
  const packed = new Uint8Array(gzipSync(`<p>Large</p><!--${"x".repeat(19_500_000)}-->`));
  return {
    posting: page(
      `<script>for (let i = 0; i < 12; i++) fetch("${server.url("/post")}", { method: "POST", mode: "no-cors", body: "x".repeat(7e6) })</script>`,
    ),
    unpacking: (service) => upload(service, "/v1/convert/html-to-pdf", [filePart("a.html", packed)], "binary"),
    asking: page(
      `<script>for (let i = 0; i < 1000; i++) fetch("${server.url("/asked?")}" + i, { mode: "no-cors" })</script>`,
    ),
  };
}

async function addAttack(
  section: Section,
  what: string,
  together: readonly Attack[],
  server: FileServer,
): Promise<void> {
  const service = await startLocalService({ ALLOW_LOOPBACK_HOSTS: server.host });
  try {
    await warm(service);
    let crop: Answer | undefined;
    const growth = await growthDuring(service, async () => {
      const attacking = Promise.all(together.map((attack) => send(attack(service))));
      await new Promise((resolve) => setTimeout(resolve, HEAD_START_MS));
      crop = await send(plainCrop(service));
      return await attacking;
    });
    addGrowth(section, what, growth, "workerd", `statuses ${statusesOf(growth.answers)}`);
    section.targets.push({ what, value: mostOf(growth), limit: MAX_MB, better: "lower", unit: "MB" });
    const wrong = [...growth.answers, crop as Answer].filter((answer) => !isFair(answer)).length;
    section.targets.push({ what: `${what}: failures of ours`, value: wrong, limit: 0, better: "lower", unit: "" });
    const { status, ms, headers } = crop as Answer;
    const isAnswered = status === 200 && ms <= MAX_CROP_MS;
    const isRefused = status === 503 && headers["retry-after"] !== undefined;
    const note = isRefused ? `refused: 503, Retry-After ${headers["retry-after"]}` : `status ${status}`;
    section.rows.push({ what: `${what}: a crop beside it`, who: "ours", value: ms, unit: "ms", note });
    section.targets.push({
      what: `${what}: crops beside it neither answered in ${MAX_CROP_MS} ms nor refused with Retry-After`,
      value: isAnswered || isRefused ? 0 : 1,
      limit: 0,
      better: "lower",
      unit: "",
    });
  } finally {
    await service.stop();
  }
}

function plainCrop(service: LocalService): Sending {
  const parts = [filePart("tiny.pdf", tinyPdf(1)), { name: "cropData", value: JSON.stringify(cropPage1) }];
  return upload(service, "/v1/pdf/crop", parts, "binary");
}

function isFair({ status, headers }: Answer): boolean {
  return status < 500 || (status === 503 && headers["retry-after"] !== undefined);
}

function mostOf({ isolate }: Growth): number {
  return isolate.length === 0 ? Number.NaN : Math.max(...isolate.map(heldMb));
}

function statusesOf(answers: readonly Answer[]): string {
  return answers
    .map(({ status }) => status)
    .sort()
    .join(" ");
}
