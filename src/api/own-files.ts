import { checkLink } from "../deliver/links.ts";
import { IntakeProblem, sizeText } from "../intake/intake-problem.ts";
import type { RemoteFile } from "../intake/outbound/remote.ts";
import type { Reservation } from "../intake/reservation.ts";
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
  if (length > maxBytes) {
    throw refuse("too-large", `the file is larger than ${sizeText(maxBytes)}.`);
  }
  await reservation.grow(length);
  const object = await env.FILES.get(key, { range: { offset: start, length } });
  if (object === null) {
    throw refuse("unreachable", "the file of this link is not there (any more).");
  }
  return { bytes: new Uint8Array(await object.arrayBuffer()), url, name };
}
