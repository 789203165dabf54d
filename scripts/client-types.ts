import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { clientTypes, type Document } from "./lib/client-types.ts";
import { PROJECT, startService } from "./lib/service.ts";

/** Writes the client's types from the service's own OpenAPI document. */
const state = await mkdtemp(path.join(os.tmpdir(), "quire-types-"));
const service = await startService({ port: Number(process.env.PORT ?? 8799), state });
try {
  const document = (await (await fetch(`${service.api}/openapi.json`)).json()) as Document;
  const file = path.join(PROJECT, "client", "src", "types.ts");
  await writeFile(file, clientTypes(document));
  console.log(`${path.relative(PROJECT, file)} is written.`);
} finally {
  await service.stop();
  await rm(state, { recursive: true, force: true });
}
