import { Spill } from "../deliver/spill.ts";
import { ERRORS, type ErrorCode, Refusal, refuseField } from "../errors/errors.ts";
import { type FieldEncoding, inputSchema, membersAt } from "../fields/field-schema.ts";
import { joinedLists } from "../fields/joined-lists.ts";
import { meant } from "../fields/misspellings.ts";
import { readFields, sentence } from "../fields/read-fields.ts";
import {
  asFault,
  asWarning,
  didYouMean,
  type FieldPlace,
  fieldPath,
  type Ignored,
  unknownField,
} from "../fields/unknown-fields.ts";
import { fetchRemote, type RemoteRules } from "../intake/outbound/remote.ts";
import type { Reservation } from "../intake/reservation.ts";
import { readSubmission, type Submission } from "../intake/submission.ts";
import type { InputFile } from "../intake/submission-rules.ts";
import { accountOf, isVisitor } from "../keys/demo-visitor.ts";
import { Work } from "../meter/work.ts";
import type { Arrival } from "./admitted-request.ts";
import { binaryAnswer, jsonAnswer } from "./answers.ts";
import { Fingerprint, once } from "./idempotency.ts";
import { refusalOf } from "./intake-refusal.ts";
import { BUDGET_WAIT_MS, LIMITS } from "./limits.ts";
import type { EarlyWork, Operation, Service, Workplace } from "./operation.ts";
import { readOwnFile } from "./own-files.ts";
import type { RequestRecord } from "./request-record.ts";
import { linkStore, remoteAllowance } from "./settings.ts";

/** The most fields that one answer names as unknown: nobody reads more. */
const MAX_NAMED = 20;

/** The path of every operation's request: read → check → work → deliver. */
export async function perform(operation: Operation, arrival: Arrival): Promise<Response> {
  const { request, record, share, shared } = arrival;
  const owner = accountOf(arrival.key.id);
  const work = new Work();
  const reservation = shared.memory.open({ waitMs: BUDGET_WAIT_MS, signal: request.signal, owner });
  record.memory = reservation;
  // A request counts as running for as long as it may hold memory: until its last byte is sent, or the client
  // disconnects.
  reservation.onRelease(() => share.end());
  const spill = openSpill(arrival, operation, reservation);
  let handedOver = false;
  const advice: string[] = [];
  try {
    const format = readFormat(operation, request);
    const place = workplace(operation, arrival, { reservation, spill, work, isBinary: format === "binary" }, advice);
    const { call, fingerprint } = await prepare(operation, arrival, place, advice);
    const perform = () => record.time("work", () => operation.run(call));
    const header = request.headers.get("Idempotency-Key");
    if (format === "binary") {
      if (header !== null) record.warnings.push("Idempotency-Key has no effect with format=binary.");
      const outcome = await perform();
      // Where nothing was made there are only facts.
      if (!outcome.file) return await jsonAnswer(arrival, outcome);
      const answer = await binaryAnswer(arrival, outcome, reservation);
      handedOver = true;
      return answer;
    }
    const answer = async () => jsonAnswer(arrival, await perform());
    if (header === null || operation.method === "GET") return await answer();
    const idempotent = { header, keyId: arrival.key.id, fingerprint, code: operation.codes.input, env: arrival.env };
    const { response, replayed } = await once(idempotent, answer);
    if (replayed) response.headers.set("Idempotency-Replayed", "true");
    return response;
  } catch (error) {
    // When the client disconnects, its memory is freed at once, while the engine may still be reading it. The errors
    // that follow mean nothing.
    if (request.signal.aborted) throw new Refusal("REQUEST_TIMEOUT", "The client disconnected.", { cause: error });
    throw advised(refusalOf(operation, error, arrival.isOfAgent), advice);
  } finally {
    if (!handedOver) {
      // Only kept files stay in the bucket. The client does not wait until the others are removed.
      if (spill.isUsed) arrival.ctx.waitUntil(spill.discard());
      reservation.release();
    }
  }
}

function openSpill({ request, env, ctx, key }: Arrival, operation: Operation, memory: Reservation): Spill {
  return new Spill({
    store: () => linkStore(env, key.id),
    type: operation.binaryType ?? "application/octet-stream",
    memory,
    signal: request.signal,
    waitUntil: (work) => ctx.waitUntil(work),
  });
}

/** Whether Accept names the file's type first, and so asks for the file. `format` in the address overrides it. */
function acceptsFile({ binaryType }: Operation, request: Request): boolean {
  const [first] = (request.headers.get("Accept") ?? "").split(/[,;]/);
  return binaryType !== null && first?.trim().toLowerCase() === binaryType;
}

function readFormat(operation: Operation, request: Request): "json" | "binary" {
  const given = new URL(request.url).searchParams.getAll("format");
  const refuse = (what: string) => refuseField(operation.codes.input, "format", sentence(what));
  if (given.length > 1) throw refuse(`it was given ${given.length} times in the address; send it once`);
  const [format = acceptsFile(operation, request) ? "binary" : "json"] = given;
  if (format === "json" || (format === "binary" && operation.binaryType !== null)) return format;
  const accepted = operation.binaryType === null ? "json" : "json or binary";
  const near = /^(pdf|zip|file|raw|stream|download)$/i.test(format) ? "binary" : meant(format, ["json", "binary"]);
  const advice = near !== undefined && accepted.includes(near) ? `; did you mean ${near}` : "";
  throw refuse(`expected ${accepted}, got ${JSON.stringify(format.slice(0, 40))}${advice}`);
}

/** The largest file and the largest body that this key allows; `most` are the operation's own limits. */
function ceilingsOf(keyId: string, most: Operation["limits"]): Operation["limits"] {
  if (!isVisitor(keyId)) return most;
  const { fileBytes, requestBytes } = LIMITS.demo;
  return {
    fileBytes: Math.min(most.fileBytes, fileBytes),
    bodyBytes: Math.min(most.bodyBytes, requestBytes),
    asFileBytes: most.asFileBytes && Math.min(most.asFileBytes, fileBytes),
  };
}

function workplace(
  operation: Operation,
  { request, isOfAgent, env, key, record, share, shared }: Arrival,
  own: Pick<Workplace, "reservation" | "spill" | "work" | "isBinary">,
  advice: string[],
): Workplace {
  const { fileBytes } = ceilingsOf(key.id, operation.limits);
  const onAsk: Service["onAsk"] = (host, method) => record.noteAsked(host, method);
  const onRender: Service["onRender"] = (notes) => {
    record.html = notes;
  };
  const remoteRules = (field: string): RemoteRules => ({
    field,
    maxBytes: fileBytes,
    reservation: own.reservation,
    hopMs: LIMITS.remote.hopSeconds * 1000,
    totalMs: LIMITS.remote.totalSeconds * 1000,
    signal: request.signal,
    onAsk,
    ...remoteAllowance(env, shared.resolve),
  });
  return {
    ...own,
    isOfAgent,
    splitOutputBytes: share.allowance.splitOutputBytes,
    service: { env, share, shared, remoteRules, onAsk, onRender },
    signal: request.signal,
    startedAt: record.startedAt,
    fetchRemote: (url, field, wanted = fileBytes, reservation = own.reservation) =>
      record.time("fetch", async () => {
        const maxBytes = Math.min(wanted, fileBytes);
        const ours = await readOwnFile(url, { env, field, maxBytes, reservation });
        const remote = ours ?? (await fetchRemote(url, { ...remoteRules(field), maxBytes, reservation }));
        if (!ours) record.bytesIn += remote.bytes.length;
        own.work.receive(remote.bytes.length);
        return remote;
      }),
    warn: (message) => {
      record.warnings.push(message);
      advice.push(message);
    },
  };
}

async function prepare(operation: Operation, arrival: Arrival, workplace: Workplace, advice: string[]) {
  const early = operation.early?.(workplace);
  const print = new Fingerprint();
  const submission = await receive(operation, arrival, workplace, early, print);
  const { fields, files } = readSent(operation, arrival, submission, advice);
  const fingerprint = () => {
    for (const file of submission.files) print.add(file);
    return print.finish(operation.id, submission.fields);
  };
  return { call: { ...workplace, fields, files, early }, fingerprint };
}

type Received = Pick<Submission, "files" | "fields"> & { readonly encoding: FieldEncoding };

/** The fields and files that were sent, as they are. */
async function receive(
  operation: Operation,
  { request, key, record }: Arrival,
  { work, reservation }: Workplace,
  early: EarlyWork | undefined,
  print: Fingerprint,
): Promise<Received> {
  if (operation.method === "GET") return { encoding: "query", files: [], fields: queryFields(request.url) };
  const most = ceilingsOf(key.id, operation.limits);
  const isIdempotent = request.headers.has("Idempotency-Key");
  let paid = 0;
  const take: EarlyWork["take"] = async (file, fields) => {
    if (isIdempotent) print.add(file);
    // What has arrived pays for itself: the rest of a large form may still be on its way.
    work.receive(file.bytes.length);
    paid += file.bytes.length;
    await record.time("work", async () => early?.take(file, fields));
  };
  const submission = await record.time("intake", () =>
    readSubmission(request, {
      maxBody: most.bodyBytes,
      maxFile: most.fileBytes,
      maxText: LIMITS.request.textBytes,
      asFile: most.asFileBytes,
      maxParts: LIMITS.request.parts,
      base64Fields: operation.base64Fields,
      base64List: operation.base64List,
      fileFields: Object.keys(operation.files),
      early: early && { holdBytes: LIMITS.images.anyOrderBytes, take },
      reservation,
      idleMs: LIMITS.request.idleSeconds * 1000,
      signal: request.signal,
    }),
  );
  record.bytesIn += submission.bytesIn;
  work.receive(submission.bytesIn - paid);
  return submission;
}

/** The fields as the operation's schema wants them, its files, and advice on everything else. */
function readSent(
  operation: Operation,
  { request, isOfAgent, record }: Arrival,
  { encoding, files, fields: sent }: Received,
  advice: string[],
): { fields: Record<string, unknown>; files: InputFile[] } {
  const { base64Fields, base64List } = operation;
  const known = [...Object.keys(operation.fields.shape), ...Object.keys(operation.files), ...base64Fields];
  const place: FieldPlace = {
    encoding: isOfAgent ? "agent" : encoding,
    known,
    base64Fields,
    base64List,
    binaryPath: operation.binaryType === null ? undefined : operation.path,
  };
  const isKnown = ({ field, index }: InputFile) =>
    Object.hasOwn(operation.files, field) || base64Fields.includes(field) || index !== undefined;
  const strangers = files.filter((file) => !isKnown(file)).map(({ field }) => field);
  const given = encoding === "json" ? sent : joinedLists(sent, operation.fields);
  const ignored = (names: readonly string[]) =>
    [...new Set(names)].slice(0, MAX_NAMED).map((name) => unknownField(name, given.get(name), place));
  const unread = [...given.keys()].filter((name) => !Object.hasOwn(operation.fields.shape, name));
  const inAddress = operation.method === "GET" ? [] : ignoredInAddress(request, known);
  // An unknown field is often the cause of a refusal.
  advice.push(...[...ignored([...unread, ...strangers]), ...inAddress].map(asFault));
  advice.push(...namesInsteadOfFiles(files, operation));
  const refused = operation.refused?.(given);
  if (refused) throw refuseField(operation.codes.input, refused.field, `${refused.reason}.`);
  const { fields, unknown } = readFields(given, {
    schema: operation.fields,
    encoding,
    code: operation.codes.input,
    codes: operation.fieldCodes ?? {},
    examples: operation.examples,
  });
  const schema = inputSchema(operation.fields);
  const inside = unknown
    .filter((path) => path.length > 1)
    .slice(0, MAX_NAMED)
    .map((path) => unknownField(fieldPath(path), undefined, { ...place, known: membersAt(schema, path.slice(0, -1)) }));
  advice.push(...inside.map(asFault));
  const found = [...ignored([...unread, ...strangers]), ...inside, ...inAddress];
  report(found, unknown[0] ? fieldPath(unknown[0]) : strangers[0], request, operation.codes.input, record);
  return { fields, files: files.filter(isKnown) };
}

function queryFields(url: string): Map<string, unknown> {
  const query = new URL(url).searchParams;
  query.delete("format");
  return new Map(
    [...new Set(query.keys())].map((name) => {
      const given = query.getAll(name);
      return [name, given.length > 1 ? given : given[0]];
    }),
  );
}

/**
 * Unknown fields are never ignored silently: they become warnings, and under Prefer: handling=strict (RFC 7240)
 * refusals.
 */
function report(
  ignored: readonly Ignored[],
  field: string | undefined,
  request: Request,
  code: ErrorCode,
  record: RequestRecord,
): void {
  const strict = /(^|[,;\s])handling\s*=\s*"?strict"?/i.test(request.headers.get("Prefer") ?? "");
  if (strict && ignored.length > 0) throw new Refusal(code, ignored.map(asFault).join(" "), { field });
  record.warnings.push(...ignored.map(asWarning));
}

/** Query parameters, beside `format`, of an operation whose fields come in its body. */
export function ignoredInAddress(request: Request, known: readonly string[]): Ignored[] {
  const names = [...new Set(new URL(request.url).searchParams.keys())].filter((name) => name !== "format").slice(0, 20);
  return names.map((name) => {
    const what = `Query parameter "${name}"`;
    if (/^(api_?key|key|token|access_token)$/i.test(name)) {
      return { what, advice: ": a key in an address ends up in logs; send it in Authorization." };
    }
    if (known.includes(name)) return { what, advice: ": send it in the body." };
    return { what: `Unknown query parameter "${name}"`, advice: didYouMean(meant(name, ["format"])) };
  });
}

function namesInsteadOfFiles(files: readonly InputFile[], operation: Operation): string[] {
  return files
    .filter(({ field, name }) => Object.hasOwn(operation.files, field) && name === undefined)
    .flatMap(({ field, bytes }) => nameInsteadOfFile(field, bytes) ?? []);
}

/** The part of a form that holds a file's name instead of the file, as `curl -F file=report.pdf` sends it. */
function nameInsteadOfFile(field: string, bytes: Uint8Array): string | undefined {
  if (bytes.length === 0 || bytes.length > 1_024) return undefined;
  const text = new TextDecoder().decode(bytes).trim();
  if (/^https?:\/\/\S+$/i.test(text)) return `"${field}" holds an address, not a file; send it as "url" or "urls".`;
  if (!/^[^\r\n<>{}%\0]+\.[a-z0-9]{2,5}$/i.test(text)) return undefined;
  const shown = text.slice(0, 60);
  return `"${field}" holds the text ${JSON.stringify(shown)}, not a file; with curl write -F ${field}=@${shown}.`;
}

/** A refusal that also names what else in the request looks like a mistake. */
export function advised(refusal: Refusal, advice: readonly string[]): Refusal {
  if (ERRORS[refusal.code].status !== 400) return refusal;
  const more = advice.filter((text) => !refusal.message.includes(text)).slice(0, 3);
  if (more.length === 0) return refusal;
  return new Refusal(refusal.code, [refusal.message, ...more].join(" "), refusal.details);
}
