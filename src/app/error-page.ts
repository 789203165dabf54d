import { ERRORS, errorResponse, type Refusal } from "../errors/errors.ts";
import { escapeHtml } from "../platform/escape-html.ts";

/** The style of the page that shows an error, in the colours of web/styles/base.css. */
const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100dvh;display:grid;place-content:center;font:1rem/1.55 system-ui,sans-serif;
background:light-dark(#faf7f1,#171513);color:light-dark(#211d18,#efe9e0)}
main{max-width:34rem;padding:2rem 1.5rem}
h1{font:600 2rem/1.15 "Iowan Old Style",Palatino,Georgia,serif;margin:0 0 1rem}
a{color:light-dark(#a8321a,#ff9673)}
.brand{position:absolute;left:1.5rem;top:1rem;display:flex;gap:.55rem;align-items:center;text-decoration:none;
font:600 1.35rem "Iowan Old Style",Palatino,Georgia,serif;color:inherit}
svg{width:1.8rem;fill:light-dark(#fffdf9,#201d1a);stroke:light-dark(#a8321a,#ff9673);stroke-width:1.8}
small{color:light-dark(#5f574c,#b3a99b);overflow-wrap:anywhere}`;

const TITLES: Record<number, string> = {
  401: "A key is needed",
  403: "This link does not work",
  404: "Nothing is here",
};
TITLES[410] = "This link has expired";

/** As in web/shells/site.html. */
const MARK =
  '<path d="M10 4h14v20H10z"/><path d="M7 6.5h14v20H7z"/><path d="M4 9h14v20H4zM7.5 14h7M7.5 18h7M7.5 22h4"/>';

/** Whether a person opened the address in a browser: only browsers begin their Accept header like this. */
function isOpenedByPerson(request: Request): boolean {
  const accept = request.headers.get("Accept") ?? "";
  return (
    (request.method === "GET" || request.method === "HEAD") && accept.startsWith("text/html,application/xhtml+xml")
  );
}

/** A refusal in the form that its reader can use: a page for a person, JSON for a program. */
export function refusalAnswer(refusal: Refusal, requestId: string, request: Request, home: string): Response {
  const answer = errorResponse(refusal, requestId, request.headers.get("Accept"));
  if (!isOpenedByPerson(request)) return answer;
  const headers = new Headers(answer.headers);
  headers.set("Content-Type", "text/html; charset=utf-8");
  const policy = `default-src 'none'; style-src 'sha256-${styleHash()}'; base-uri 'none'; frame-ancestors 'none'`;
  headers.set("Content-Security-Policy", policy);
  const { status } = ERRORS[refusal.code];
  const title = TITLES[status] ?? "That did not work";
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Quire</title><style>${STYLE}</style></head>
<body><a class="brand" href="${escapeHtml(home)}/"><svg viewBox="0 0 32 32" aria-hidden="true">${MARK}</svg>Quire</a>
<main><h1>${title}</h1><p>${escapeHtml(refusal.message)}</p>
<p><a href="${escapeHtml(home)}/studio">Open the tools</a> · <a href="${escapeHtml(home)}/docs">Read the documentation</a></p>
<p><small>${status} ${refusal.code} · request ${escapeHtml(requestId)}</small></p></main></body></html>`;
  return new Response(request.method === "HEAD" ? null : page, { status, headers });
}

function styleHash(): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(STYLE).digest("base64");
}
