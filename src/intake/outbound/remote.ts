import { declaredLength } from "../body/body.ts";
import { readWhole } from "../body/whole-body.ts";
import { cleanFileName, lastSegment } from "../filename.ts";
import { readExtendedValue } from "../form/part-head.ts";
import { IntakeProblem } from "../intake-problem.ts";
import type { Reservation } from "../reservation.ts";
import { checkAddress, UNREACHABLE } from "./address.ts";
import { MAX_REDIRECTS } from "./max-redirects.ts";
import { askOnce, followRedirects, type OutboundRules } from "./outbound.ts";

export interface RemoteRules extends OutboundRules {
  /** The request field that holds the address, for refusals. */
  field: string;
  maxBytes: number;
  reservation: Reservation;
  /** Time until each hop's headers arrive, and between the pieces of a body. */
  hopMs: number;
  totalMs: number;
  signal?: AbortSignal | undefined;
}

export interface RemoteFile {
  bytes: Uint8Array;
  /** The address at the end of all redirects. */
  url: URL;
  type?: string;
  name?: string;
}

/** The bytes of a range, or the reason why there are none: the server sends files only whole. */
export type RemoteRange =
  | { supported: true; bytes: Uint8Array; start: number; total: number; url: URL; validator: string | undefined }
  | { supported: false };

/** The whole file at an address. Each redirect on the way is checked. */
export async function fetchRemote(url: string, rules: RemoteRules): Promise<RemoteFile> {
  return withDeadline(rules, async (signal) => {
    const { response, url: found } = await follow(url, {}, signal, rules);
    if (!response.ok) throw await refused(response, `The address answered with status ${response.status}.`, rules);
    const bytes = await readRemoteBody(response, signal, rules);
    const type = response.headers.get("content-type") ?? undefined;
    const name = remoteName(response.headers.get("content-disposition"), found);
    return { bytes, url: found, ...(type === undefined ? {} : { type }), ...(name === undefined ? {} : { name }) };
  });
}

/**
 * Part of a file: `[start, end)`, or its last `-start` bytes. With the validator of an earlier answer, all ranges
 * belong to one version of the file; a changed file is refused.
 */
export async function fetchRange(
  url: string | URL,
  start: number,
  end: number | undefined,
  rules: RemoteRules & { validator?: string | undefined },
): Promise<RemoteRange> {
  const range = start < 0 ? `bytes=${start}` : `bytes=${start}-${end === undefined ? "" : end - 1}`;
  const headers: Record<string, string> = { range };
  if (rules.validator !== undefined) headers["if-match"] = rules.validator;
  return withDeadline(rules, async (signal) => {
    const { response, url: found } = await follow(String(url), headers, signal, rules);
    const validator = strongTag(response.headers.get("etag"));
    const changed = rules.validator !== undefined && (response.status === 412 || validator !== rules.validator);
    if (changed) throw await refused(response, "The file at the address changed while it was read.", rules);
    const span = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(response.headers.get("content-range") ?? "");
    if (response.status !== 206 || span === null || isEncoded(response)) {
      await response.body?.cancel();
      if (response.ok || response.status === 416) return { supported: false };
      throw unreachable(`The address answered with status ${response.status}.`, rules);
    }
    const [from, to, total] = [Number(span[1]), Number(span[2]), Number(span[3])];
    const bytes = await readRemoteBody(response, signal, rules);
    const asked = start < 0 ? Math.max(0, total + start) : start;
    if (from !== asked || to >= total || bytes.length !== to - from + 1) {
      throw unreachable("The address answered with another range than was asked for.", rules);
    }
    return { supported: true, bytes, start: from, total, url: found, validator };
  });
}

/** The answer after all redirects. Any failure on the way is refused with the field's name. */
async function follow(text: string, headers: Record<string, string>, signal: AbortSignal, rules: RemoteRules) {
  const first = await inField(rules, async () => checkAddress(text, rules.allowHosts, rules.refuseHosts));
  const { answer, url } = await followRedirects(
    first,
    (hop) => inField(rules, () => ask(hop, headers, signal, rules)),
    (why) =>
      why === "no URL"
        ? unreachable("The address redirects to something that is not a URL.", rules)
        : unreachable(`The address redirects more than ${MAX_REDIRECTS} times.`, rules),
  );
  return { response: answer, url };
}

async function ask(url: URL, headers: Record<string, string>, signal: AbortSignal, rules: RemoteRules) {
  url.hash = "";
  const hop = new AbortController();
  const timer = setTimeout(() => hop.abort(), rules.hopMs);
  // Compressed answers would hide their length. PDFs and images are compressed already.
  const own = { accept: "*/*", "accept-encoding": "identity", "user-agent": "Quire/1.0" };
  const init = { method: "GET", headers: { ...own, ...headers } };
  try {
    return await askOnce(url, init, rules, AbortSignal.any([signal, hop.signal]));
  } catch (problem) {
    // The text is the same for every failure: strangers must not learn what a host inside our network does.
    throw problem instanceof IntakeProblem ? problem : unreachable(UNREACHABLE, rules);
  } finally {
    clearTimeout(timer);
  }
}

async function inField<T>({ field }: RemoteRules, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (problem) {
    if (!(problem instanceof IntakeProblem)) throw problem;
    throw new IntakeProblem(problem.kind, problem.message, { field, meant: problem.meant });
  }
}

async function readRemoteBody(response: Response, signal: AbortSignal, rules: RemoteRules): Promise<Uint8Array> {
  try {
    return await readWhole(response.body, {
      maxBytes: rules.maxBytes,
      idleMs: rules.hopMs,
      signal,
      subject: "The file at the address",
      field: rules.field,
      reservation: rules.reservation,
      declared: isEncoded(response) ? undefined : declaredLength(response.headers),
    });
  } catch (problem) {
    const ours = problem instanceof IntakeProblem && !["slow", "aborted", "malformed"].includes(problem.kind);
    // Here the remote side is the slow or broken one.
    throw ours ? problem : unreachable("The file at the address could not be read to its end.", rules);
  }
}

/** Runs the work with a signal that aborts after the total time, or when the client disconnects. */
async function withDeadline<T>(rules: RemoteRules, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), rules.totalMs);
  const signal = rules.signal === undefined ? deadline.signal : AbortSignal.any([deadline.signal, rules.signal]);
  try {
    return await run(signal);
  } finally {
    clearTimeout(timer);
  }
}

/** The name in Content-Disposition, else the last segment of the path. */
function remoteName(disposition: string | null, url: URL): string | undefined {
  const extended = /;\s*filename\*\s*=\s*([^;]+)/i.exec(disposition ?? "")?.[1]?.trim();
  const plain = /;\s*filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;\s]+))/i.exec(disposition ?? "");
  const given = (extended && readExtendedValue(extended)) ?? plain?.[1]?.replace(/\\(.)/g, "$1") ?? plain?.[2];
  return cleanFileName(given) ?? cleanFileName(lastSegment(url));
}

function isEncoded(response: Response): boolean {
  return !["", "identity"].includes(response.headers.get("content-encoding")?.trim().toLowerCase() ?? "");
}

/** Weak tags do not promise the same bytes (RFC 9110 §8.8.1). */
function strongTag(tag: string | null): string | undefined {
  return tag === null || tag.startsWith("W/") ? undefined : tag;
}

async function refused(response: Response, message: string, rules: RemoteRules): Promise<IntakeProblem> {
  await response.body?.cancel();
  return unreachable(message, rules);
}

function unreachable(message: string, rules: RemoteRules): IntakeProblem {
  return new IntakeProblem("unreachable", message, { field: rules.field });
}
