import { newKey } from "../deliver/lifetime.ts";
import { checkLink, signLink } from "../deliver/links.ts";
import { Refusal } from "../errors/errors.ts";
import { declaredLength, openBody } from "../intake/body/body.ts";
import { cleanFileName } from "../intake/filename.ts";
import { IntakeProblem } from "../intake/intake-problem.ts";
import { intakeRefusal } from "./intake-refusal.ts";
import { LIMITS } from "./limits.ts";
import { linkSecrets, linkStore } from "./settings.ts";

/** The tool by which agents ask for a place for a file. */
export const CREATE_UPLOAD = "create_upload";
const PIECE = 256 << 10;
const SAME_FILE = { upload: "u/", stored: "f/" };

export interface UploadLinks {
  /** Accepts the file by PUT, once. */
  uploadUrl: string;
  /** Leads to the file once it is uploaded. */
  url: string;
  expiresAt: string;
}

/** Two links for a file of this length, valid for an hour: one uploads it, the other reads it. */
export async function uploadLinks(
  { env, owner, apiOrigin }: { env: Env; owner: string; apiOrigin: string },
  name: string,
  bytes: number,
): Promise<UploadLinks> {
  const store = linkStore(env, owner);
  const { linkSecret, downloadOrigin, validSeconds, now } = store;
  const key = await newKey(store);
  const expires = Math.floor(now() / 1000) + validSeconds;
  const target = { start: 0, end: bytes, fileName: cleanFileName(name) ?? "file", expires };
  // The prefix is signed too, so neither link can be used as the other.
  return {
    uploadUrl: await signLink(
      `${apiOrigin}/v1`,
      { ...target, key: key.replace(SAME_FILE.stored, SAME_FILE.upload) },
      linkSecret,
    ),
    url: await signLink(downloadOrigin, { ...target, key }, linkSecret),
    expiresAt: new Date(expires * 1000).toISOString(),
  };
}

/** Handles PUT to an upload link. The file is stored as it arrives and never held in memory. */
export async function takeUpload(request: Request, env: Env): Promise<Response> {
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(/^\/v1/, "");
  const check = await checkLink(url, linkSecrets(env), Date.now());
  if (!check.ok && check.reason === "expired") throw new Refusal("LINK_EXPIRED", "This upload link has expired.");
  if (!check.ok || !check.target.key.startsWith(SAME_FILE.upload)) {
    throw new Refusal("LINK_INVALID", "This upload link was altered or was not made by this service.");
  }
  const { key, end: bytes } = check.target;
  const declared = declaredLength(request.headers);
  if (declared !== bytes || request.body === null) {
    const sent = declared === undefined ? "no Content-Length was sent" : `Content-Length is ${declared}`;
    throw new Refusal("INVALID_INPUT", `This link takes a file of exactly ${bytes} bytes; ${sent}.`);
  }
  const stored = await atLeastRate(request, request.body, bytes, (body) =>
    env.FILES.put(key.replace(SAME_FILE.upload, SAME_FILE.stored), body, { onlyIf: { etagDoesNotMatch: "*" } }),
  );
  if (stored === null) throw new Refusal("INVALID_INPUT", "A file was put to this link already; make another link.");
  return Response.json({ success: true, bytes }, { status: 201 });
}

/** Hands on a body of this length while it arrives. A client that sends (nearly) nothing is cut off. */
async function atLeastRate<T>(
  { signal }: Request,
  stream: ReadableStream,
  bytes: number,
  take: (body: ReadableStream) => Promise<T>,
): Promise<T> {
  const { readable, writable } = new FixedLengthStream(bytes);
  const idleMs = LIMITS.request.idleSeconds * 1000;
  const body = openBody(stream, { maxBytes: bytes, idleMs, signal, subject: "The file", leavesRest: true });
  const writer = writable.getWriter();
  writer.closed.catch(() => undefined);
  let problem: unknown;
  const copy = async () => {
    for (;;) {
      const { bytes: piece, done } = await body.read(new Uint8Array(PIECE));
      if (done) return writer.close();
      await writer.write(piece);
    }
  };
  const copied = copy().catch(async (error: unknown) => {
    problem = error;
    await writer.abort(error).catch(() => undefined);
  });
  try {
    const taken = await take(readable);
    // What refuses the file may leave the rest of it unread.
    if (taken !== null) await copied;
    return taken;
  } catch (error) {
    await copied;
    const cause = problem ?? error;
    if (!(cause instanceof IntakeProblem)) throw cause;
    const codes = { input: "INVALID_INPUT", unreachable: "INVALID_INPUT" } as const;
    throw intakeRefusal(codes, cause, { isOfAgent: true, base64Fields: [] });
  } finally {
    writer.abort().catch(() => undefined);
    await body.close();
  }
}

/** The largest file that any operation takes. */
export const UPLOAD_BYTES = LIMITS.images.fileBytes;
