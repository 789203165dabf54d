import type { Context } from "hono";
import type { HonoBase } from "hono/hono-base";
import { ERRORS, Refusal } from "../errors/errors.ts";
import { meant } from "../fields/misspellings.ts";
import type { App } from "./around.ts";
import { refusalAnswer } from "./error-page.ts";
import { withoutSlash } from "./pages.ts";

/** The operations' names in everyday language. */
const OTHER_PATHS: Record<string, string> = {
  html: "html-to-pdf",
  url: "html-to-pdf",
  render: "html-to-pdf",
  pdf: "html-to-pdf",
  images: "image-to-pdf",
  image: "image-to-pdf",
  cut: "split",
  pages: "inspect",
  info: "inspect",
};

/**
 * Turns errors into answers, and refuses paths and methods that no route has. Must be called after all routes are
 * registered.
 */
export function refuseTheRest(app: HonoBase<App>): void {
  const known = methodsByPath(app);
  app.onError((error, c) => {
    const refusal = error instanceof Refusal ? error : unexpected(error);
    c.error = refusal.details.cause instanceof Error ? refusal.details.cause : error;
    return answer(c, refusal);
  });
  app.notFound((c) => {
    const { pathname } = new URL(c.req.url);
    const target = withoutSlash(pathname);
    if (target !== undefined && ["GET", "HEAD"].includes(c.req.method)) return c.redirect(target, 308);
    return answer(c, new Refusal("NOT_FOUND", notFound(pathname, [...known.keys()])));
  });
  // hono's own methodNotAllowed is not a route, so the log could not name the requested path.
  for (const [path, methods] of known) {
    const allow = [...methods, ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
    app.all(path, (c) => {
      throw new Refusal("METHOD_NOT_ALLOWED", `${path} answers ${allow}, not ${c.req.method}.`, {
        headers: { Allow: allow },
      });
    });
  }
}

function answer(c: Context<App>, refusal: Refusal): Response {
  const record = c.get("record");
  record.code = refusal.code;
  return refusalAnswer(refusal, record.id, c.req.raw, new URL(c.req.url).origin);
}

/** The routes with a fixed path, except the dashboard's, which strangers do not learn of. */
function methodsByPath(app: HonoBase<App>): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>();
  for (const { method, path } of app.routes) {
    if (method === "ALL" || method === "HEAD" || path.endsWith("*") || path.startsWith("/admin/")) continue;
    known.set(path, (known.get(path) ?? new Set()).add(method));
  }
  return known;
}

/** An error that no operation expects. The client gets only the request id. */
function unexpected(cause: unknown): Refusal {
  return new Refusal("PROCESSING_FAILED", ERRORS.PROCESSING_FAILED.meaning, { cause });
}

/** For an unknown path, the known path with the most similar last word. It was probably meant. */
function notFound(path: string, known: readonly string[]): string {
  const last = (text: string) => text.split("/").findLast((word) => word !== "") ?? "";
  const lasts = known.map(last).filter((word) => word !== "");
  const near = known.find((candidate) => last(candidate) === (OTHER_PATHS[last(path)] ?? meant(last(path), lasts)));
  return `Nothing is served at this path; ${near ? `did you mean ${near}? ` : ""}GET /openapi.json lists what is.`;
}
