import { constants, createInflate } from "node:zlib";

/** Small enough that a row's worth of rows stays in the processor's cache, large enough that calls cost nothing. */
const CHUNK_BYTES = 256 * 1024;

export interface InflateOutcome {
  bytesOut: number;
  /** Why zlib stopped, when it was not the regular end of the stream. */
  problem: string | undefined;
}

/**
 * Inflates pieces of a zlib stream and hands the output on in chunks that are never held. Stops as soon as `limit`
 * bytes have come out, whatever follows. What is wrong with the stream is told, not thrown: its rows may be complete.
 */
export function inflatePieces(
  pieces: readonly Uint8Array[],
  limit: number,
  onChunk: (chunk: Uint8Array) => void,
): Promise<InflateOutcome> {
  return new Promise((resolve, reject) => {
    const inflater = createInflate({ chunkSize: CHUNK_BYTES, finishFlush: constants.Z_FINISH });
    let bytesOut = 0;
    let settled = false;
    const settle = (problem: string | undefined): void => {
      if (settled) return;
      settled = true;
      inflater.destroy();
      resolve({ bytesOut, problem });
    };
    inflater.on("data", (chunk: Uint8Array) => {
      if (settled) return;
      const wanted = Math.min(chunk.length, limit - bytesOut);
      bytesOut += wanted;
      try {
        if (wanted > 0) onChunk(wanted === chunk.length ? chunk : chunk.subarray(0, wanted));
      } catch (error) {
        settled = true;
        inflater.destroy();
        reject(error);
        return;
      }
      if (wanted < chunk.length) settle("more data than the image needs");
    });
    inflater.on("end", () => settle(undefined));
    inflater.on("error", (error: Error) => settle(error.message));
    feed(inflater, pieces);
  });
}

/** Writes piece after piece, waiting whenever the inflater is full. */
function feed(inflater: ReturnType<typeof createInflate>, pieces: readonly Uint8Array[]): void {
  let next = 0;
  const more = (): void => {
    while (next < pieces.length) {
      if (inflater.destroyed) return;
      if (!inflater.write(pieces[next++])) {
        inflater.once("drain", more);
        return;
      }
    }
    inflater.end();
  };
  more();
}
