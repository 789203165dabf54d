import { downloadOrigin } from "../api/settings.ts";

/** Serves the pages for people, from the static assets that scripts/build-web.ts makes of web/. */
const PAGES: Record<string, string> = {
  "/": "/index.html",
  "/dashboard": "/dashboard.html",
  "/studio": "/studio.html",
  "/docs": "/docs.html",
  "/docs/administration": "/administration.html",
  "/llms.txt": "/llms.txt",
  "/favicon.svg": "/favicon.svg",
  "/icon.png": "/icon.png",
  "/manifest.webmanifest": "/manifest.webmanifest",
  "/service-worker.js": "/service-worker.js",
  "/licences.txt": "/licences.txt",
};
/** The guides and their Markdown, one for each file of docs/. */
export const GUIDE_PATH = "/docs/*";
export const PAGE_PATHS = Object.keys(PAGES);

/** The address of a page that was asked for with slashes at its end. */
export function withoutSlash(pathname: string): string | undefined {
  const plain = pathname.replace(/(?<!\/)\/+$/, "");
  if (plain === pathname || plain === "") return undefined;
  return PAGE_PATHS.includes(plain) || /^\/docs\/[\w-]+$/.test(plain) ? plain : undefined;
}

/** A page, or one of its assets; undefined when there is none. */
export async function servePage(request: Request, env: Env): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const file = PAGES[pathname] ?? (/^\/docs\/[\w-]+$/.test(pathname) ? `${pathname}.html` : pathname);
  const asset = await env.ASSETS.fetch(new Request(new URL(file, request.url), { headers: request.headers }));
  if (asset.status === 404) return undefined;
  const headers = new Headers(asset.headers);
  const isPage = file.endsWith(".html");
  headers.set("Content-Security-Policy", isPage ? pagePolicy(pathname, env) : ASSET_POLICY);
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  if (isPage) headers.set("Cross-Origin-Opener-Policy", "same-origin");
  // An asset's name contains a hash of its content, or a version.
  const cached = pathname.startsWith("/assets/")
    ? "public, max-age=31536000, immutable"
    : "public, max-age=0, must-revalidate";
  headers.set("Cache-Control", cached);
  // Pages of the service may read its assets. Other origins may not.
  headers.set("Access-Control-Allow-Origin", new URL(request.url).origin);
  return new Response(request.method === "HEAD" ? null : asset.body, { status: asset.status, headers });
}

/** A worker obeys the policy of its own script. pdf.js's worker fetches fonts and compiles decoders. */
const ASSET_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";

/** Nothing inline, nothing from other origins. Results are fetched from the download host. */
function pagePolicy(pathname: string, env: Env): string {
  const drawsPdf = pathname === "/studio";
  return [
    "default-src 'none'",
    `script-src 'self'${drawsPdf ? " 'wasm-unsafe-eval'" : ""}`,
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self' data:",
    `connect-src 'self' ${downloadOrigin(env)}`,
    "manifest-src 'self'",
    `worker-src ${drawsPdf ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // pdf.js starts its worker from a plain string, which browsers would refuse under this policy.
    ...(drawsPdf ? [] : ["require-trusted-types-for 'script'"]),
  ].join("; ");
}
