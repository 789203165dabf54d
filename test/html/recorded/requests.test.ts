import { outgoingRequest, wantsEvents } from "../../../src/html/browser/page/paused-request.ts";
import { Credentials } from "../../../src/html/resources/credentials.ts";
import { refuseFaults, refusesStatus } from "../../../src/html/resources/page-faults.ts";
import { admitDocument, transferredBytes } from "../../../src/html/resources/page-response.ts";
import { bytesOf, options, type Row, recordedPages, rows } from "./table.ts";

const HOSTS = [
  "https://site.example/a/b?q",
  "http://site.example/",
  "https://site.example:8443/",
  "https://cdn.example/x/y",
  "https://a.site.example/",
];

function credentials(page: string) {
  return new Credentials(
    new URL(page),
    options({
      extraHeaders: { "X-Own": "1", Cookie: "x=y" },
      originHeaders: { "https://cdn.example": { "X-Cdn": "2" }, "https://CDN.example": { "X-More": "3" } },
      cookies: [
        { name: "own", value: "1", path: "/a" },
        { name: "cdn", value: "2", origin: "https://cdn.example", path: "/x" },
        { name: "safe", value: "3", url: "https://cdn.example/z", secure: true },
        { name: "slash", value: "4", origin: "https://cdn.example", path: "/x/" },
      ],
    }),
  );
}

recordedPages({
  credentials: () => {
    const pages = ["https://site.example/", "http://site.example/a"];
    return pages.flatMap((page) =>
      rows(HOSTS, (host) => {
        const own = credentials(page);
        return [
          own.headersFor(new URL(host)),
          own.cookieHeader(new URL(host), "own=1; other=2"),
          own.cookieHeader(new URL(host)),
        ];
      }).map(([host, made]): Row => [`${page} asks ${host}`, made]),
    );
  },
  "requests in a page's place": () =>
    rows(
      [
        { headers: {} },
        {
          headers: { Host: "x", Cookie: "own=1; z=2", "Accept-Encoding": "br", Accept: "text/event-stream", Empty: "" },
        },
        { method: "POST", hasPostData: true, postDataEntries: [{ bytes: "aGVs" }, { bytes: "bG8=" }] },
        { method: "POST", hasPostData: true },
        { headers: { accept: "text/event-streams" } },
      ],
      (request) => {
        const paused = {
          requestId: "1",
          frameId: "f",
          resourceType: "Fetch",
          request: { url: "https://site.example/a", method: "GET", headers: {}, ...request },
        };
        const sent = [paused.request.url, "https://cdn.example/x/y", "http://site.example/a"].map((url) =>
          outgoingRequest(paused, new URL(url), credentials("https://site.example/")),
        );
        return [
          sent.map(({ body, ...rest }) => ({ ...rest, body: body && Buffer.from(body).toString() })),
          wantsEvents(paused),
        ];
      },
    ),
  "answers that are pages, or not": () =>
    rows(
      [
        [200, "text/html"],
        [200, "text/html; charset=x"],
        [200, ""],
        [200, "image/png"],
        [200, "application/json"],
        [200, "application/xhtml+xml"],
        [200, "application/pdf"],
        [204, "text/html"],
        [205, ""],
        [302, "text/html"],
        [304, ""],
        [399, ""],
        [400, ""],
        [404, "text/html"],
        [519, ""],
        [520, ""],
        [530, ""],
        [531, ""],
      ] as const,
      ([status, type]) => {
        const headers = new Headers(type === "" ? {} : { "content-type": type });
        return [true, false, [404], ["2xx"]].map((rule) => {
          try {
            admitDocument({ status, headers, body: bytesOf("x") }, rule as never);
            return "a page";
          } catch (error) {
            return (error as Error).message;
          }
        });
      },
    ),
  "lengths as transferred": () =>
    rows(
      [
        {},
        { "content-length": "9" },
        { "content-length": "9", "content-encoding": "br" },
        { "content-length": "9x", "content-encoding": "br" },
        { "content-encoding": "gzip" },
        { "content-length": "9", "content-encoding": "identity" },
      ] as Record<string, string>[],
      (headers) => transferredBytes({ status: 200, headers: new Headers(headers), body: bytesOf("four") }),
    ),
  "faults of pages": () => {
    const failures = [
      { url: "https://cdn.example/a", reason: "HTTP 404", status: 404 },
      { url: "https://x.cdn.example/b", reason: "HTTP 500.", status: 500 },
      { url: "https://acdn.example:8443/c", reason: "No answer" },
    ];
    const rules = [
      false,
      true,
      { statuses: [404] },
      { statuses: ["5xx"], unreachable: false },
      { domains: [".cdn.example"] },
      { domains: ["CDN.example:443"], unreachable: true },
      { ignoreDomains: ["cdn.example", "acdn.example"] },
      { statuses: ["404-499"], domains: ["x.cdn.example"] },
    ];
    return [
      ...rows(rules, (rule) =>
        refuseFaults({ consoleErrors: ["oops!"], failures }, options({ failOnResourceError: rule })),
      ),
      ...rows([5, 6, 9], (count) =>
        refuseFaults(
          { consoleErrors: Array.from({ length: count }, (_, i) => `e${i}`), failures },
          options({ failOnConsoleError: true }),
        ),
      ),
      ...rows([true, false, [404], ["4xx"], ["400-403", 500], ["5XX"]], (rule) =>
        [200, 399, 400, 403, 404, 499, 500, 599].filter((status) => refusesStatus(rule as never, status)),
      ),
    ];
  },
});
