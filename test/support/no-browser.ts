/** What the stand-in for a quick action prints. */
export const PDF = [
  "%PDF-1.4",
  "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
  "2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj",
  "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj",
  "trailer<</Root 1 0 R/Size 4>>",
  "%%EOF",
].join("\n");

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
