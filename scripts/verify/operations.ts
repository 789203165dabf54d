import { tinyPdf } from "../../test/fixtures/pdf.ts";
import { type Check, type Finding, notExamined } from "./check.ts";
import { picture, type ReadPage, readPdf, readZip, textOf } from "./documents.ts";
import { described, expectThat, Fault, form, readRefusal, type Service } from "./service.ts";

const CROP = "/v1/pdf/crop";
const SPLIT = "/v1/pdf/split";
const IMAGES = "/v1/convert/image-to-pdf";
export const HTML = "/v1/convert/html-to-pdf";

const THREE_PAGES = tinyPdf(3);
const AREA = { pageNumber: 1, cropArea: { x: 50, y: 650, width: 300, height: 100 } };
const file = (name: string, bytes: Uint8Array): [string, string, Uint8Array] => ["file", name, bytes];

export interface Made {
  downloadUrl: string;
  fileName: string;
  pageCount: number;
  expiresAt: string;
}

/** A file behind a link, for the checks of links. */
export function makeFile(service: Service): Promise<Made> {
  return service.facts<Made>(CROP, form([file("verify.pdf", THREE_PAGES)], { cropData: [AREA] }));
}

/** Within a point, since browsers round paper to their own pixels. */
function expectPages(pages: ReadPage[], sizes: [width: number, height: number][]): void {
  const isNear = (one: number, other: number | undefined) => Math.abs(one - (other ?? 0)) <= 1;
  const holds = pages.every(({ width, height }, at) => isNear(width, sizes[at]?.[0]) && isNear(height, sizes[at]?.[1]));
  const came = pages.map(({ width, height }) => `${width} × ${height}`).join(", ");
  const wanted = sizes.map(([width, height]) => `${width} × ${height}`).join(", ");
  expectThat(holds && pages.length === sizes.length, `pages of ${came} came, not ${wanted}`);
}

async function cropsByLink(service: Service): Promise<string> {
  const made = await makeFile(service);
  const pages = readPdf(await service.download(made.downloadUrl));
  expectPages(pages, [
    [300, 100],
    [595, 842],
    [595, 842],
  ]);
  expectThat(pages[0]?.text === "Page 1", `page 1 says “${pages[0]?.text}”`);
  return "a form, one page of three, file behind the link";
}

async function cropsAtOnce(service: Service): Promise<string> {
  const fileBase64 = Buffer.from(THREE_PAGES).toString("base64");
  const cropData = [{ pageNumber: 1, cropArea: { x: 20, y: 20, width: 50, height: 40, unit: "mm" } }];
  const body = { fileBase64, cropData, cropMode: "all", removeOutside: true };
  const { bytes } = await service.file(CROP, body);
  const pages = readPdf(bytes);
  expectPages(pages, Array(3).fill([142, 113]));
  expectThat(pages.every(({ text }) => text === "") && !text(bytes).includes("(Page 1)"), "what was outside is left");
  return "JSON, base64, all pages in mm, with removeOutside";
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

async function inspects(service: Service): Promise<string> {
  const { downloadUrl } = await makeFile(service);
  const answer = await service.ask(`${CROP}?filePath=${encodeURIComponent(downloadUrl)}`);
  if (answer.status !== 200) throw new Fault(`the look-up answered ${await described(answer)}`);
  const { pages } = (await answer.json()) as { pages: { width: number; height: number }[] };
  expectThat(pages.length === 3 && pages[0]?.width === 300, `it told of ${JSON.stringify(pages).slice(0, 120)}`);
  return "page sizes of a file behind a link of the service's own";
}

async function splitsByLinks(service: Service): Promise<string> {
  interface Split {
    files: { fileName: string; pages: string; downloadUrl: string }[];
    zipDownloadUrl: string;
  }
  const body = form([file("verify.pdf", THREE_PAGES)], { splitMode: "ranges", ranges: ["1", "2-3"] });
  const { files, zipDownloadUrl } = await service.facts<Split>(SPLIT, body);
  expectThat(files.map(({ pages }) => pages).join() === "1,2-3", `parts ${files.map(({ pages }) => pages).join()}`);
  const second = textOf(await service.download(files[1]?.downloadUrl as string));
  expectThat(second === "Page 2 Page 3", `the second part says “${second}”`);
  const names = Object.keys(readZip(await service.download(zipDownloadUrl)));
  expectThat(names.length === 2, `the ZIP holds ${names.join(", ")}`);
  return "a form, two ranges, a part and the ZIP behind their links";
}

async function splitsAtOnce(service: Service): Promise<string> {
  const body = {
    fileBase64: Buffer.from(THREE_PAGES).toString("base64"),
    splitMode: "individual",
    pageNumbers: [3, 1],
    fileNamePattern: "part-{index}",
  };
  const parts = readZip((await service.file(SPLIT, body)).bytes);
  const said = Object.entries(parts).map(([name, bytes]) => `${name} ${textOf(bytes)}`);
  expectThat(said.join() === "part-1.pdf Page 3,part-2.pdf Page 1", `the ZIP holds ${said.join(", ")}`);
  return "JSON, two pages with names of their own, as a ZIP";
}

async function imagesByLink(service: Service): Promise<string> {
  const body = form([file("a.png", picture(200, 0, 0)), file("b.png", picture(0, 0, 200))], {
    pageSize: "A4",
    margin: "20",
    fitMode: "contain",
    imageOrder: [
      { name: "b.png", order: 0, rotation: 90 },
      { name: "a.png", order: 1 },
    ],
  });
  const made = await service.facts<Made & { failedImages: number }>(IMAGES, body);
  expectThat(made.failedImages === 0, `${made.failedImages} images failed`);
  expectPages(readPdf(await service.download(made.downloadUrl)), Array(2).fill([595, 842]));
  return "a form, two images in another order, on A4";
}

async function imagesAtOnce(service: Service): Promise<string> {
  const { bytes, headers } = await service.file(IMAGES, form([file("a.png", picture(0, 99, 0))]));
  expectPages(readPdf(bytes), [[30, 23]]);
  const disposition = headers.get("Content-Disposition") ?? "";
  expectThat(disposition.includes("images.pdf"), `Content-Disposition is “${disposition}”`);
  return "one image as large as itself, named images.pdf";
}

async function htmlByLink(service: Service): Promise<string> {
  const html = '<style>@page { margin: 0 }</style><h1>Verified</h1><p style="break-before: page">Second';
  const body = { html, format: "A5", landscape: true, output: "verified.pdf" };
  const made = await service.facts<Made>(HTML, body);
  const pages = readPdf(await service.download(made.downloadUrl));
  expectPages(pages, Array(2).fill([595, 420]));
  expectThat(pages[0]?.text === "Verified" && pages[1]?.text === "Second", `it says “${pages[0]?.text}”`);
  expectThat(made.fileName === "verified.pdf", `it is called ${made.fileName}`);
  return "JSON, two pages of A5 landscape, behind the link";
}

async function htmlAtOnce(service: Service): Promise<string> {
  const html = '<p>Alone</p><img src="dot.png" onload="document.body.append(\'picture\')">';
  const files: [string, string, Uint8Array][] = [
    file("page.html", new TextEncoder().encode(html)),
    ["assets", "dot.png", picture(9, 9, 9)],
  ];
  const { bytes, headers } = await service.file(HTML, form(files, { margin: "1in" }));
  const said = textOf(bytes);
  expectThat(said.includes("Alone"), `it says “${said}”`);
  expectThat(said.includes("picture"), "the page's script or its picture was left out");
  expectThat((headers.get("Content-Disposition") ?? "").includes("document.pdf"), "it is not called document.pdf");
  return "a file with an asset and a script, named document.pdf";
}

async function markdown(service: Service): Promise<string> {
  const { bytes } = await service.file(HTML, { markdown: "# Minutes\n\n- [x] Coffee", watermark: { text: "Draft" } });
  const said = textOf(bytes);
  expectThat(/Minutes.*Coffee/.test(said), `it says “${said}”`);
  return "Markdown with a watermark";
}

async function address(service: Service): Promise<string | Finding> {
  const { page = "https://example.com/" } = service.given;
  const answer = await service.post(HTML, { url: page }, { query: "?format=binary" });
  if (answer.status === 200) {
    expectThat(readPdf(new Uint8Array(await answer.arrayBuffer())).length > 0, "the PDF has no pages");
    return page;
  }
  const { status, code, message } = await readRefusal(answer);
  if (service.isLocal && code === "URL_NOT_ACCESSIBLE") {
    return notExamined(`${page} cannot be reached from this machine: ${message}`);
  }
  throw new Fault(`${page} answered ${status} ${code}: ${message}`);
}

const check = (name: string, run: Check["run"]): Check => ({ group: "operations", name, run });

export const operations: readonly Check[] = [
  check("crop, json", cropsByLink),
  check("crop, binary", cropsAtOnce),
  check("page sizes before a crop", inspects),
  check("split, json", splitsByLinks),
  check("split, binary", splitsAtOnce),
  check("images to PDF, json", imagesByLink),
  check("images to PDF, binary", imagesAtOnce),
  check("HTML to PDF, json", htmlByLink),
  check("HTML to PDF, binary", htmlAtOnce),
  check("Markdown to PDF", markdown),
  check("web page to PDF", address),
];
