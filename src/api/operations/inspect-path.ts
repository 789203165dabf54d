import { checkLink, type LinkTarget } from "../../deliver/links.ts";
import * as engine from "../../engine.ts";
import { refuseField } from "../../errors/errors.ts";
import { cleanFileName, lastSegment } from "../../intake/filename.ts";
import { fetchRange } from "../../intake/outbound/remote.ts";
import { inOneTurn } from "../../meter/turns.ts";
import { LIMITS } from "../limits.ts";
import { type Call, serviceOf } from "../operation.ts";
import { downloadOrigin, linkSecrets } from "../settings.ts";
import { READING_BYTES, refuseOtherFiles, workingBytes } from "./pdf-source.ts";
import { type Layered, type TextLayerFields, withTextLayer } from "./text-layer.ts";

export interface Inspected {
  inspection: engine.Inspection & { readonly conformance?: engine.Conformance; readonly laid?: Layered | undefined };
  name: string | undefined;
}

/** What is asked of a file: its pages, and what needs all of it. */
export interface Wanted extends engine.InspectWindow {
  readonly conformance?: engine.Level | undefined;
  /** Words that are laid on the pages before they are read. */
  readonly layer?: TextLayerFields | undefined;
}

/** Contents are spread over the whole file, and a standard is about every byte. */
function needsAll({ content, text, conformance, layer }: Wanted): boolean {
  return content === true || text !== undefined || conformance !== undefined || layer !== undefined;
}

/** Inspects what `path` leads to: a file of this service, or a public URL. */
export async function inspectPath(
  call: Call<unknown>,
  path: string,
  window: Wanted,
  password: string | undefined,
  field = "filePath",
): Promise<Inspected> {
  const own = ownLink(path, serviceOf(call).env);
  if (own) return inspectStored(call, await checkedTarget(own, call, field), window, password, field);
  return inspectRemote(call, path, window, password, field);
}

/** A link of the download host. A path without a host belongs to it too. */
function ownLink(path: string, env: Env): URL | undefined {
  const origin = downloadOrigin(env);
  const isPath = !/^[a-z][a-z0-9+.-]*:/i.test(path);
  const text = isPath ? `${origin}/${path.replace(/^\/+/, "")}` : path;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.origin === origin ? url : undefined;
}

async function checkedTarget(link: URL, call: Call<unknown>, field: string): Promise<LinkTarget> {
  const check = await checkLink(link, linkSecrets(serviceOf(call).env), Date.now());
  if (check.ok) return check.target;
  const why =
    check.reason === "expired"
      ? "the link has expired"
      : "it is neither a public URL nor an unaltered link of this service, with its query";
  throw refuseField("INVALID_INPUT", field, `${why}.`);
}

async function inspectStored(
  call: Call<unknown>,
  target: LinkTarget,
  window: Wanted,
  password: string | undefined,
  field: string,
): Promise<Inspected> {
  const size = target.end - target.start;
  const read = async (start: number, end: number): Promise<Uint8Array> => {
    const range = { offset: target.start + start, length: end - start };
    const object = await serviceOf(call).env.FILES.get(target.key, { range });
    if (!object) throw refuseField("INVALID_INPUT", field, "the file is no longer there.");
    return new Uint8Array(await object.arrayBuffer());
  };
  refuseTooLarge(size, field);
  call.work.receive(size);
  await call.reservation.grow(size + (1 << 20) + readingBytes(window));
  const inspection = needsAll(window)
    ? undefined
    : await engine.inspectRanges({ size, read }, window, { password, work: call.work });
  return {
    inspection: inspection ?? (await inspectWhole(call, await read(0, size), window, password)),
    name: target.fileName,
  };
}

async function inspectRemote(
  call: Call<unknown>,
  url: string,
  window: Wanted,
  password: string | undefined,
  field: string,
): Promise<Inspected> {
  const rules = serviceOf(call).remoteRules(field);
  const tail = needsAll(window) ? undefined : await fetchRange(url, -engine.TAIL_BYTES, undefined, rules);
  if (tail?.supported) {
    call.work.receive(tail.bytes.length);
    const { total: size, url: found, validator } = tail;
    const name = cleanFileName(lastSegment(found));
    if (tail.start === 0) {
      refuseOtherFiles(tail.bytes, field);
      return { inspection: await inspectWhole(call, tail.bytes, window, password), name };
    }
    refuseTooLarge(size, field);
    const read = async (start: number, end: number): Promise<Uint8Array> => {
      const part = await fetchRange(found, start, end, { ...rules, validator });
      if (part.supported && part.total === size) return part.bytes;
      throw refuseField("INVALID_INPUT", field, "the file at the address changed while it was read.");
    };
    const inspection = await engine.inspectRanges({ size, read, tail: tail.bytes }, window, {
      password,
      work: call.work,
    });
    if (inspection) return { inspection, name };
  }
  const remote = await call.fetchRemote(url, field);
  refuseOtherFiles(remote.bytes, field);
  await call.reservation.grow(workingBytes(remote.bytes) + readingBytes(window));
  return { inspection: await inspectWhole(call, remote.bytes, window, password), name: remote.name };
}

/** Memory for what is read beside the file's structure. */
export function readingBytes(window: Wanted): number {
  return needsAll(window) ? READING_BYTES : 0;
}

export async function inspectWhole(
  call: Call<unknown>,
  bytes: Uint8Array,
  window: Wanted,
  password: string | undefined,
): Promise<Inspected["inspection"]> {
  const { work, signal } = call;
  const open = () => inOneTurn(work, () => engine.openPdf(bytes, { password, work }));
  const document = open();
  const { conformance: level, layer } = window;
  const laid = layer && (await withTextLayer({ ...call, fields: layer }, document));
  const inspection = { ...(await engine.inspect(document, { ...window, signal })), laid };
  if (level === undefined) return inspection;
  // A standard is about the file as it was sent.
  const asSent = laid ? open() : document;
  return { ...inspection, conformance: await engine.checkConformance(bytes, level, { document: asSent, signal }) };
}

function refuseTooLarge(size: number, field: string): void {
  if (size <= LIMITS.pdf.fileBytes) return;
  const text = `the file has ${size} bytes; ${LIMITS.pdf.fileBytes} are accepted.`;
  throw refuseField("FILE_TOO_LARGE", field, text);
}
