import { type InspectPdfResult, Quire } from "../../../../client/src/index.ts";
import { heldKey } from "../../held-key.ts";
import type { KeyField } from "../key-field.ts";

type Page = InspectPdfResult["pages"][number];

const WINDOW = 1000;

/** Sizes of pages as the service measures them, asked for in large pieces, and only where a key is there to ask with. */
export function pageSizes(
  file: File,
  password: string | undefined,
  key: KeyField,
): { of: (page: number) => Promise<Page | undefined> } {
  const windows = new Map<number, Promise<Page[]>>();
  return {
    async of(page) {
      if (heldKey() === "") return undefined;
      const from = page - ((page - 1) % WINDOW);
      let known = windows.get(from);
      if (!known) {
        const quire: Quire = new Quire({ apiKey: heldKey(), baseUrl: location.origin, retries: 1 });
        known = quire
          .inspect({ file, from, limit: WINDOW, ...(password === undefined ? {} : { password }) })
          .then(({ pages }) => pages);
        windows.set(from, known);
        // Another key may be allowed what this one was not.
        known.catch((error: unknown) => {
          windows.delete(from);
          if ((error as { code?: string }).code === "AUTHENTICATION_REQUIRED") key.fail((error as Error).message);
        });
      }
      return (await known).find(({ pageNumber }) => pageNumber === page);
    },
  };
}

/** What pages show, as the service finds it: all pages from one on, or so many. */
export async function* contentOf(
  file: File,
  password: string | undefined,
  from: number,
  limit?: number,
): AsyncGenerator<Page> {
  const quire = new Quire({ apiKey: heldKey(), baseUrl: location.origin, retries: 1 });
  const secret = password === undefined ? {} : { password };
  for (let next: number | null = from; next !== null; ) {
    const answer: InspectPdfResult = await quire.inspect({
      file,
      from: next,
      limit: limit ?? WINDOW,
      content: true,
      ...secret,
    });
    yield* answer.pages;
    next = limit === undefined ? answer.next : null;
  }
}
