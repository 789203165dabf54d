/** src/engine.ts, which has the types of a Worker of Cloudflare; a page has others. */
declare module "quire:engine" {
  export function inspect(
    pdf: Uint8Array,
    options: { content: true; password: string | undefined },
  ): Promise<{
    pages: { contentBox?: { x: number; y: number; width: number; height: number } | null }[];
  }>;
}
