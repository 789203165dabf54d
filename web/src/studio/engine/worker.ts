import { inspect } from "quire:engine";

/** What is asked of the worker: what the pages of a file show, as areas of the page as displayed. */
export interface Asked {
  id: number;
  file: File;
  password: string | undefined;
}
export type Box = { x: number; y: number; width: number; height: number };
export type Answered = { id: number } & ({ boxes: (Box | null)[] } | { problem: string });

/** The service's own engine, on this machine: nothing is sent. */
addEventListener("message", async ({ data: { id, file, password } }: MessageEvent<Asked>) => {
  postMessage(await answer(id, file, password));
});

async function answer(id: number, file: File, password: string | undefined): Promise<Answered> {
  try {
    const { pages } = await inspect(new Uint8Array(await file.arrayBuffer()), { content: true, password });
    return { id, boxes: pages.map(({ contentBox }) => contentBox ?? null) };
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) };
  }
}
