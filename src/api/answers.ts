import { contentStream } from "../deliver/content.ts";
import { asciiJson, attachment } from "../deliver/headers.ts";
import { Spill } from "../deliver/spill.ts";
import { type Stored, storeContent } from "../deliver/stored-file.ts";
import type { Reservation } from "../intake/reservation.ts";
import type { Arrival } from "./admitted-request.ts";
import type { Outcome } from "./operation.ts";
import type { RequestRecord } from "./request-record.ts";
import { linkStore } from "./settings.ts";

/** The JSON answer: facts, and links to the file in the bucket. */
export async function jsonAnswer({ env, record, share, key }: Arrival, outcome: Outcome): Promise<Response> {
  const { file } = outcome;
  if (file) share.store(file.content.length);
  const links = file
    ? await record.time("store", async () => {
        const stored = await store(env, key.id, file);
        const members = outcome.links ? await outcome.links(stored) : { downloadUrl: await stored.link() };
        return { ...members, expiresAt: stored.expiresAt };
      })
    : {};
  record.bytesOut = file?.content.length ?? 0;
  const warnings = record.warnings.length > 0 ? { warnings: record.warnings } : {};
  return Response.json({ success: true, ...outcome.result, ...links, ...warnings });
}

async function store(env: Env, owner: string, { content, name, type }: NonNullable<Outcome["file"]>): Promise<Stored> {
  if (!(content instanceof Spill)) return storeContent(linkStore(env, owner), content, name, type);
  await content.complete();
  return content.keep(name);
}

/**
 * The file itself. The request's memory is given back when the last byte has been sent, or when the client disconnects.
 */
export async function binaryAnswer(
  { ctx, record, request }: Arrival,
  outcome: Outcome,
  reservation: Reservation,
): Promise<Response> {
  const { content, name, type } = outcome.file as NonNullable<Outcome["file"]>;
  const { readable, settled } =
    content instanceof Spill ? await spilledStream(content, record) : contentStream(content.length, content.pieces);
  const end = settled
    .catch((error: unknown) => {
      if (!request.signal.aborted)
        console.error(JSON.stringify({ event: "stream-ended-early", requestId: record.id, error: String(error) }));
    })
    .finally(() => reservation.release());
  ctx.waitUntil(end);
  record.bytesOut = content.length;
  const scalars = Object.fromEntries(
    Object.entries(outcome.result).filter(([, value]) => typeof value !== "object" || value === null),
  );
  const headers = new Headers({
    "Content-Type": type,
    "Content-Disposition": attachment(name),
    "Quire-Result": asciiJson({ success: true, ...scalars, ...outcome.header }),
  });
  if (record.warnings.length > 0) headers.set("Quire-Warnings", asciiJson(shortened(record.warnings)));
  return new Response(readable, { headers });
}

/** Many clients refuse headers of more than 16 KiB in total. */
const HEADER_CHARS = 4_000;

function shortened(warnings: readonly string[]): string[] {
  let left = HEADER_CHARS;
  const fitting: string[] = [];
  for (const warning of warnings) {
    left -= asciiJson(warning).length;
    if (left < 0) break;
    fitting.push(warning);
  }
  const more = warnings.length - fitting.length;
  return more > 0 ? [...fitting, `${more} more warnings: an answer as JSON has them all.`] : fitting;
}

/**
 * A spilled file is read back from the bucket, and removed there once it is delivered or the client has disconnected.
 */
async function spilledStream(spill: Spill, record: RequestRecord): Promise<ReturnType<typeof contentStream>> {
  await record.time("store", () => spill.complete());
  const { readable, writable } = new FixedLengthStream(spill.length);
  const settled = (await spill.read()).pipeTo(writable).finally(() => spill.discard());
  return { readable, settled };
}
