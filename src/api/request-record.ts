import type { RenderingNotes } from "../html/session/rendering-notes.ts";
import type { Account } from "../intake/reservation.ts";
import type { RateNote } from "./rate-headers.ts";

/**
 * What is known about one request, for its log line, its Server-Timing header and its warnings. Never content, never
 * the key.
 */
export interface RequestRecord {
  id: string;
  startedAt: number;
  traceparent: string | undefined;
  operation?: string | undefined;
  /**
   * The route that answers, never the path itself: paths contain names of customers' files, and links that anyone could
   * use.
   */
  route: string;
  keyId?: string | undefined;
  code?: string | undefined;
  bytesIn: number;
  bytesOut: number;
  /** The request's share of the isolate's memory, and how long it waited for it. */
  memory?: Pick<Account, "peak" | "waitedMs"> | undefined;
  /** How its documents were rendered, if it has any. */
  html?: RenderingNotes | undefined;
  warnings: string[];
  /** The limits that apply to the key. */
  rates: RateNote[];
  /** How often each host was contacted for this request, by methods that only read and by others. */
  asked: Map<string, { reads: number; others: number }>;
  noteAsked(host: string, method: string): void;
  timings: Map<string, number>;
  time<T>(phase: string, work: () => Promise<T>): Promise<T>;
}

/** A page may ask hundreds of hosts. Those beyond this number are counted together. */
const ASKED_HOSTS = 30;

export function openRecord(request: Request): RequestRecord {
  const timings = new Map<string, number>();
  const asked: RequestRecord["asked"] = new Map();
  return {
    id: requestId(request.headers.get("X-Request-Id")),
    startedAt: Date.now(),
    traceparent: traceparent(request.headers.get("traceparent")),
    route: "none",
    bytesIn: 0,
    bytesOut: 0,
    warnings: [],
    rates: [],
    asked,
    noteAsked(host, method) {
      const name = asked.has(host) || asked.size < ASKED_HOSTS ? host : "others";
      const counts = asked.get(name) ?? { reads: 0, others: 0 };
      if (method === "GET" || method === "HEAD") counts.reads++;
      else counts.others++;
      asked.set(name, counts);
    },
    timings,
    async time(phase, work) {
      const start = performance.now();
      try {
        return await work();
      } finally {
        timings.set(phase, (timings.get(phase) ?? 0) + performance.now() - start);
      }
    },
  };
}

/** The client's own id when it is short and harmless, else a new one. */
function requestId(given: string | null): string {
  return given !== null && /^[\w.:-]{1,128}$/.test(given) ? given : crypto.randomUUID();
}

/** W3C Trace Context, version 00; anything else is not passed on. */
function traceparent(given: string | null): string | undefined {
  return given !== null && /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(given) ? given : undefined;
}

export function serverTiming(record: RequestRecord): string {
  const phases = [...record.timings].map(([phase, ms]) => `${phase};dur=${ms.toFixed(1)}`);
  return [...phases, `total;dur=${Date.now() - record.startedAt}`].join(", ");
}

export function logRequest(request: Request, status: number, record: RequestRecord, cause: unknown): void {
  const line = {
    event: "request",
    requestId: record.id,
    traceparent: record.traceparent,
    method: request.method,
    route: record.route,
    operation: record.operation,
    keyId: record.keyId,
    status,
    code: record.code,
    bytesIn: record.bytesIn,
    bytesOut: record.bytesOut,
    asked: record.asked.size > 0 ? Object.fromEntries(record.asked) : undefined,
    memory: record.memory && { peak: record.memory.peak, waitedMs: record.memory.waitedMs },
    html: record.html,
    ms: Date.now() - record.startedAt,
  };
  if (status >= 500) console.error(JSON.stringify({ ...line, error: describe(cause) }));
  else console.log(JSON.stringify(line));
}

/** For the operator only: the stack of an error whose message may not reach the client. */
function describe(cause: unknown): string | undefined {
  return cause instanceof Error ? (cause.stack ?? cause.message) : cause === undefined ? undefined : String(cause);
}
