import { store } from "./drafts.ts";
import type { ToolName } from "./share.ts";

const KEY = ["handed"];

/** Files that another page of this site took in: they wait in this browser for the studio, which forgets them. */
export async function handOver(files: readonly File[], tool: ToolName): Promise<void> {
  await store("readwrite", (rows) => rows.put(files, KEY));
  location.href = `/studio#${tool}`;
}

export async function takeHanded(): Promise<File[]> {
  try {
    const files = await store<File[] | undefined>("readonly", (rows) => rows.get(KEY));
    if (files) await store("readwrite", (rows) => rows.delete(KEY));
    return files ?? [];
  } catch {
    return [];
  }
}
