import type { Fault, Percentiles, Recent, Tally } from "./tally.ts";

export interface Key {
  id: string;
  name: string;
  standing: "valid" | "expired" | "revoked";
  createdAt: string;
  expiresAt?: string;
  revokedAt?: string;
  lastUsedAt?: string;
  limits?: Limits;
  only?: Scope;
}

/** The operations and the addresses that a key is for. */
export interface Scope {
  operations?: string[];
  addresses?: string[];
}

export interface Limits {
  perMinute?: number;
  perDay?: number;
  concurrentRequests?: number;
  browserSecondsPerHour?: number;
  storedBytesPerHour?: number;
  splitOutputBytes?: number;
}

/** What a key has used in this hour. */
export interface Hour {
  browserSeconds: number;
  storedBytes: number;
}

export interface Usage {
  from: string;
  to: string;
  hour?: Hour;
  usage: Tally[];
  latency: {
    bySpan: (Percentiles & { day?: string; hour?: string })[];
    byOperation: (Percentiles & { operation: string })[];
  };
  faults: Fault[];
  /** How documents were rendered, apart from the counts by operation. */
  counts: { what: string; count: number }[];
  recent: Recent[];
}

/** The result of a health check, in which the service does each step of its work once. */
export interface Health {
  status: "ok" | "degraded" | "failing";
  steps: { step: string; state: "ok" | "degraded" | "failed"; milliseconds: number; said: string }[];
}

export interface KeyFields {
  name?: string;
  expiresAt?: string | null;
  limits?: Limits | null;
  only?: Scope | null;
}

export class AdminError extends Error {
  readonly status: number;
  readonly field: string | undefined;
  constructor(status: number, message: string, field?: string) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

/** The header proves that the service's own page is asking: no form and no other origin can set it. */
async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, headers: { "X-Quire-Admin": "1" }, credentials: "same-origin" };
  if (body !== undefined) init.body = JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(`/admin/api${path}`, init);
  } catch {
    throw new AdminError(0, "The service cannot be reached; check the connection and try again.");
  }
  const answer = (await response.json().catch(() => ({}))) as { error?: { message: string; field?: string } };
  if (!response.ok) {
    const message = answer.error?.message ?? `The service answered ${response.status}.`;
    throw new AdminError(response.status, message, answer.error?.field);
  }
  return answer as T;
}

type Common = Required<Omit<Limits, "perMinute" | "perDay">>;

/** The limits of every key that has none of its own, and those of all visitors together. */
export async function commonLimits(): Promise<{ ofKeys: Common; ofVisitors: Common }> {
  const response = await fetch("/v1/limits");
  const { key, demo } = ((await response.json()) as { limits: { key: Common; demo: Common & { together: Common } } })
    .limits;
  return { ofKeys: key, ofVisitors: { ...demo, ...demo.together } };
}

export const admin = {
  session: () => call<{ by: string; name: string; expiresAt?: string }>("GET", "/session"),
  signIn: (secret: string) => call("POST", "/session", { secret }),
  signOut: () => call("DELETE", "/session"),
  keys: async () => (await call<{ keys: Key[] }>("GET", "/keys")).keys,
  create: (fields: KeyFields) => call<{ key: string; record: Key }>("POST", "/keys", fields),
  change: async (id: string, fields: KeyFields) => (await call<{ record: Key }>("PATCH", `/keys/${id}`, fields)).record,
  revoke: async (id: string) => (await call<{ record: Key }>("POST", `/keys/${id}/revoke`)).record,
  rotate: (id: string, overlapHours: number) =>
    call<{ key: string; record: Key; old: Key }>("POST", `/keys/${id}/rotate`, { overlapHours }),
  health: () => call<Health>("GET", "/health"),
  usage: (id: string | undefined, period: string) =>
    call<Usage>("GET", `${id === undefined ? "" : `/keys/${encodeURIComponent(id)}`}/usage?${period}`),
};
