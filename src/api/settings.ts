import type { LinkSecrets } from "../deliver/links.ts";
import type { Store } from "../deliver/stored-file.ts";
import { POOL_LIMITS } from "../html/html-limits.ts";
import type { Shared } from "./admitted-request.ts";
import { LIMITS } from "./limits.ts";

/** The settings of the environment, read in one place. */
export function linkSecrets(env: Env): LinkSecrets {
  if (!env.LINK_SECRET) throw new Error("LINK_SECRET is not set: `wrangler secret put LINK_SECRET`");
  return { current: env.LINK_SECRET, previous: env.LINK_SECRET_PREVIOUS || undefined };
}

/** The origin in a setting, which may also have a path or a slash at its end. */
function originOf(name: "API_ORIGIN" | "DOWNLOAD_ORIGIN", env: Env): URL {
  const text = env[name];
  if (!URL.canParse(text))
    throw new Error(`${name} must be an address such as https://api.example.com: see wrangler.toml`);
  return new URL(text);
}

export function downloadOrigin(env: Env): string {
  return originOf("DOWNLOAD_ORIGIN", env).origin;
}

interface HostSetting {
  name: string;
  /** Whether the service is reached over https only. */
  secure: boolean;
}

/**
 * The two hosts of the service. They must differ, so that customers' files never share an origin with anything else.
 */
export function hostNames(env: Env): { api: HostSetting; downloads: HostSetting } {
  const [api, downloads] = [originOf("API_ORIGIN", env), originOf("DOWNLOAD_ORIGIN", env)].map((url) => ({
    name: hostName(url),
    secure: url.protocol === "https:",
  })) as [HostSetting, HostSetting];
  if (api.name === downloads.name) throw new Error("API_ORIGIN and DOWNLOAD_ORIGIN must have different host names");
  return { api, downloads };
}

/** The name as DNS compares it: without the root's dot. URLs are in lower case already. */
export function hostName(url: URL): string {
  return url.hostname.replace(/\.$/, "");
}

/** Where files of this API key are stored, and how they are linked to. */
export function linkStore(env: Env, owner: string | undefined): Store {
  return {
    owner,
    bucket: env.FILES,
    downloadOrigin: downloadOrigin(env),
    linkSecret: linkSecrets(env).current,
    validSeconds: LIMITS.links.validSeconds,
    now: Date.now,
  };
}

/** How many browsers the service may have at a time. */
export function mostBrowsers(env: Env): number {
  const most = Number(env.BROWSERS ?? POOL_LIMITS.browsers);
  if (!(Number.isInteger(most) && most > 0)) throw new Error("BROWSERS must be a whole number from 1 on");
  return most;
}

/** Whether the service may be tried without a key: the operator's setting DEMO. */
export function isDemoOpen(env: Env): boolean {
  return env.DEMO === "on";
}

export function isDevelopment(env: Env): boolean {
  return env.QUIRE_ENV === "development";
}

/**
 * How names are resolved before they are contacted, and which loopback hosts ("127.0.0.1:9000") may be fetched.
 * Loopback hosts need a second setting that says "development", so that no single setting opens production.
 */
export function remoteAllowance(
  env: Env,
  resolve: Shared["resolve"],
): { resolve: Shared["resolve"]; allowHosts: readonly string[]; refuseHosts: readonly string[] } {
  const named = isDevelopment(env) ? (env.ALLOW_LOOPBACK_HOSTS ?? "") : "";
  return {
    resolve,
    allowHosts: named.split(/[\s,]+/).filter((host) => host !== ""),
    // The download host is exempt: it serves signed links only, and the result of one operation may be the input of
    // another.
    refuseHosts: [hostNames(env).api.name],
  };
}
