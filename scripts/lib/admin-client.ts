import path from "node:path";
import { PROJECT, readSecrets } from "./service.ts";
import { runningService } from "./start-checks.ts";

/** A service's administration: its address and its secret. */
export interface Door {
  readonly url: string;
  readonly headers: Record<string, string>;
}

/** What went wrong, in a line for the person who typed the command. */
export class AdminProblem extends Error {}

/** That of this machine's `npm start`. */
export async function localDoor(): Promise<Door> {
  const state = path.join(PROJECT, ".quire", "state");
  const url = await runningService(state);
  const secret = (await readSecrets(state)).get("ADMIN_SECRET");
  if (url === undefined || secret === undefined) {
    throw new AdminProblem("No Quire runs from this folder: start it with `npm start`, or name another with --url.");
  }
  return { url, headers: { Authorization: `Bearer ${secret}` } };
}

/** The administration of a deployment. With Cloudflare Access before it, a service token is needed too. */
export function remoteDoor(url: string): Door {
  const { QUIRE_ADMIN_SECRET, CF_ACCESS_CLIENT_ID, CF_ACCESS_CLIENT_SECRET } = process.env;
  if (!URL.canParse(url)) throw new AdminProblem(`--url: not an address: ${url}`);
  if (!QUIRE_ADMIN_SECRET) throw new AdminProblem("--url needs the environment variable QUIRE_ADMIN_SECRET.");
  const access: Record<string, string> =
    CF_ACCESS_CLIENT_ID && CF_ACCESS_CLIENT_SECRET
      ? { "CF-Access-Client-Id": CF_ACCESS_CLIENT_ID, "CF-Access-Client-Secret": CF_ACCESS_CLIENT_SECRET }
      : {};
  return { url: new URL(url).origin, headers: { Authorization: `Bearer ${QUIRE_ADMIN_SECRET}`, ...access } };
}

export async function callAdmin<T>({ url, headers }: Door, method: string, route: string, body?: object): Promise<T> {
  const response = await fetch(`${url}/admin/api${route}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new AdminProblem(`${url} cannot be reached (${String((error as Error).cause ?? error)}).`);
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as T;
  throw new AdminProblem(`${url} refused with ${response.status}: ${messageIn(text)}`);
}

/** The service's own message, or the beginning of what a proxy before it said. */
function messageIn(text: string): string {
  try {
    return (JSON.parse(text) as { error: { message: string } }).error.message;
  } catch {
    return text.slice(0, 200);
  }
}
