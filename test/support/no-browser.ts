import { pagesOf, pdf, text } from "../fixtures/pdf.ts";

/** What the stand-in for a quick action prints. */
export const PDF = text(pdf(pagesOf(1))).replace(/[^\x00-\x7f]/g, "x");

interface Stub {
  /** What the session endpoints answer. */
  sessions: () => Response;
  quick?: (options: Record<string, unknown>) => Response | Promise<Response>;
}

/** A binding that has no browser; `asked` keeps what the quick action was given. */
export function browser(stub: Stub) {
  const asked: Record<string, unknown>[] = [];
  const binding = {
    fetch: async () => stub.sessions(),
    ...(stub.quick
      ? {
          quickAction: async (_: string, options: Record<string, unknown>) => {
            asked.push(options);
            return stub.quick?.(options);
          },
        }
      : {}),
  };
  return { asked, BROWSER: binding as unknown as Env["BROWSER"] };
}

/** What the session endpoints of a dead platform answer. */
export const dead = () => new Response("Browser Rendering is down", { status: 500 });
