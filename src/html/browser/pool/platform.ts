import { withinTime } from "../../../platform/within-time.ts";
import { SessionProblem } from "../../html-problem.ts";
import type { Ledger } from "./ledger.ts";

/** The platform's browsers, which belong to the whole account, and the ledger that says which of them are ours. */
export interface Platform {
  binding: BrowserBinding;
  ledger: Ledger;
}

export interface BrowserBinding {
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

const SERVICE = "https://browser.invalid/v1";
const address = (sessionId: string) => `${SERVICE}/devtools/browser/${encodeURIComponent(sessionId)}`;
/** Our browsers need no network: the platform refuses all of it, outside the browser. */
const LAUNCH = JSON.stringify({ guardrails: { allowedDomains: [] } });

/** Launches a browser and returns its id. The platform ends it after `keepAliveMs` without use. */
export async function launchSession(binding: BrowserBinding, keepAliveMs: number): Promise<string> {
  const answer = await asked<{ sessionId: string }>(
    "A browser could not be launched",
    binding.fetch(`${SERVICE}/devtools/browser?keep_alive=${keepAliveMs}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: LAUNCH,
    }),
  );
  return answer.sessionId;
}

/** Ids of all the account's browsers. */
export async function listSessions(binding: BrowserBinding, ms: number): Promise<Set<string>> {
  const what = "The list of browsers could not be read";
  const { sessions } = await guarded(what, ms, () =>
    asked<{ sessions: { sessionId: string }[] }>(what, binding.fetch(`${SERVICE}/sessions`)),
  );
  return new Set(sessions.map(({ sessionId }) => sessionId));
}

async function asked<T>(what: string, answer: Promise<Response>): Promise<T> {
  const response = await answer;
  if (response.ok) return response.json<T>();
  const text = (await response.text()).slice(0, 200);
  throw new SessionProblem(`${what}: status ${response.status}: ${text}`, { limited: response.status === 429 });
}

/** The DevTools connection to a session, as a WebSocket that belongs to the calling request. */
export async function connect(binding: BrowserBinding, sessionId: string, ms: number): Promise<WebSocket> {
  const what = "The browser could not be connected to";
  const answer = binding.fetch(address(sessionId), { headers: { Upgrade: "websocket" } });
  try {
    const { webSocket, status } = await guarded(what, ms, () => answer);
    if (!webSocket) throw new SessionProblem(`${what}: status ${status}`, { limited: status === 429 });
    webSocket.accept();
    return webSocket;
  } catch (error) {
    // Nobody reads an answer that comes too late.
    answer.then((late) => hangUp(late.webSocket)).catch(() => {});
    if (!(error instanceof SessionProblem) || error.limited) throw error;
    throw new SessionProblem(error.message, { dead: true, cause: error });
  }
}

function hangUp(socket: WebSocket | null): void {
  if (!socket) return;
  socket.accept();
  socket.close();
}

/** Ends an unusable browser. Otherwise it would count against the account's limit until it times out. */
export async function endSession(binding: BrowserBinding, sessionId: string, ms: number): Promise<void> {
  const ending = binding.fetch(address(sessionId), { method: "DELETE" });
  const response = await guarded("The browser could not be ended", ms, () => ending);
  await response.body?.cancel();
}

export async function guarded<T>(what: string, ms: number, action: () => Promise<T>): Promise<T> {
  try {
    return await withinTime(action(), ms, () => new SessionProblem(`${what}: no answer in ${ms} ms`, { late: true }));
  } catch (cause) {
    if (cause instanceof SessionProblem) throw cause;
    throw new SessionProblem(what, { cause });
  }
}
