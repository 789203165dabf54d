import { Refusal } from "../errors/errors.ts";
import { networkOf } from "../keys/client-network.ts";
import {
  DEMO_PREVIEW_TOKEN,
  DEMO_TOKEN,
  isPreviewing,
  isVisitor,
  networkOfTab,
  PREVIEWS,
  VISITORS,
  visitorOf,
} from "../keys/demo-visitor.ts";
import type { KeyRecord } from "../keys/key-records.ts";
import type { KeyLookup, KeyVerdict } from "../keys/lookup.ts";
import { withinTime } from "../platform/within-time.ts";
import type { Admission, RequestLimits } from "../usage/key-usage.ts";
import { usageOf } from "../usage/usage-objects.ts";
import { LIMITS } from "./limits.ts";
import type { RateNote } from "./rate-headers.ts";
import { isDemoOpen, isDevelopment, linkSecrets } from "./settings.ts";

const KEY_LOOKUP_MS = 5_000;
const RATE_WINDOW_SECONDS = 60;
const SPANS = {
  perMinute: { policy: "minute", windowSeconds: 60 },
  perDay: { policy: "day", windowSeconds: 86_400 },
} as const;

const WHY: Record<Exclude<(KeyVerdict & { ok: false })["reason"], "guessing">, string> = {
  malformed:
    "The API key is not one of this service's: it has the form qk_ and 38 letters or digits; check for a typo.",
  unknown: "The API key is not known.",
  expired: "The API key has expired.",
  revoked: "The API key was revoked.",
};

/** The record of the key in `Authorization: Bearer …`. Anything else is refused with 401. */
export async function authenticate(request: Request, env: Env, keys: KeyLookup): Promise<KeyRecord> {
  const header = request.headers.get("Authorization");
  if (header === null || header.trim() === "") throw unauthorised(withoutHeader(request));
  const bearer = /^Bearer +(\S+) *$/i.exec(header);
  if (!bearer) throw unauthorised(wrongHeader(header));
  if (bearer[1] === DEMO_TOKEN) return visitorRecord(request, env);
  const preview = DEMO_PREVIEW_TOKEN.exec(bearer[1] as string);
  if (preview) return previewRecord(request, env, preview[1]);
  const asking = { anyForm: isDevelopment(env), network: networkOf(request) };
  const verdict = await inTime(keys.verify(env.KEYS, bearer[1] as string, asking));
  if (!verdict.ok && verdict.reason === "guessing") {
    const text = "Too many unknown API keys were sent from this network; keys that were not used lately have to wait.";
    throw new Refusal("RATE_LIMITED", text, { retryAfter: verdict.retryAfter });
  }
  if (!verdict.ok) throw unauthorised(`${WHY[verdict.reason]}${wrongKey(bearer[1] as string)}`, "invalid_token");
  return verdict.record;
}

/** A visitor without a key is known by address alone, and treated as a key with small limits. */
function visitorRecord(request: Request, env: Env): KeyRecord {
  refuseOtherSites(request, env);
  return visitorOf(request, linkSecrets(env).current, LIMITS.demo);
}

/** A page of another site could use up the shares of its readers, so requests from such pages are refused. */
function refuseOtherSites(request: Request, env: Env): void {
  if (!isDemoOpen(env)) {
    throw unauthorised("This service cannot be tried without a key: its operator has not opened the demo quota.");
  }
  const origin = request.headers.get("Origin");
  const site = request.headers.get("Sec-Fetch-Site");
  const isOwnPage = origin === null || origin === new URL(request.url).origin;
  if (!isOwnPage || (site !== null && site !== "same-origin" && site !== "none")) {
    const text = "The demo quota is for this service's own pages and for trials by hand";
    throw unauthorised(`${text}; another site needs an API key.`);
  }
}

/** Previews are those of an editor: a file in the answer, of one operation. */
function previewRecord(request: Request, env: Env, tab: string | undefined): KeyRecord {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname !== "/v1/convert/html-to-pdf" || searchParams.get("format") !== "binary") {
    throw unauthorised("Previews are of POST /v1/convert/html-to-pdf?format=binary alone.");
  }
  refuseOtherSites(request, env);
  return visitorOf(request, linkSecrets(env).current, LIMITS.demo.preview, { tab });
}

const SEND = "Send an API key as `Authorization: Bearer qk_…`";

/** Says where the key was found instead, since other services expect it elsewhere. */
function withoutHeader(request: Request): string {
  const header = ["X-API-Key", "Api-Key", "X-Auth-Token", "apikey"].find((name) => request.headers.has(name));
  if (header !== undefined) return `${SEND}; it was sent as ${header}.`;
  const query = new URL(request.url).searchParams;
  const parameter = ["api_key", "apikey", "apiKey", "key", "token", "access_token"].find((name) => query.has(name));
  if (parameter !== undefined) return `${SEND}; it was sent in the address as ${parameter}, where it ends up in logs.`;
  return `${SEND}; the header is missing.`;
}

/** Recognises a key that was pasted with quotes around it, or a placeholder that was never replaced. */
function wrongKey(key: string): string {
  if (/^["'<`]|[>"'`]$/.test(key)) return " Write it without quotes or brackets around it.";
  if (/^(null|undefined|None|nil)$/.test(key)) return " The variable that holds the key is not set.";
  if (/\$|\u2026|YOUR|API_?KEY/i.test(key)) return " It looks like a placeholder: put a real key in its place.";
  return "";
}

function wrongHeader(header: string): string {
  const must = "The Authorization header must be `Bearer` followed by an API key";
  if (/^qk_\S+$/.test(header)) return `${must}; write Bearer and a space before the key.`;
  if (/^Bearer +Bearer\b/i.test(header)) return `${must}; it says Bearer twice.`;
  if (/^Bearer *$/i.test(header)) return `${must}; the key is empty (is the variable that holds it set?).`;
  return /^(Basic|Token|ApiKey|Key)\b/i.test(header) ? `${must}, not ${header.split(" ")[0]}.` : `${must}.`;
}

/**
 * First the platform's counter, which applies to every key and is approximate and per location; then the key's own
 * limits, which are exact. The results go to `rates`, for the headers of the answer.
 */
export async function limitRate(env: Env, record: KeyRecord, rates: RateNote[]): Promise<void> {
  const quota = LIMITS.rate.requestsPerMinute;
  const { success } = await env.RATE.limit({ key: record.id });
  rates.push({
    policy: "service",
    quota,
    windowSeconds: RATE_WINDOW_SECONDS,
    ...(success ? {} : { remaining: 0, resetSeconds: RATE_WINDOW_SECONDS }),
  });
  if (success) return limitKey(env, record, rates);
  const text = `This key may make ${quota} requests a minute; slow down.`;
  throw new Refusal("RATE_LIMITED", text, { retryAfter: RATE_WINDOW_SECONDS });
}

async function limitKey(env: Env, { id, limits }: KeyRecord, rates: RateNote[]): Promise<void> {
  // This further request is made only for keys that have such limits.
  if (limits?.perMinute === undefined && limits?.perDay === undefined) return;
  if (!isVisitor(id)) return count(env, { id, limits, who: "This key" }, rates);
  // Each visitor's network has an object of its own: none is asked when all together may ask no more.
  const isPreview = isPreviewing(id);
  const all = isPreview ? PREVIEWS : VISITORS;
  const together = isPreview ? LIMITS.demo.preview.together : LIMITS.demo.together;
  const network = networkOfTab(id);
  const wider = [
    { id: all, limits: together, who: "All visitors without a key together" },
    ...(network ? [{ id: network, limits: LIMITS.demo.preview.network, who: "Visitors of one network" }] : []),
  ];
  const counted: string[] = [];
  try {
    for (const one of wider) {
      await count(env, one, []);
      counted.push(one.id);
    }
    await count(env, { id, limits, who: "A visitor without a key" }, rates);
  } catch (refusal) {
    for (const one of counted) await inTime(usageOf(env.USAGE, one).giveBack(Date.now()));
    throw refusal;
  }
}

async function count(
  env: Env,
  { id, limits, who }: { id: string; limits: RequestLimits; who: string },
  rates: RateNote[],
): Promise<void> {
  const ask = async (): Promise<Admission> => usageOf(env.USAGE, id).admit(limits, Date.now(), isVisitor(id));
  const { exhausted, spans } = await inTime(ask());
  for (const { limit, most, remaining, resetSeconds } of spans) {
    const { policy, windowSeconds } = SPANS[limit];
    rates.push({ policy, quota: most, windowSeconds, remaining, resetSeconds });
  }
  if (exhausted === undefined) return;
  const { limit, most, resetSeconds } = exhausted;
  const span = SPANS[limit].policy;
  const text = `${who} may make ${most} requests a ${span}; the next ${span} begins in ${resetSeconds} s.`;
  throw new Refusal("RATE_LIMITED", text, { retryAfter: resetSeconds });
}

function unauthorised(message: string, error?: string): Refusal {
  const challenge = `Bearer realm="quire"${error ? `, error="${error}"` : ""}`;
  return new Refusal("AUTHENTICATION_REQUIRED", message, { headers: { "WWW-Authenticate": challenge } });
}

/** No key can be checked while KV is unavailable. The client may try again. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  try {
    return await withinTime(work, KEY_LOOKUP_MS, () => new Error(`no answer in ${KEY_LOOKUP_MS} ms`));
  } catch (cause) {
    throw new Refusal("BUSY", "API keys cannot be checked at the moment; try again.", { retryAfter: 5, cause });
  }
}
