import { readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import * as mupdf from "mupdf";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { documentFields } from "../../src/html/fields/documents.ts";
import { htmlOptions } from "../../src/html/fields/options.ts";

const { api, key, site } = inject("service");
const PATH = `${api}/v1/convert/html-to-pdf?format=binary`;
const read = (name: string) => readFileSync(path.join(import.meta.dirname, "../../docs/use", name), "utf8");

/** Files that the examples speak of. */
const FILES: Record<string, string> = {
  "notes.md": "# Notes\n\n![A diagram](diagram.svg)\n",
  "diagram.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60" fill="#00f"/></svg>`,
  "cover.html": "<title>The cover</title><h1>Cover</h1>",
};

const heard: http.IncomingMessage[] = [];
const server = http.createServer((request, response) => {
  heard.push(request);
  response.writeHead(200, { "content-type": "text/html" }).end(`<title>Page</title><h1>At ${request.url}</h1>`);
});
beforeAll(() => new Promise<void>((resolve) => server.listen(site, "127.0.0.1", resolve)));
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

interface Made {
  document: mupdf.PDFDocument;
  texts: string[];
  headers: Headers;
}

interface Example {
  heading: string;
  kind: "json" | "sh";
  text: string;
}

function examples(markdown: string): Example[] {
  let heading = "";
  const found: Example[] = [];
  for (const [, title, kind, text = ""] of markdown.matchAll(/^## (.+)$|^```(json|sh)\n([\s\S]*?)^```$/gm)) {
    if (title !== undefined) heading = title;
    else found.push({ heading, kind: kind as Example["kind"], text });
  }
  return found;
}

/** The parts of a call by curl, as curl would send them. */
function formOf(call: string): FormData {
  const form = new FormData();
  const parts = /(-F|--form-string) ('[^']*'|\S+)/g;
  for (const [, how, quoted = ""] of call.matchAll(parts)) {
    const text = quoted.replace(/^'|'$/g, "");
    const name = text.slice(0, text.indexOf("="));
    const value = text.slice(name.length + 1);
    if (how === "--form-string" || !value.startsWith("@")) form.append(name, value);
    else form.append(name, new File([FILES[value.slice(1)] as string], value.slice(1)));
  }
  return form;
}

async function made(example: Example): Promise<Made> {
  const here = example.text.replaceAll("https://example.com", `http://127.0.0.1:${site}`);
  const headers: Record<string, string> = { Authorization: `Bearer ${key}`, Prefer: "handling=strict" };
  const body = example.kind === "json" ? here : formOf(here);
  if (example.kind === "json") headers["Content-Type"] = "application/json";
  const response = await fetch(PATH, { method: "POST", headers, body });
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(response.status, new TextDecoder().decode(bytes.subarray(0, 500))).toBe(200);
  expect(response.headers.get("quire-warnings")).toBeNull();
  const document = mupdf.PDFDocument.openDocument(bytes, "application/pdf") as mupdf.PDFDocument;
  const texts = Array.from({ length: document.countPages() }, (_, page) =>
    document.loadPage(page).toStructuredText("").asText().replaceAll(/\s+/g, " ").trim(),
  );
  return { document, texts, headers: response.headers };
}

function has({ document }: Made, colour: string, page = 0): boolean {
  const pixels = document
    .loadPage(page)
    .toPixmap(mupdf.Matrix.scale(0.5, 0.5), mupdf.ColorSpace.DeviceRGB, false)
    .getPixels();
  for (let at = 0; at < pixels.length; at += 3) if (pixels.subarray(at, at + 3).join() === colour) return true;
  return false;
}

/** What each example is to make, by its heading and in its order. */
const EXPECTED: Record<string, ((made: Made) => void)[]> = {
  Paper: [({ document }) => expect(document.loadPage(0).getBounds().map(Math.round)).toEqual([0, 0, 596, 420])],
  "A table of contents, and numbers of pages": [
    ({ texts }) => expect(texts[0]?.replace(/[.\s]+/g, " ")).toBe("Contents One 2 Two 2"),
  ],
  "Headers and footers by template": [
    ({ texts }) => {
      expect(texts[0]).toMatch(/Report.*Confidential.*Report, 1 of 2|Confidential.*Report.*Report, 1 of 2/);
      expect(texts[1]).toContain("Report, 2 of 2");
    },
  ],
  "Headers and footers by CSS, for each kind of page": [
    ({ texts }) => {
      expect(texts[0]).toBe("Cover");
      expect(texts[1]).toMatch(/Annual report/);
      expect(texts[1]).toMatch(/2 \/ 2/);
    },
    ({ texts, document }) => {
      expect(texts.map((text) => /(left|right) \d/.exec(text)?.[0])).toEqual(["right 1", "left 2", "right 3"]);
      expect(texts.map((text) => text.includes("Tables"))).toEqual([false, false, true]);
      const [, , width = 0, height = 0] = document.loadPage(2).getBounds();
      expect(width).toBeGreaterThan(height);
    },
  ],
  "Language and time zone of the visitor": [({ texts }) => expect(texts[0]).toBe("1.1.1970, 01:00:00 / 1.234,5")],
  Media: [({ texts }) => expect(texts[0]).toBe("It stands still")],
  "Headers, cookies, and who gets them": [
    ({ texts }) => {
      expect(texts[0]).toBe("At /account");
      const { headers } = heard.findLast(({ url }) => url === "/account") as http.IncomingMessage;
      expect([headers.authorization, headers.cookie, headers["user-agent"]]).toEqual([
        "Bearer page",
        "session=1",
        "Invoices/1.0",
      ]);
    },
  ],
  Waiting: [({ texts }) => expect(texts[0]).toBe("ready"), ({ texts }) => expect(texts[0]).toBe("ready")],
  "Faults of the page": [({ texts }) => expect(texts[0]).toBe("Chart")],
  Markdown: [
    ({ texts }) => {
      for (const word of ["Done", "O(n)", "Ordered", "Paid"]) expect(texts[0]).toContain(word);
      expect(texts[0]).not.toMatch(/tada|\$|flowchart|-->/);
    },
    ({ texts, headers }) => {
      expect(texts[0]).toMatch(/Minutes.*Item Hours Design 12.*Agreed.*Next time on Monday\..*By all\./);
      expect(headers.get("content-disposition")).toContain('filename="minutes.pdf"');
    },
    ({ texts, document }) => {
      expect(texts[0]).toBe("From: the author Letter Dear reader,");
      expect(document.getMetaData("info:Title")).toBe("Letter");
    },
    (pdf) => expect([pdf.texts[0], has(pdf, "0,0,255")]).toEqual(["Notes", true]),
  ],
  "Several documents as one PDF": [
    ({ texts, document }) => {
      expect(texts).toEqual(["At /chapter-1 1 / 2", "At /chapter-2 2 / 2"]);
      expect(document.getMetaData("info:Title")).toBe("The whole book");
    },
    (pdf) => {
      expect(pdf.texts).toEqual(["Cover", "Notes"]);
      expect(pdf.document.loadOutline()?.map(({ title }) => title)).toEqual(["The cover", "Notes"]);
      expect(has(pdf, "0,0,255", 1)).toBe(true);
    },
  ],
  "Watermarks and stamps": [
    ({ texts }) => expect(texts[0]).toMatch(/Offer.*Draft/),
    ({ texts }) => expect(texts).toEqual(["Offer Copy", "Second page Confidential"]),
    (pdf) => expect([pdf.texts[0], has(pdf, "0,0,255")]).toEqual(["Cover", true]),
  ],
};

describe("the examples of docs/use/html-options.md", () => {
  const all = examples(read("html-options.md"));

  it("are all known here", () => {
    const counts = Object.entries(Object.groupBy(all, ({ heading }) => heading)).map(([name, list]) => [
      name,
      list?.length,
    ]);
    expect(counts).toEqual(Object.entries(EXPECTED).map(([name, list]) => [name, list.length]));
  });

  it.each(all.map((example, index) => [example.heading, index] as const))(
    "make what they say: %s, %i",
    async (_, index) => {
      const example = all[index] as Example;
      const position = all.filter(({ heading }) => heading === example.heading).indexOf(example);
      const check = EXPECTED[example.heading]?.[position] as (made: Made) => void;
      check(await made(example));
    },
  );
});

describe("docs/use/from-gotenberg.md", () => {
  const FIELDS = [
    "file",
    "assets",
    "url",
    "html",
    "protect",
    "conformance",
    "attachments",
    "invoice",
    ...Object.keys(documentFields),
    ...Object.keys(htmlOptions.shape),
  ];

  it("names no option that does not exist", () => {
    const rows = read("from-gotenberg.md").matchAll(/^\| .+ \| (.+) \|$/gm);
    const cells = [...rows].map(([, cell = ""]) => cell).filter((cell) => cell !== "here" && cell !== "---");
    expect(cells.length).toBeGreaterThan(80);
    const named = cells.flatMap((cell) => [...cell.matchAll(/`([a-zA-Z]+)`/g)].map(([, name = ""]) => name));
    /** Words in the tables that are values or parts of a field, not fields. */
    const parts = [
      "statuses",
      "ignoreDomains",
      "layer",
      "origin",
      "settled",
      "none",
      "title",
      "pageNumber",
      "totalPages",
      "section",
    ];
    expect([...new Set(named)].filter((name) => !FIELDS.includes(name) && !parts.includes(name))).toEqual([]);
    const untold = Object.keys(htmlOptions.shape).filter(
      (name) => !read("html-options.md").includes(name) && !named.includes(name),
    );
    expect(untold).toEqual([]);
  });
});

describe.each(["from-stirling.md", "from-pdf-lib.md"])("docs/use/%s", (guide) => {
  it("names no field or value that does not exist", async () => {
    const described = await (await fetch(`${api}/openapi.json`)).text();
    const cells = [...read(guide).matchAll(/^\| .+ \| (.+) \|$/gm)].map(([, cell = ""]) => cell);
    const named = cells.flatMap((cell) => [...cell.matchAll(/`([a-zA-Z]+)`/g)].map(([, name = ""]) => name));
    expect(named.length).toBeGreaterThan(10);
    expect([...new Set(named)].filter((name) => !new RegExp(`["\`]${name}["\`]`).test(described))).toEqual([]);
  });
});
