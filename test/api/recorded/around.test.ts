import {
  AREA,
  CROP,
  CROP_DATA,
  HTML,
  IMAGES,
  json,
  multipart,
  PDF,
  PDF_BASE64,
  SPLIT,
  withHeaders,
} from "../mistakes/mistake.ts";
import { type Ask, type Asked, recordedAnswers } from "./table.ts";

const LEAST = { fileBase64: PDF_BASE64, splitMode: "ranges", ranges: ["1"] };
const split = (more: object = {}) => json({ ...LEAST, ...more });
function* requests(path: string, rows: Record<string, RequestInit>): Iterable<Asked> {
  for (const [name, init] of Object.entries(rows)) yield { name, path, init };
}

/** A link to the first part of a split, and one to its ZIP archive. */
async function links(ask: Ask): Promise<{ part: string; zip: string }> {
  const answer = await ask(SPLIT, split({ ranges: ["1", "2-"], fileNames: ["Übersicht", "rest"] }));
  const { zipDownloadUrl, files } = (await answer.json()) as {
    zipDownloadUrl: string;
    files: { downloadUrl: string }[];
  };
  return { part: files[0]!.downloadUrl, zip: zipDownloadUrl };
}

recordedAnswers({
  "headers and parameters": function* () {
    const rows: [string, string, RequestInit][] = [
      ["binary", "?format=binary", split()],
      ["binary, by Accept", "", withHeaders(split(), { Accept: "application/zip" })],
      ["JSON, though Accept says the file later", "", withHeaders(split(), { Accept: "*/*, application/zip" })],
      ["JSON in the address, the file in Accept", "?format=json", withHeaders(split(), { Accept: "application/zip" })],
      ["an unknown format", "?format=xml", split()],
      ["a format twice", "?format=json&format=json", split()],
      ["an empty format", "?format=", split()],
      ["fields in the address", "?splitMode=ranges&page=1&token=x", split()],
      ["strict, nothing unknown", "", withHeaders(split(), { Prefer: "handling=strict" })],
      [
        "strict, an unknown field",
        "",
        withHeaders(split({ splitmode: 1 }), { Prefer: 'respond-async, handling="strict"' }),
      ],
      ["lenient, an unknown field", "", withHeaders(split({ splitmode: 1 }), { Prefer: "handling=lenient" })],
      ["a problem", "", withHeaders(split({ ranges: ["9"] }), { Accept: "application/problem+json" })],
      [
        "a problem, a page preferred",
        "",
        withHeaders(split({ ranges: ["9"] }), { Accept: "text/html, application/problem+json" }),
      ],
      ["a key of repetition that is too long", "", withHeaders(split(), { "Idempotency-Key": "k".repeat(300) })],
      ["a key of repetition that is empty", "", withHeaders(split(), { "Idempotency-Key": "" })],
      ["a trace", "", withHeaders(split(), { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" })],
    ];
    for (const [name, query, init] of rows) yield { name, path: `${SPLIT}${query}`, init };
    const key = crypto.randomUUID();
    const again = (more: object = {}) => withHeaders(split(more), { "Idempotency-Key": key });
    yield { name: "for the first time", path: SPLIT, init: again() };
    yield { name: "again", path: SPLIT, init: again() };
    yield { name: "again, as the file", path: `${SPLIT}?format=binary`, init: again() };
    yield { name: "again, with another field", path: SPLIT, init: again({ ranges: ["2"] }) };
    yield { name: "again, to another operation", path: "/v1/pdf/inspect", init: again() };
    for (const range of ["bytes=0-9", "bytes=-5"]) {
      yield {
        name: `a range of an operation: ${range}`,
        path: `${SPLIT}?format=binary`,
        init: withHeaders(split(), { Range: range }),
      };
    }
    const crop = multipart({ file: PDF, cropData: CROP_DATA });
    yield { name: "a crop as the file", path: `${CROP}?format=binary`, init: crop };
    yield {
      name: "a crop, by Accept",
      path: CROP,
      init: { ...multipart({ file: PDF, cropData: CROP_DATA }), headers: { Accept: "application/pdf" } },
    };
    yield {
      name: "HTML as the file",
      path: `${HTML}?format=binary`,
      init: json({ html: "<p>Hi", output: 'Ä "1".pdf' }),
    };
    yield {
      name: "an inspection as the file",
      path: "/v1/pdf/inspect?format=binary",
      init: json({ fileBase64: PDF_BASE64 }),
    };
    yield {
      name: "an image that is none as the file",
      path: `${IMAGES}?format=binary`,
      init: multipart({ file: PDF }),
    };
  },
  "sizes of pages by address": async function* (ask) {
    const { part } = await links(ask);
    const own = encodeURIComponent(part);
    const path = encodeURIComponent(part.replace("https://files.quire.test", ""));
    const altered = encodeURIComponent(part.replace("range=", "range=1"));
    for (const query of [
      `filePath=${own}`,
      `filePath=${path}`,
      `filePath=${altered}`,
      `filePath=${own}&unit=mm&content=true&from=1&limit=1`,
      `filePath=${own}&from=2`,
      `filePath=${own}&from=x`,
      `filePath=${own}&limit=1001`,
      `filePath=${own}&filePath=x`,
      `filePath=${own}&page=1`,
      "filePath=",
      "filepath=x",
      "",
      "filePath=report.pdf",
      "filePath=/etc/passwd",
      "filePath=http%3A%2F%2F10.0.0.1%2F",
    ]) {
      const name = query.replace(own, "a link").replace(path, "a link's path").replace(altered, "an altered link");
      yield { name, path: `${CROP}?${query}`, init: { method: "GET" } };
    }
  },
  links: async function* (ask) {
    const { part, zip } = await links(ask);
    const get = (name: string, link: string, headers: Record<string, string> = {}, method = "GET"): Asked => {
      return { name, path: link, init: { method, headers } };
    };
    const etag = (await ask("/health")) && `"${/\/f\/([^/]+)\//.exec(zip)?.[1]}-0-${/range=0-(\d+)/.exec(zip)?.[1]}"`;
    yield get("a part", part);
    yield get("the archive", zip);
    yield get("shown", `${part}&inline=1`);
    yield get("shown otherwise", `${part}&inline=0`);
    yield get("with a parameter more", `${part}&x=1`);
    yield get("with another signature", part.replace(/signature=.{4}/, "signature=AAAA"));
    yield get("with another end of its time", part.replace(/expires=\d/, "expires=9"));
    yield get("with another name", part.replace("bersicht", "berblick"));
    yield get("without its parameters", part.replace(/\?.*/, ""));
    for (const method of ["HEAD", "OPTIONS", "POST", "DELETE"]) yield get(method, zip, {}, method);
    for (const range of [
      "bytes=0-9",
      "bytes=5-",
      "bytes=-7",
      "bytes=-0",
      "bytes=9-5",
      "bytes=999999-",
      "bytes=0-999999",
      "bytes=0-1,3-4",
      "lines=1-2",
      "bytes=-",
      "bytes=a-b",
    ]) {
      yield get(`the range ${range}`, zip, { Range: range });
    }
    yield get("a range if it is the same", zip, { Range: "bytes=0-3", "If-Range": etag });
    yield get("a range if it is another", zip, { Range: "bytes=0-3", "If-Range": '"x"' });
    for (const match of [etag, `W/${etag}`, `"x", ${etag}`, "*", '"x"']) {
      yield get(`if none matches ${match === etag ? "the same" : match.replace(etag, "…")}`, zip, {
        "If-None-Match": match,
      });
    }
    for (const match of [etag, `W/${etag}`, "*", '"x"']) {
      yield get(`if it matches ${match === etag ? "the same" : match.replace(etag, "…")}`, zip, { "If-Match": match });
    }
    yield get("HEAD if none matches", zip, { "If-None-Match": etag }, "HEAD");
  },
  "paths and methods": function* () {
    const paths = [
      "/",
      "/health",
      "/v1/limits",
      "/openapi.json",
      "/openapi.json?bodies=form",
      "/docs",
      "/docs/reference.md",
      "/docs/reference/crop-pdf.md",
      "/docs/reference/none.md",
      "/docs/limits",
      "/docs/none",
      "/studio",
      "/dashboard",
      "/robots.txt",
      "/llms.txt",
      "/favicon.svg",
      "/favicon.ico",
      "/assets/none.js",
      "/v1",
      "/v1/",
      "/v1/pdf/crops",
      "/pdf/split",
      "/v1/convert/url",
      "/v1/info",
      "/v2/pdf/split",
      "/nothing",
      "/%2e%2e/x",
      "/admin/api/none",
    ];
    for (const path of paths) yield { name: `GET ${path}`, path };
    for (const path of paths.slice(0, 8)) yield { name: `HEAD ${path}`, path, init: { method: "HEAD" } };
    const methods = ["GET", "PUT", "DELETE", "PATCH", "OPTIONS"];
    for (const path of [SPLIT, IMAGES, "/mcp", "/health", "/admin/api/keys", "/none"]) {
      for (const method of methods)
        yield { name: `${method} ${path}`, path, init: { method, headers: { Authorization: "" } } };
    }
    yield { name: "a page, though nothing is there", path: "/none", init: { headers: { Accept: "text/html" } } };
    yield { name: "a deep look without a key", path: "/health?deep", init: { headers: { Authorization: "" } } };
  },
  keys: function* () {
    const tries = [
      "",
      "Bearer",
      "Bearer qk_1",
      "bearer  qk_1 ",
      "Basic cWs6",
      "qk_1",
      `Bearer qk_${"a".repeat(38)}`,
      "Bearer demo",
      'Bearer "x"',
      "Bearer <key>",
      "Bearer $KEY",
      "Token x",
      "Bearer a b",
    ];
    for (const Authorization of tries) {
      yield { name: `Authorization: ${Authorization}`, path: SPLIT, init: withHeaders(split(), { Authorization }) };
    }
    for (const name of ["api_key", "key", "token", "access_token", "apikey"]) {
      yield { name: `?${name}`, path: `${SPLIT}?${name}=x`, init: withHeaders(split(), { Authorization: "" }) };
    }
    for (const name of ["X-API-Key", "Api-Key", "X-Auth-Token"]) {
      yield { name, path: SPLIT, init: withHeaders(split(), { Authorization: "", [name]: "x" }) };
    }
  },
  agents: function* () {
    const say = (body: unknown): RequestInit => {
      const text = typeof body === "string" ? body : JSON.stringify({ jsonrpc: "2.0", id: 1, ...(body as object) });
      return {
        method: "POST",
        body: text,
        headers: { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(text)) },
      };
    };
    const call = (name: unknown, given?: unknown) => say({ method: "tools/call", params: { name, arguments: given } });
    const rows: Record<string, RequestInit> = {
      initialize: say({ method: "initialize", params: { protocolVersion: "2025-06-18" } }),
      "initialize, an old version": say({ method: "initialize", params: { protocolVersion: "2024-01-01" } }),
      "initialize without anything": say({ method: "initialize" }),
      ping: say({ method: "ping", id: "x" }),
      "the list of tools": say({ method: "tools/list" }),
      "a method that is not there": say({ method: "resources/list" }),
      "a notification": say('{"jsonrpc":"2.0","method":"notifications/initialized"}'),
      "a reply": say('{"jsonrpc":"2.0","id":1,"result":{}}'),
      "no JSON": say("{"),
      "a list": say("[]"),
      "another version": say('{"jsonrpc":"1.0","id":1,"method":"ping"}'),
      "an id that is null": say({ method: "ping", id: null }),
      "an id that is a list": say({ method: "ping", id: [1] }),
      "parameters that are a list": say({ method: "ping", params: [] }),
      "no method": say({ method: 7 }),
      "a split": call("split_pdf", LEAST),
      "a split that is refused": call("split_pdf", { ...LEAST, ranges: ["9"] }),
      "a crop": call("crop_pdf", { fileBase64: PDF_BASE64, cropData: [{ pageNumber: 1, cropArea: AREA }] }),
      "an inspection": call("inspect_pdf", { fileBase64: PDF_BASE64, limit: 1 }),
      "what gets no browser": call("html_to_pdf", { html: "<p>Hi", fallback: "none" }),
      "a tool that is not there": call("merge_pdf", {}),
      "a tool without a name": call(undefined, {}),
      "arguments that are a text": call("split_pdf", "x"),
      "no arguments": call("split_pdf"),
      "an upload": call("create_upload", { fileName: "../a b.pdf", bytes: 10 }),
      "an upload of nothing": call("create_upload", { fileName: "a.pdf", bytes: 0 }),
      "an upload without a name": call("create_upload", { bytes: 1 }),
      "an upload of half a byte": call("create_upload", { fileName: "a.pdf", bytes: 1.5 }),
    };
    yield* requests("/mcp", rows);
  },
});
