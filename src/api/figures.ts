import type { RenderingNotes } from "../html/session/rendering-notes.ts";
import type { Use } from "../usage/tally.ts";

/**
 * One row of Workers Analytics Engine for each request, if the deployment has a dataset (docs/run/operations.md names
 * the columns). The platform samples by the index when there are very many rows. A row never contains a document's
 * content or a key.
 */
export function writePoint(figures: Env["FIGURES"], use: Use, html: RenderingNotes | undefined): void {
  const { keyId, operation, status, code, milliseconds, bytesIn, bytesOut } = use;
  const [method = ""] = Object.keys(html?.methods ?? {});
  figures?.writeDataPoint({
    indexes: [keyId],
    blobs: [operation, code ?? "", method, html?.sealing ?? "", html?.problems[0]?.slice(0, 200) ?? ""],
    doubles: [
      status,
      milliseconds,
      bytesIn,
      bytesOut,
      html?.usedFallback ? 1 : 0,
      html?.launches ?? 0,
      html?.waitedMs ?? 0,
      html?.browserMs ?? 0,
    ],
  });
}
