import { startLocalService } from "../bench/lib/local-service.ts";

/** workerd ends a connection after five seconds without a request: a pause just below that is the worst. */
const PAUSE_MS = 4_900;
const RUNS = [
  { name: "without pauses", bursts: 125, bytes: 2_000, pauseMs: 0 },
  { name: `with pauses of ${PAUSE_MS / 1000} s`, bursts: 20, bytes: 2_000, pauseMs: PAUSE_MS },
  { name: "with bodies of 30 MB, four at a time", bursts: 10, bytes: 30_000_000, pauseMs: 0, clients: 4 },
] as const;

/**
 * Sends POSTs at once by Node's `fetch`, which keeps its connections, and counts those that the service did not answer
 * itself. An answer of the service has an id, be it a refusal: of these bodies, or of so many in a minute.
 */
export async function burstsRun(clients: number): Promise<boolean> {
  const service = await startLocalService();
  let isGood = true;
  try {
    for (const run of RUNS) {
      const atOnce = "clients" in run ? run.clients : clients;
      const lost = await lostOf(`${service.api}/v1/pdf/inspect`, service.key, { ...run, atOnce });
      console.log(`${run.bursts * atOnce} POSTs ${run.name}: ${lost.length} lost ${[...new Set(lost)].join(", ")}`);
      isGood &&= lost.length === 0;
    }
  } finally {
    await service.stop();
  }
  return isGood;
}

interface Run {
  bursts: number;
  atOnce: number;
  bytes: number;
  pauseMs: number;
}

async function lostOf(url: string, key: string, { bursts, atOnce, bytes, pauseMs }: Run): Promise<string[]> {
  const body = new Uint8Array(bytes).fill(0x20);
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/pdf" };
  const lost: string[] = [];
  const post = async (): Promise<void> => {
    try {
      const answer = await fetch(url, { method: "POST", headers, body });
      const text = await answer.text();
      if (!answer.headers.has("X-Request-Id")) lost.push(`${answer.status} ${text.slice(0, 80)}`);
    } catch (error) {
      lost.push(String((error as Error).cause ?? error));
    }
  };
  for (let burst = 0; burst < bursts; burst++) {
    await Promise.all(Array.from({ length: atOnce }, post));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return lost;
}
