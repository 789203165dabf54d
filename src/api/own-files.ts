import { isOwnedBy } from "../deliver/lifetime.ts";
import { checkLink } from "../deliver/links.ts";
import { Refusal, refuseField } from "../errors/errors.ts";
import { IntakeProblem, sizeText } from "../intake/intake-problem.ts";
import type { RemoteFile } from "../intake/outbound/remote.ts";
import type { Reservation } from "../intake/reservation.ts";
import { isVisitor } from "../keys/demo-visitor.ts";
import { downloadOrigin, linkSecrets } from "./settings.ts";

/**
 * A file behind one of the service's own links, so that a result can be the input of the next request. Undefined for
 * other addresses.
 */
export async function readOwnFile(
  text: string,
  { env, field, maxBytes, reservation }: { env: Env; field: string; maxBytes: number; reservation: Reservation },
): Promise<RemoteFile | undefined> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.origin !== downloadOrigin(env)) return undefined;
  const refuse = (kind: IntakeProblem["kind"], text: string) => new IntakeProblem(kind, `${field}: ${text}`, { field });
  const check = await checkLink(url, linkSecrets(env), Date.now());
  if (!check.ok) {
    const why = check.reason === "expired" ? "has expired" : "was altered, or is not whole";
    throw refuse("unreachable", `this link of the service ${why}.`);
  }
  const { key, start, end, fileName: name } = check.target;
  const length = end - start;
  if (length > maxBytes) throw refuse("too-large", `the file is larger than ${sizeText(maxBytes)}.`);
  await reservation.grow(length);
  const object = await env.FILES.get(key, { range: { offset: start, length } });
  if (object === null) throw refuse("unreachable", "this link's file no longer exists.");
  return { bytes: new Uint8Array(await object.arrayBuffer()), url, name };
}

/** Deletes the file behind a link, for the key that made it. The link goes in the query, as only the API gets keys. */
export async function deleteOwnFile(request: Request, env: Env, owner: string): Promise<void> {
  if (isVisitor(owner))
    throw new Refusal("AUTHENTICATION_REQUIRED", "Files are deleted with the API key that made them.");
  const [text = "", ...others] = new URL(request.url).searchParams.getAll("url");
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.origin !== downloadOrigin(env) || others.length > 0) {
    const sent =
      others.length > 0 ? `${others.length + 1} were sent` : `${JSON.stringify(text.slice(0, 100))} was sent`;
    throw refuseField("INVALID_INPUT", "url", `send one link of this service, as an answer gave it; ${sent}.`);
  }
  const check = await checkLink(url, linkSecrets(env), Date.now());
  if (!check.ok && check.reason === "expired") {
    throw refuseField("LINK_EXPIRED", "url", "this link has expired; its file is deleted, or will be within minutes.");
  }
  if (!check.ok) {
    throw refuseField(
      "LINK_INVALID",
      "url",
      "this link was altered, or is not whole (is each & of it encoded as %26?).",
    );
  }
  const { key } = check.target;
  if (!(await isOwnedBy(key, owner, linkSecrets(env)))) {
    throw refuseField("FORBIDDEN", "url", "this file was made with another API key, which alone may delete it.");
  }
  await env.FILES.delete(key);
}
