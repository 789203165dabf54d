import { listeningPorts } from "../../../test/support/process-memory.ts";

/** V8's memory of an isolate, to which the platform's 128 MB apply. */
export interface IsolateMemory {
  /** JavaScript's objects, with garbage that V8 has not collected yet. */
  heapMb: number;
  /** ArrayBuffers and WASM memories, which lie outside the heap. */
  backingMb: number;
}

export interface Inspector {
  /** Undefined when the isolate does not answer in time. It answers only between two turns of its JavaScript. */
  memory(): Promise<IsolateMemory | undefined>;
  /** What is left after garbage is collected. The isolate needs a turn to do that, which `stir` must give it. */
  collected(stir: () => Promise<unknown>): Promise<IsolateMemory | undefined>;
  close(): void;
}

const ANSWER_MS = 2000;
/** Another inspector may be connected at the first attempt. */
const COLLECT_ATTEMPTS = 3;
const MB = 1024 * 1024;

/**
 * Opens the inspector of the Worker's own isolate. The workerd of `wrangler dev` also lists the isolates of its
 * stand-ins for R2, KV and the rest, on a port that it chooses.
 */
export async function openInspector(workerd: number): Promise<Inspector | undefined> {
  for (const port of listeningPorts(workerd)) {
    const list = await fetch(`http://127.0.0.1:${port}/json`, { signal: AbortSignal.timeout(ANSWER_MS) })
      .then((answer) => answer.json() as Promise<unknown>)
      // This is another of its ports, which does not speak HTTP or JSON.
      .catch(() => undefined);
    if (!Array.isArray(list)) continue;
    const own = (list as { id?: string; webSocketDebuggerUrl?: string }[]).find(({ id }) =>
      id?.startsWith("core:user:"),
    );
    if (own?.webSocketDebuggerUrl !== undefined) return inspectorAt(own.webSocketDebuggerUrl);
  }
  return undefined;
}

function inspectorAt(url: string): Inspector {
  let socket: WebSocket | undefined;
  let asked = 0;
  const ask = async (method: string): Promise<unknown> => {
    // An isolate has one inspector at a time, and `wrangler dev` may replace ours.
    if (socket?.readyState !== WebSocket.OPEN) socket = await opened(url);
    if (socket === undefined) return undefined;
    asked += 1;
    return answerTo(socket, asked, method);
  };
  const memory = async (): Promise<IsolateMemory | undefined> => {
    const usage = (await ask("Runtime.getHeapUsage")) as Record<"usedSize" | "backingStorageSize", number> | undefined;
    return usage && { heapMb: usage.usedSize / MB, backingMb: usage.backingStorageSize / MB };
  };
  return {
    memory,
    async collected(stir) {
      for (let attempt = 0; attempt < COLLECT_ATTEMPTS; attempt++) {
        const collecting = ask("HeapProfiler.collectGarbage");
        await stir();
        if ((await collecting) !== undefined) return memory();
      }
      return undefined;
    },
    close: () => socket?.close(),
  };
}

function opened(url: string): Promise<WebSocket | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    socket.addEventListener("open", () => resolve(socket));
    socket.addEventListener("error", () => resolve(undefined));
  });
}

/** Each question has a number, so an answer that comes too late is ignored. */
function answerTo(socket: WebSocket, id: number, method: string): Promise<unknown> {
  return new Promise((resolve) => {
    const settle = (result: unknown): void => {
      clearTimeout(timer);
      socket.removeEventListener("message", heard);
      socket.removeEventListener("close", closed);
      resolve(result);
    };
    const closed = (): void => settle(undefined);
    const heard = ({ data }: MessageEvent): void => {
      const answer = JSON.parse(String(data)) as { id?: number; result?: unknown };
      if (answer.id === id) settle(answer.result);
    };
    const timer = setTimeout(closed, ANSWER_MS);
    socket.addEventListener("message", heard);
    socket.addEventListener("close", closed);
    socket.send(JSON.stringify({ id, method }));
  });
}

export function heldMb({ heapMb, backingMb }: IsolateMemory): number {
  return heapMb + backingMb;
}
