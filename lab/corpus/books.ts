import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import * as mupdf from "mupdf";
import { serveFiles } from "../../test/support/file-server.ts";
import { startLocalService } from "../bench/lib/local-service.ts";
import { latin1Text, onPath, run } from "../lib/tools.ts";

/** What browsers do not print themselves. */
const WORDS = /target-(counter|text)|string-set|position:\s*running|leader\(|float:\s*footnote/;
const TYPES: Readonly<Record<string, string>> = {
  ...{ html: "text/html; charset=utf-8", xhtml: "application/xhtml+xml", css: "text/css; charset=utf-8" },
  ...{ svg: "image/svg+xml", png: "image/png", jpg: "image/jpeg", woff2: "font/woff2", woff: "font/woff" },
  ...{ ttf: "font/ttf", otf: "font/otf", js: "text/javascript" },
};
const MAX_FILE = 8_000_000;
const NUMBER = /^(\d+|[ivxlc]+)$/i;
/** Parts of a page's height in which heads and feet are looked for. */
const MARGIN = 0.12;

/** What a print says: numbers at the end of links, and lines near the edges of pages. */
interface Read {
  readonly pages: number;
  /** By the link's text: the number that stands there, and whether it is that of the page to which the link leads. */
  readonly numbers: readonly {
    readonly what: string;
    readonly said: string;
    readonly leads: number;
    readonly isRight: boolean;
  }[];
  readonly edges: readonly string[];
}

/**
 * Prints each page of a folder that has CSS of paged media by the service, and by WeasyPrint where it is there. Numbers
 * at the end of links are compared with the pages to which the links lead; numbers and heads with those of WeasyPrint.
 * Whether no number is wrong.
 */
export async function compareBooks(folder: string, match: (file: string) => boolean): Promise<boolean> {
  const files = folderFiles(folder);
  const server = await serveFiles(new Map(files.map(({ path, bytes, type }) => [path, { bytes, type }])));
  const service = await startLocalService({ ALLOW_LOOPBACK_HOSTS: server.host });
  const scratch = mkdtempSync(join(tmpdir(), "quire-books-"));
  const sum = { documents: 0, numbers: 0, wrong: 0, both: 0, alike: 0, edges: 0, edgesAlike: 0 };
  console.log("| document | pages, theirs | numbers right | as WeasyPrint | heads as WeasyPrint | warnings |");
  console.log("|---|---|---|---|---|---|");
  try {
    for (const { path, bytes } of files) {
      if (!/\.x?html$/.test(path) || !match(path) || !usesPagedCss(path, bytes, files)) continue;
      const url = server.url(path);
      const answer = await fetch(`${service.api}/v1/convert/html-to-pdf?format=binary`, {
        method: "POST",
        headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json" },
        body: JSON.stringify({ url, preferCSSPageSize: true, timeout: 60_000 }),
      });
      if (!answer.ok) {
        console.log(`| ${path} | refused: ${(await answer.text()).slice(0, 150).replaceAll("\n", " ")} |`);
        continue;
      }
      const ours = join(scratch, "ours.pdf");
      writeFileSync(ours, new Uint8Array(await answer.arrayBuffer()));
      const own = await readPrint(ours);
      const theirs = await byWeasyPrint(url, join(scratch, "theirs.pdf"));
      const wrong = own.numbers.filter(({ isRight }) => !isRight);
      const shared = own.numbers.flatMap(({ what, said }) => {
        const other = theirs?.numbers.find((one) => one.what === what);
        return other ? [said === other.said] : [];
      });
      const edges = theirs?.pages === own.pages ? own.edges.map((line, at) => line === theirs.edges[at]) : [];
      const alike = (all: readonly boolean[]) => `${all.filter(Boolean).length} of ${all.length}`;
      const warnings = JSON.parse(answer.headers.get("quire-warnings") ?? "[]") as string[];
      console.log(
        `| ${path} | ${own.pages}, ${theirs?.pages ?? "failed"} | ${own.numbers.length - wrong.length} of ${own.numbers.length} | ` +
          `${alike(shared)} | ${alike(edges)} | ${warnings.map((text) => text.slice(0, 90)).join("; ")} |`,
      );
      for (const { what, said, leads } of wrong.slice(0, 3))
        console.log(`|   | "${what}" says ${said}, leads to ${leads} |`);
      sum.documents++;
      sum.numbers += own.numbers.length;
      sum.wrong += wrong.length;
      sum.both += shared.length;
      sum.alike += shared.filter(Boolean).length;
      sum.edges += edges.length;
      sum.edgesAlike += edges.filter(Boolean).length;
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    await service.stop();
    await server.close();
  }
  console.log(`\n${sum.documents} documents; ${sum.numbers} numbers at links, ${sum.wrong} of them wrong.`);
  console.log(
    `WeasyPrint: ${sum.alike} of ${sum.both} numbers alike, ${sum.edgesAlike} of ${sum.edges} heads and feet`,
  );
  console.log(
    "of documents with as many pages. Pages break in other places there, so numbers may differ and be right.",
  );
  return sum.documents > 0 && sum.wrong === 0;
}

function folderFiles(folder: string) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .flatMap((file) => {
      const type = TYPES[file.split(".").at(-1)?.toLowerCase() ?? ""];
      const bytes = type === undefined ? undefined : new Uint8Array(readFileSync(file));
      if (type === undefined || bytes === undefined || bytes.length > MAX_FILE) return [];
      return [{ path: encodeURI(`/${relative(folder, file)}`), type, bytes }];
    });
}

/** In its own text, or in a sheet that it names. */
function usesPagedCss(path: string, bytes: Uint8Array, files: ReturnType<typeof folderFiles>): boolean {
  const text = latin1Text(bytes);
  if (WORDS.test(text)) return true;
  const named = [...text.matchAll(/href="([^"]+\.css)"/g)].map(([, name]) => resolve(dirname(path), name as string));
  return files.some((file) => named.includes(file.path) && WORDS.test(latin1Text(file.bytes)));
}

async function byWeasyPrint(url: string, output: string): Promise<Read | undefined> {
  if (!onPath("weasyprint")) return undefined;
  const { status } = await run("weasyprint", ["--quiet", url, output], 120_000);
  return status === 0 ? readPrint(output) : undefined;
}

/** Links as MuPDF reads them, words as poppler does. */
async function readPrint(path: string): Promise<Read> {
  const document = mupdf.PDFDocument.openDocument(readFileSync(path), "application/pdf") as mupdf.PDFDocument;
  const { stdout } = await run("pdftotext", ["-bbox", path, "-"], 60_000);
  const pages = new TextDecoder().decode(stdout).split("<page ").slice(1).map(wordsOf);
  const numbers: Read["numbers"][number][] = [];
  for (const [at, { words }] of pages.entries()) {
    const links = document.loadPage(at).getLinks();
    const byTarget = Map.groupBy(
      links.filter((link) => !link.isExternal()),
      (link) => link.getURI(),
    );
    for (const [, parts] of byTarget) {
      const inside = words.filter(({ x, y }) =>
        parts.some((link) => {
          const [left, top, right, bottom] = link.getBounds();
          return x >= left && x <= right && y >= top && y <= bottom;
        }),
      );
      const text = inside.map(({ word }) => word).join(" ");
      const [, what = "", said] = /^(.*?)[\s._…]*\b(\d+|[ivxlc]+)$/i.exec(text) ?? [];
      if (said === undefined || what.trim() === "") continue;
      const leads = document.resolveLink(parts[0]!);
      // The number that a reader sees: what its page says in a margin, or else its label or place.
      const seen = edgesOf(pages[leads]!).flatMap((edge) => edge.split(" ").filter((word) => NUMBER.test(word)));
      const placed = [String(leads + 1), document.loadPage(leads).getLabel()];
      const isRight = (seen.length > 0 ? seen : placed).includes(said);
      numbers.push({ what: what.trim(), said, leads: leads + 1, isRight });
    }
  }
  const edges = pages.flatMap(edgesOf);
  return { pages: pages.length, numbers, edges };
}

/** The words near the top and the bottom of a page. */
function edgesOf({ words, height }: ReturnType<typeof wordsOf>): [string, string] {
  const near = (is: (y: number) => boolean) =>
    words
      .filter(({ y }) => is(y))
      .map(({ word }) => word)
      .sort()
      .join(" ");
  return [near((y) => y < height * MARGIN), near((y) => y > height * (1 - MARGIN))];
}

function wordsOf(page: string) {
  const height = Number(/height="([\d.]+)"/.exec(page)?.[1] ?? 0);
  const found = page.matchAll(/<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)</g);
  const words = [...found].map(([, left, top, right, bottom, word = ""]) => ({
    x: (Number(left) + Number(right)) / 2,
    y: (Number(top) + Number(bottom)) / 2,
    word,
  }));
  return { height, words };
}
