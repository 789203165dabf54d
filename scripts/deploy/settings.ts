import { unstable_readConfig } from "wrangler";

/** What wrangler.toml says of a deployment, and what the command line says instead. */
export interface Settings {
  worker: string;
  bucket: string;
  /** The bucket's jurisdiction, as options for wrangler. */
  place: string[];
  api: string;
  downloads: string;
  /** Hosts from the command line, as options for wrangler. */
  vars: string[];
}

/** Of what wrangler reads. */
interface Config {
  name: string | undefined;
  r2_buckets: { binding: string; bucket_name?: string; jurisdiction?: string }[];
  vars: Record<string, unknown>;
}

/** What a person has to mend before anything is done. */
export class DeployProblem extends Error {}

/** The hosts that wrangler.toml has until somebody enters their own. */
const EXAMPLE = /\.(example|test|invalid|localhost)$/;

export function readSettings(
  config: string,
  given: { api?: string | undefined; downloads?: string | undefined },
): Settings {
  const { name, r2_buckets, vars } = unstable_readConfig({ config }) as Config;
  const { bucket_name: bucket, jurisdiction } = r2_buckets.find(({ binding }) => binding === "FILES") ?? {};
  if (name === undefined || bucket === undefined)
    throw new DeployProblem(`${config} names no Worker or no bucket FILES.`);
  const api = origin("API_ORIGIN", "--api", given.api ?? String(vars.API_ORIGIN));
  const downloads = origin("DOWNLOAD_ORIGIN", "--downloads", given.downloads ?? String(vars.DOWNLOAD_ORIGIN));
  if (api === downloads) throw new DeployProblem("API_ORIGIN and DOWNLOAD_ORIGIN must be two hosts, not one.");
  const changed = {
    ...(given.api ? { API_ORIGIN: api } : {}),
    ...(given.downloads ? { DOWNLOAD_ORIGIN: downloads } : {}),
  };
  return {
    worker: name,
    bucket,
    place: jurisdiction === undefined ? [] : ["--jurisdiction", jurisdiction],
    api,
    downloads,
    vars: Object.entries(changed).flatMap(([variable, value]) => ["--var", `${variable}:${value}`]),
  };
}

function origin(name: string, option: string, text: string): string {
  const instead = `set ${name} in wrangler.toml, or give ${option} https://…, a host of a zone in your account`;
  if (!URL.canParse(text))
    throw new DeployProblem(`${name} is ${JSON.stringify(text)}, which is no address: ${instead}.`);
  const url = new URL(text);
  if (url.protocol !== "https:") throw new DeployProblem(`${name} is ${text}, which is not https: ${instead}.`);
  if (EXAMPLE.test(url.hostname)) throw new DeployProblem(`${name} is the example ${text}: ${instead}.`);
  return url.origin;
}
