import { readFileSync, statSync } from "node:fs";
import { canMeasureMemory } from "../../../test/support/process-memory.ts";
import { ensureInput, type InputName } from "../inputs/index.ts";
import { addHeld, warm } from "../lib/growth.ts";
import { send } from "../lib/http.ts";
import { startLocalService } from "../lib/local-service.ts";
import { newSection, type Section } from "../lib/report.ts";
import { cropPage1, filePart, upload } from "../lib/requests.ts";

/** What a Worker's isolate may hold, in MB. */
const isolateMb = 128;

interface Edge {
  readonly file: InputName;
  readonly what: string;
  /** Pages a part, of a split of all of it. */
  readonly every: number;
}

/** Documents at the edges of what is taken. */
const edges: readonly Edge[] = [
  { file: "P100000.pdf", what: "100,000 pages", every: 10 },
  { file: "O1000000.pdf", what: "1,000,000 objects", every: 1 },
  { file: "S600000.pdf", what: "600,000 objects in streams", every: 1 },
  { file: "N256.pdf", what: "page tree of 256 levels", every: 1 },
];

const beyond: readonly { file: InputName; what: string; operation: "crop" | "split" }[] = [
  { file: "P100001.pdf", what: "100,001 pages", operation: "crop" },
  { file: "N257.pdf", what: "page tree of 257 levels", operation: "crop" },
  { file: "S1000000.pdf", what: "1,000,000 objects in streams", operation: "split" },
];

/** The request for each document, as fields of a form. */
const fieldsOf = {
  crop: () => ({ cropData: JSON.stringify(cropPage1) }),
  split: (every: number) => ({ splitMode: "ranges", every: String(every) }),
};

function requestParts(path: string, fields: Record<string, string>) {
  const file = filePart(path, new Uint8Array(readFileSync(path)));
  return [file, ...Object.entries(fields).map(([name, value]) => ({ name, value }))];
}

/** Time and memory of one request for each document, each on its own service. What is beyond a limit is refused. */
export async function ceilingsSection(): Promise<Section> {
  const section = newSection("Documents at the edges");
  for (const { file, what, every } of canMeasureMemory() ? edges : []) {
    const path = await ensureInput(file);
    const mb = (statSync(path).size / 1e6).toFixed(1);
    const works = [
      { name: "crop page 1", route: "/v1/pdf/crop", fields: fieldsOf.crop() },
      { name: `split every ${every}`, route: "/v1/pdf/split", fields: fieldsOf.split(every) },
    ];
    for (const { name, route, fields } of works) {
      const parts = requestParts(path, fields);
      const label = `${what} (${mb} MB): ${name}`;
      await addHeld(section, label, isolateMb, (service) => upload(service, route, parts, "binary"));
    }
  }
  await addRefusals(section);
  return section;
}

async function addRefusals(section: Section): Promise<void> {
  const service = await startLocalService();
  try {
    await warm(service);
    for (const { file, what, operation } of beyond) {
      const parts = requestParts(await ensureInput(file), fieldsOf[operation](1));
      const answer = await send(upload(service, `/v1/pdf/${operation}`, parts, "json"));
      const { error } = JSON.parse(new TextDecoder().decode(answer.body)) as { error?: { message: string } };
      section.notes.push(`${what}: ${operation} refused with ${answer.status}, “${error?.message}”`);
    }
  } finally {
    await service.stop();
  }
}
