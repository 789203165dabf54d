import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, vi } from "vitest";
import { HTML_LIMITS } from "../../../src/html/html-limits.ts";
import { bmp } from "../../fixtures/bmp.ts";
import { pagesOf, pdf, withUpdate } from "../../fixtures/pdf.ts";
import { png } from "../../fixtures/png.ts";
import { AREA, CROP, HTML, IMAGES, JPEG, json, multipart, PDF, PDF_BASE64, PNG, SPLIT } from "../mistakes/mistake.ts";
import { type Asked, recordedAnswers, SITE } from "./table.ts";

/** What is on the internet, by path. */
const WEB: Record<string, () => Response> = {
  "/a.jpg": () => new Response(JPEG[1] as Uint8Array<ArrayBuffer>),
  "/b.pdf": () => new Response(PDF[1] as Uint8Array<ArrayBuffer>),
  "/named": () =>
    new Response(PDF[1] as Uint8Array<ArrayBuffer>, {
      headers: { "Content-Disposition": 'inline; filename="own.pdf"' },
    }),
  "/page": () => new Response("<title>Page</title><img src=gone.png>", { headers: { "Content-Type": "text/html" } }),
  "/empty": () => new Response(""),
  "/moved": () => new Response(null, { status: 302, headers: { Location: "/b.pdf" } }),
  "/round": () => new Response(null, { status: 302, headers: { Location: "/round" } }),
  "/nowhere": () => new Response(null, { status: 301 }),
  "/forbidden": () => new Response("no", { status: 403 }),
  "/busy": () => new Response("later", { status: 503 }),
};

beforeAll(() => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { pathname } = new URL(String(input));
    return (WEB[pathname] ?? (() => new Response("gone", { status: 404 })))();
  });
});
afterAll(() => {
  vi.restoreAllMocks();
});

const page = (pageNumber: number, area: object = {}) => ({ pageNumber, cropArea: { ...AREA, ...area } });
const base64 = (file: Uint8Array) => Buffer.from(file).toString("base64");
const TURNED = base64(pdf(pagesOf(3, (index) => `/Rotate ${index * 90}/UserUnit ${index + 1}`)));
const OUTLINED = base64(
  pdf({
    ...pagesOf(4),
    1: "<</Type/Catalog/Pages 2 0 R/Outlines 20 0 R>>",
    20: "<</First 21 0 R/Last 22 0 R/Count 2>>",
    21: "<</Title(One)/Parent 20 0 R/Next 22 0 R/Dest[3 0 R/Fit]/First 23 0 R/Last 23 0 R/Count 1>>",
    22: "<</Title(Two/2)/Parent 20 0 R/Prev 21 0 R/Dest[7 0 R/Fit]>>",
    23: "<</Title(Inner)/Parent 21 0 R/Dest[5 0 R/Fit]>>",
  }),
);
const SIGNED = base64(
  withUpdate(pdf(pagesOf(2)), {
    1: "<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[30 0 R]>>>>",
    30: "<</FT/Sig/T(S)/V<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>>>/Rect[0 0 9 9]/Subtype/Widget>>",
  }),
);

function* asked(path: string, least: object, rows: Record<string, object>): Iterable<Asked> {
  for (const [name, fields] of Object.entries(rows)) yield { name, path, init: json({ ...least, ...fields }) };
}

recordedAnswers({
  crop: () =>
    asked(
      CROP,
      { fileBase64: PDF_BASE64, cropData: [page(1)] },
      {
        "one page": {},
        "two pages": { cropData: [page(1), page(3)] },
        "a page twice": { cropData: [page(1), page(1)] },
        "a page beyond the last": { cropData: [page(4)] },
        "all pages": { cropMode: "all" },
        "all pages, two areas": { cropMode: "all", cropData: [page(1), page(2), page(3)] },
        "an area over the edge": { cropData: [page(1, { x: -10, y: 800, width: 2000 })] },
        "an area beside the page": { cropData: [page(1, { x: 900 })] },
        "an area at infinity": { cropData: [page(1, { x: 1e300 })] },
        "an area in millimetres": { cropData: [page(1, { unit: "mm" })] },
        "an area in pixels": { cropData: [page(1, { unit: "px" })] },
        "an area in inches": { cropData: [page(1, { x: 1, y: 1, width: 2, height: 3, unit: "in" })] },
        "coordinates of the file": { coordinates: "userspace" },
        "a name": { output: "../Report: Ä.pdf" },
        "a name without an end": { output: "report" },
        "an empty name": { output: "" },
        "a password that is not needed": { password: "x" },
        automatic: { cropData: undefined, auto: true },
        "automatic with a margin": {
          cropData: undefined,
          auto: { margin: { top: 1, left: 2 }, unit: "mm", uniform: "all" },
        },
        "automatic, some pages": { cropData: undefined, auto: { pages: "1,3" } },
        "automatic, no such page": { cropData: undefined, auto: { pages: "5" } },
        "automatic, and areas": { auto: true },
        "automatic is off": { auto: false },
        "what is outside removed": { removeOutside: true },
        "what is outside removed, all pages": { removeOutside: true, cropMode: "all" },
        "options of removal alone": { metadata: "keep" },
        "no area": { cropData: undefined },
        "no file": { fileBase64: undefined },
        "a file that is no PDF": { fileBase64: "aGVsbG8=" },
        "base64 that is none": { fileBase64: "a*b" },
        "base64 with a beginning": { fileBase64: `data:application/pdf;base64,${PDF_BASE64}` },
        "two files": { url: `${SITE}/b.pdf` },
        "by address": { fileBase64: undefined, url: `${SITE}/b.pdf` },
        "by an address with a name of its own": { fileBase64: undefined, url: `${SITE}/named` },
        "by an address that moves": { fileBase64: undefined, url: `${SITE}/moved` },
        "by an address that moves without end": { fileBase64: undefined, url: `${SITE}/round` },
        "by an address that moves nowhere": { fileBase64: undefined, url: `${SITE}/nowhere` },
        "by an address that is gone": { fileBase64: undefined, url: `${SITE}/gone` },
        "by an address that forbids": { fileBase64: undefined, url: `${SITE}/forbidden` },
        "by an address that is busy": { fileBase64: undefined, url: `${SITE}/busy` },
        "by an address without bytes": { fileBase64: undefined, url: `${SITE}/empty` },
        "by a private address": { fileBase64: undefined, url: "http://10.0.0.1/a.pdf" },
        "by a file's address": { fileBase64: undefined, url: "file:///etc/passwd" },
        "by no address": { fileBase64: undefined, url: "report.pdf" },
        "turned pages": { fileBase64: TURNED, cropData: [page(1), page(2), page(3)] },
        "turned pages, all": { fileBase64: TURNED, cropMode: "all" },
        "a signed document": { fileBase64: SIGNED },
        "an unknown field": { crop: 1, cropdata: [] },
        "an unknown field within": { cropData: [{ ...page(1), rotate: 90 }] },
      },
    ),
  split: () =>
    asked(
      SPLIT,
      { fileBase64: PDF_BASE64, splitMode: "ranges" },
      {
        "one range": { ranges: ["1-2"] },
        "ranges of every kind": { ranges: ["2", "2-", "1-2,3", "3,1", " 1 - 1 "] },
        "a range twice": { ranges: ["1", "1"] },
        "a range backwards": { ranges: ["3-1"] },
        "a range from zero": { ranges: ["0-1"] },
        "a range beyond the end": { ranges: ["1", "2-4"] },
        "a range of letters": { ranges: ["a"] },
        "an empty range": { ranges: [""] },
        "no range": {},
        "an empty list": { ranges: [] },
        "single pages": { splitMode: "individual", pageNumbers: [3, 1] },
        "a single page beyond the end": { splitMode: "individual", pageNumbers: [1, 4] },
        "a single page zero": { splitMode: "individual", pageNumbers: [0] },
        "no single page": { splitMode: "individual" },
        "an empty list of single pages": { splitMode: "individual", pageNumbers: [] },
        "single pages and ranges": { splitMode: "individual", pageNumbers: [1], ranges: ["1"], every: 2 },
        "ranges and single pages": { ranges: ["1"], pageNumbers: [1] },
        "every page": { every: 1 },
        "every two pages": { every: 2 },
        "ranges and every": { ranges: ["1"], every: 2 },
        "by bookmarks": { fileBase64: OUTLINED, bookmarkLevel: 1 },
        "by bookmarks within": { fileBase64: OUTLINED, bookmarkLevel: 2 },
        "by bookmarks that are not there": { fileBase64: OUTLINED, bookmarkLevel: 3 },
        "by bookmarks without an outline": { bookmarkLevel: 1 },
        "by size": { maxSize: 2_000 },
        "by a size that no page has": { fileBase64: TURNED, maxSize: 2_000 },
        "a pattern of names": { ranges: ["1", "2-"], fileNamePattern: "{index} of {total} {name} ({pages})" },
        "a pattern with titles": { fileBase64: OUTLINED, bookmarkLevel: 1, fileNamePattern: "{title}" },
        "a pattern that gives the same names": { ranges: ["1", "2"], fileNamePattern: "part" },
        "a pattern with an unknown word": { ranges: ["1"], fileNamePattern: "{number}" },
        names: { ranges: ["1", "2"], fileNames: ["Preface", ""] },
        "more names than files": { ranges: ["1"], fileNames: ["a", "b", "c"] },
        "fewer names than files": { ranges: ["1", "2", "3"], fileNames: ["a.pdf"] },
        "by address": { fileBase64: undefined, url: `${SITE}/named`, every: 2 },
        "a signed document": { fileBase64: SIGNED, every: 1 },
      },
    ),
  "images by address": () =>
    asked(
      IMAGES,
      { urls: [`${SITE}/a.jpg`] },
      {
        one: {},
        "two, and one that is gone": { urls: [`${SITE}/a.jpg`, `${SITE}/gone.png`, `${SITE}/a.jpg`] },
        "one that is gone": { urls: [`${SITE}/gone.png`] },
        "two that are none": { urls: [`${SITE}/b.pdf`, `${SITE}/page`] },
        "no address": { urls: [] },
        A4: { pageSize: "a4", margin: 20 },
        "A4 lying": { pageSize: "A4", orientation: "landscape" },
        "Letter as it lies": { pageSize: "Letter", orientation: "auto", fitMode: "cover" },
        "a margin around it": { margin: 7.5, backgroundColor: "abc" },
        "a margin as wide as the page": { pageSize: "A4", margin: 400 },
        "a density": { dpi: 300 },
        "a name": { fileName: "scan" },
        "an order": {
          urls: [`${SITE}/a.jpg`, `${SITE}/a.jpg`],
          imageOrder: [{ name: "a.jpg", rotation: 450, order: 1 }],
        },
        "an order of a name that is not there": { imageOrder: [{ name: "b.jpg" }, { name: "x".repeat(200) }] },
        "without metadata": { stripMetadata: true },
      },
    ),
  "images in a form": function* () {
    const rows: Record<string, RequestInit> = {
      "a JPEG": multipart({ file: JPEG }),
      "a PNG": multipart({ file: PNG, pageSize: "Letter" }),
      "files and addresses": multipart({ file: JPEG, urls: "[]" }),
      none: multipart({ margin: "1" }),
      "one that is empty": multipart({ file: ["a.png", new Uint8Array()] }),
      "a PDF": multipart({ file: PDF }),
      "an order": multipart({ file: JPEG, imageOrder: '[{"name":"photo.jpg","rotation":-90}]' }),
      "as another field": multipart({ image: JPEG }),
    };
    for (const [name, init] of Object.entries(rows)) yield { name, path: IMAGES, init };
    for (const [name, init] of Object.entries(rows).slice(0, 3))
      yield { name: `${name}, binary`, path: `${IMAGES}?format=binary`, init };
    const both = multipart({ file: JPEG });
    (both.body as FormData).append("file", new File([PNG[1]], "a.png"));
    (both.body as FormData).append("file", new File(["GIF89a"], "bad.gif"));
    yield { name: "three, one of them bad", path: IMAGES, init: both };
  },
  HTML: () =>
    asked(
      HTML,
      { html: "<p>Hi" },
      {
        text: {},
        "no text": { html: "" },
        "blank text": { html: " \n" },
        "text and address": { url: `${SITE}/page` },
        nothing: { html: undefined },
        "an address": { html: undefined, url: `${SITE}/page` },
        "an address without a scheme": { html: undefined, url: "example.com" },
        "an address that is gone": { html: undefined, url: `${SITE}/gone` },
        "an address of a PDF": { html: undefined, url: `${SITE}/b.pdf` },
        "a private address": { html: undefined, url: "http://[::1]/" },
        Markdown: { html: undefined, markdown: "# Title\n\n- one" },
        "Markdown in a template": { html: undefined, markdown: "# T", markdownTemplate: "<b>{{title}}</b>{{content}}" },
        "Markdown in a template without a place": { html: undefined, markdown: "# T", markdownTemplate: "<b>" },
        "a template without Markdown": { markdownTemplate: "{{content}}" },
        "several addresses": { html: undefined, urls: [`${SITE}/page`, `${SITE}/page`] },
        "several addresses, one gone": { html: undefined, urls: [`${SITE}/page`, `${SITE}/gone`] },
        "what is missing from a page": { html: '<img src="http://127.0.0.1:9000/x.png"><img src="y.png">' },
        "what is missing refuses": { html: '<img src="http://127.0.0.1:9000/x.png">', failOnResourceError: true },
        "a name": { output: "Invoice 1" },
        "pages that it has not": { pageRanges: "2" },
        "no fallback": { fallback: "none" },
        "what only a session can": { singlePage: true },
        "a footer in a web font": { footerTemplate: "<style>@font-face{}</style>" },
        "a base": { baseUrl: "https://example.com/a/" },
        "a base that is none": { baseUrl: "a/b" },
        "a base for an address": { html: undefined, url: `${SITE}/page`, baseUrl: "https://example.com/" },
        metadata: { metadata: { title: "T" } },
        "margins that leave nothing": { margin: "20in" },
        "an old name": { printBackgroud: true, pageFormat: "A4", waitFor: 100 },
        "an option that is refused": { path: "/tmp/a.pdf", preferCssPageSize: true },
      },
    ),
  "HTML in files": function* () {
    const file = (name: string, content: string | Uint8Array): [string, Uint8Array] => [
      name,
      Uint8Array.from(Buffer.from(content)),
    ];
    const page = file("a.html", "<p>Hi<img src=own.svg>");
    const rows: Record<string, RequestInit> = {
      one: multipart({ file: page }),
      "with an asset": multipart({ file: page, assets: file("own.svg", "<svg/>") }),
      compressed: multipart({ file: file("a.html.gz", gzipSync("<p>Hi")) }),
      "compressed, and broken": multipart({ file: file("a.html", gzipSync("<p>Hi").subarray(0, 12)) }),
      Markdown: multipart({ file: file("a.md", "# T"), markdownTemplate: "<i>{{content}}</i>" }),
      empty: multipart({ file: file("a.html", "") }),
      "a PDF": multipart({ file: PDF }),
      "an image": multipart({ file: PNG }),
      "a Word file": multipart({ file: file("a.docx", "PK\x03\x04") }),
      "a name in place of the file": multipart({ file: "a.html" }),
      "with an address": multipart({ file: page, url: `${SITE}/page` }),
      "assets with an address": multipart({ assets: file("own.svg", "<svg/>"), url: `${SITE}/page` }),
      "assets alone": multipart({ assets: file("own.svg", "<svg/>") }),
      "with a base": multipart({ file: page, baseUrl: "https://example.com/" }),
      "with a template that is not for it": multipart({ file: page, markdownTemplate: "{{content}}" }),
    };
    for (const [name, init] of Object.entries(rows)) yield { name, path: HTML, init };
    for (const count of [2, HTML_LIMITS.documents, HTML_LIMITS.documents + 1]) {
      const body = new FormData();
      for (let i = 0; i < count; i++)
        body.append("file", new File(["<title>T</title>"], i === 1 ? "b.md" : `${i}.html`));
      yield { name: `${count} files`, path: HTML, init: { method: "POST", body } };
    }
  },
  "damaged images": function* () {
    const small = png({ width: 4, height: 40, colourType: 0, depth: 8, interlaced: true, pixel: (x, y) => [x * y] });
    const short = (file: Uint8Array, less: number): [string, Uint8Array] => ["short", file.slice(0, -less)];
    for (const less of [1, 12, 14, 20]) {
      yield { name: `a PNG ${less} bytes short`, path: IMAGES, init: multipart({ file: short(small, less) }) };
      yield { name: `a JPEG ${less} bytes short`, path: IMAGES, init: multipart({ file: short(JPEG[1], less) }) };
    }
    const half = bmp({ width: 4, height: 4, bits: 24, pixels: new Uint8Array(24) });
    for (const count of [20, 21]) {
      const body = new FormData();
      for (let i = 0; i < count; i++) body.append("file", new File([half], `${i}.bmp`));
      yield { name: `${count} halves`, path: IMAGES, init: { method: "POST", body } };
    }
    yield { name: "a long name", path: IMAGES, init: multipart({ file: [`${"n".repeat(120)}.bmp`, half] }) };
  },
  inspect: () =>
    asked(
      "/v1/pdf/inspect",
      { fileBase64: PDF_BASE64 },
      {
        "all pages": {},
        "from the second": { from: 2, limit: 1 },
        "from beyond the last": { from: 4 },
        "in millimetres": { unit: "mm", limit: 1 },
        "with what they show": { content: true, limit: 2 },
        "turned pages": { fileBase64: TURNED, unit: "in", content: true },
        "no pages": { fileBase64: base64(pdf(pagesOf(0))) },
        "no file": { fileBase64: undefined },
      },
    ),
});
