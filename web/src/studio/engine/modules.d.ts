/** src/api/in-page.ts, or for assembly in-page-assembly.ts, which have the types of a Worker of Cloudflare; a page has others. */
declare module "quire:operations" {
  export interface Asked {
    operation: string;
    fields: Readonly<Record<string, unknown>>;
    files: readonly { field: string; name: string; blob: Blob }[];
    measures?: boolean;
  }
  export type Answered = { answer: Record<string, unknown>; blobs: Blob[] } | { error: Record<string, unknown> };
  export interface Running {
    begins: (work: { place: string | undefined }) => void;
    signal: AbortSignal;
  }
  export function prepare(operations: readonly string[]): Promise<void>;
  export function perform(asked: Asked, running: Running): Promise<Answered>;
}
