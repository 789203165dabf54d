/** src/images/image-document.ts, as far as the worker uses it: its own types belong to a Worker of Cloudflare. */
declare module "quire:images" {
  export const DEFAULT_OPTIONS: unique symbol;
  export function imagesToPdf(
    inputs: readonly { name: string; bytes: Uint8Array }[],
    options: typeof DEFAULT_OPTIONS,
  ): Promise<{
    rope: { toBytes(): Uint8Array<ArrayBuffer> };
    pageCount: number;
    failures: readonly { message: string }[];
  }>;
}
