import { afterEach, beforeEach, vi } from "vitest";
import { BrowserPool } from "../../../src/html/browser/pool/sessions.ts";
import { composePdf } from "../../../src/html/compose.ts";
import type { ConversionContext } from "../../../src/html/convert.ts";
import { documentFields, type Mark } from "../../../src/html/fields/documents.ts";
import { localSource, OWN_ORIGIN } from "../../../src/html/resources/html-source.ts";
import { RenderingNotes } from "../../../src/html/session/rendering-notes.ts";
import type { DocumentInformation } from "../../../src/pdf-file/information.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { pagesOf, pdf } from "../../fixtures/pdf.ts";
import { tree } from "../../support/outcomes/tree.ts";
import { type Answer, scriptedPlatform } from "../../support/scripted-browser.ts";
import { stopClock } from "../session/service.ts";
import { bytesOf, options, type Row, recordedPages } from "./table.ts";

beforeEach(stopClock);
afterEach(() => {
  vi.useRealTimers();
});

/** A page for each paragraph, as wide as it says; of a letterhead those that are asked for; of marks one each. */
function printed(html: string, ranges: string): Uint8Array {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(ranges)?.map(Number) ?? [];
  const sections = html.match(/<section/g)?.length;
  const widths = [...html.matchAll(/<p(?: w=(\d+))?>/g)].map(([, width]) => width ?? "200");
  const count = sections ?? (html.includes("div:first-child") ? Number(last) - Number(first) + 1 : widths.length);
  const title = /<title>(.*?)<\/title>/.exec(html)?.[1];
  const pages = pagesOf(count, (index) => `/MediaBox[0 0 ${widths[index] ?? 200} 100]/Tabs/S`);
  const trailer = title === undefined ? "/Root 1 0 R" : "/Root 1 0 R/Info 900 0 R";
  return pdf(title === undefined ? pages : { ...pages, 900: `<</Title(${title})>>` }, { trailer });
}

function platform(odd: Record<string, Answer> = {}) {
  const bodies = new Map<string, string>();
  const ranges = new Map<string, string>();
  const asked: string[] = [];
  const scripted = scriptedPlatform({
    "Fetch.fulfillRequest": ({ params, sessionId = "", say }) => {
      if (params.requestId === "picture") return;
      const html = Buffer.from(params.body as string, "base64").toString();
      bodies.set(sessionId, html);
      const picture = { requestId: "picture", frameId: sessionId, resourceType: "Image" };
      const request = { url: `${OWN_ORIGIN}/none.png`, method: "GET", headers: {} };
      if (html.includes("none.png")) say("Fetch.requestPaused", { ...picture, request });
    },
    "Page.printToPDF": ({ params, sessionId = "" }) => {
      const { pageRanges, headerTemplate = "", footerTemplate = "" } = params;
      ranges.set(sessionId, pageRanges as string);
      const html = bodies.get(sessionId) as string;
      asked.push(
        [pageRanges, headerTemplate, footerTemplate, html.length > 90 ? `${html.slice(0, 60)} …` : html].join(" "),
      );
    },
    "IO.read": ({ sessionId = "" }) => {
      const file = printed(bodies.get(sessionId) as string, ranges.get(sessionId) as string);
      return { data: Buffer.from(file).toString("base64"), base64Encoded: true, eof: true };
    },
    ...odd,
  });
  return { ...scripted, prints: asked };
}

interface Case {
  documents: [html: string, fields?: object][];
  marks?: object[];
  information?: DocumentInformation;
  odd?: Record<string, Answer>;
}

const cases = (all: Record<string, Case>): Row[] =>
  Object.entries(all).map(([name, given]) => [name, () => composed(given)]);

async function composed({ documents, marks = [], information, odd }: Case): Promise<string> {
  const { platform: browsers, prints } = platform(odd);
  const grown: number[] = [];
  const works: Promise<unknown>[] = [];
  const notes = new RenderingNotes();
  const given = documents.map(([html, fields = {}], index) => ({
    source: localSource(bytesOf(html), undefined),
    options: options({ fallback: "none", ...fields }),
    name: `document ${index + 1}`,
  }));
  const making = composePdf(
    given,
    { marks: marks.map((mark) => [documentFields.watermark.parse(mark)].flat()[0] as Mark), information },
    {
      ledger: browsers.ledger,
      binding: browsers.binding as ConversionContext["binding"],
      pool: new BrowserPool(),
      notes,
      network: { memory: { grow: async (bytes: number) => void grown.push(bytes), shrink: () => {} } },
      signal: new AbortController().signal,
      waitUntil: (work) => void works.push(work),
    },
  );
  making.catch(() => {});
  await vi.advanceTimersByTimeAsync(80_000);
  await Promise.all(works);
  const { content, conversions, pageCount, printedBytes } = await making;
  const file = openPdf(new Uint8Array(Buffer.concat([...content.pieces])));
  // Its length is not the same on every machine.
  const held = grown.slice(-2).map((bytes) => (bytes === printedBytes || bytes === 0 ? bytes : "and the file"));
  const sizes = conversions.map(({ originalSize }) => originalSize);
  const facts = { pageCount, printedBytes, held, sizes, ...notes.methods };
  return [JSON.stringify(facts), tree(file), ...prints.sort()].join("; ");
}

const counting = { headerTemplate: '<i class="pageNumber"></i>' };
const three: [string, object?][] = [
  ["<title>One</title><p>a<p w=300>b"],
  ["<p>c"],
  ["<title>Document</title><p w=300>d<p>e"],
];

recordedPages({
  "what several documents become": () =>
    cases({
      one: { documents: [["<p>a<p>b"]] },
      "one without tags, with a title": {
        documents: [["<p>a", { tagged: false, outline: false }]],
        information: { title: "Given" },
      },
      two: { documents: [["<p>a"], ["<p>b<p>c"]] },
      three: { documents: three },
      "some of their pages": { documents: [["<p>a<p>b", { pageRanges: "2-3" }], ["<p>c"]] },
      "all of their pages": { documents: [["<p>a<p>b", { pageRanges: "1-" }], ["<p>c"]] },
      "pages that there are not": { documents: [["<p>a", { pageRanges: "7-9" }], ["<p>b"]] },
      "headers that count": { documents: three.map(([html]) => [html, counting]) },
      "headers that count, in one of two": {
        documents: [
          ["<p>a", counting],
          ["<p>b", { headerTemplate: "<b>Own</b>" }],
        ],
      },
      "a footer that counts, alone": { documents: [["<p>a<p>b", { footerTemplate: '<i class="totalPages"></i>' }]] },
      "without tags and outline": { documents: [["<p>a", { tagged: false, outline: false }], ["<p>b"]] },
      "a mark": { documents: [["<p>a<p w=300>b<p>c"]], marks: [{ text: "Draft" }] },
      "marks on some pages, under and over": {
        documents: [["<p>a<p w=300>b<p>c", {}], ["<p>d"]],
        marks: [
          { text: "Draft", pages: "2-", layer: "under" },
          { text: "Copy", pages: "1,4", rotation: 0 },
        ],
      },
      "marks on chosen pages": {
        documents: [["<p>a<p>b", { pageRanges: "2-3" }], ["<p>c"]],
        marks: [{ text: "Draft", pages: "2" }],
      },
      "a mark whose image is not there": { documents: [["<p>a"]], marks: [{ image: "none.png" }] },
      "marks that are laid out on too many pages": {
        documents: [["<p>a"]],
        marks: [{ text: "Draft" }],
        odd: twicePrinted(),
      },
      "a document that no browser prints": {
        documents: [["<p>a"]],
        odd: {
          "Page.printToPDF": () => {
            throw new Error("no");
          },
        },
      },
      "a file that is no PDF": { documents: [["<p>a"]], odd: { "IO.read": () => ({ data: "no PDF", eof: true }) } },
      "a file without pages": { documents: [[""]] },
    }),
});

function twicePrinted(): Record<string, Answer> {
  let reads = 0;
  return {
    "IO.read": () => ({
      data: Buffer.from(pdf(pagesOf(reads++ < 2 ? 1 : 2))).toString("base64"),
      base64Encoded: true,
      eof: true,
    }),
  };
}
