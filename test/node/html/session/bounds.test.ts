import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPrinted } from "../../../../src/html/convert.ts";
import { firstPages } from "../../../../src/html/fields/printed-ranges.ts";
import { HTML_LIMITS } from "../../../../src/html/html-limits.ts";
import { chromiumBinding, type TestBinding } from "../chromium.ts";
import { pageTexts, problemOf, renderer, textOf } from "../renderer.ts";
import { type Site, startSite } from "../site.ts";

/** Of what is counted here, a twentieth is enough: as many as there may be in truth take a browser half a minute. */
const [NODES, PAGES] = [HTML_LIMITS.nodes / 20, HTML_LIMITS.outputPages / 20];
const limits = { ...HTML_LIMITS };

let binding: TestBinding;
let site: Site;
let print: ReturnType<typeof renderer>;

/** Hidden, since laying so much out takes longer than making it. */
const many = `<body hidden>${"<br>".repeat(NODES + 10_000)}`;
const byScript = `document.body.hidden = true; document.body.innerHTML = "<br>".repeat(${NODES + 10_000})`;

beforeAll(async () => {
  Object.assign(HTML_LIMITS, { nodes: NODES, outputPages: PAGES });
  binding = await chromiumBinding();
  site = await startSite({ "/frame": `<body><script>${byScript}</script>`, "/never": () => {} });
  print = renderer(binding, { allowHosts: [site.host] });
});
afterAll(async () => {
  Object.assign(HTML_LIMITS, limits);
  await Promise.all([binding.close(), site.close()]);
});

describe("the size of the DOM is bounded", () => {
  it.each(["settled", "load", "domcontentloaded", "networkidle"])("when waiting until %s", async (waitUntil) => {
    const page = `<body><script>${byScript}</script>`;
    expect(await problemOf(print.html(page, { waitUntil }))).toMatchObject({ kind: "too-large" });
  });

  it.each(["settled", "load"])("without scripts, when waiting until %s", async (waitUntil) => {
    expect(await problemOf(print.html(many, { waitUntil, javascript: false }))).toMatchObject({ kind: "too-large" });
  });

  it("while something else is waited for: the refusal comes before the time is up", async () => {
    const page = `<body><script>setTimeout(() => { ${byScript} }, 300)</script>`;
    for (const options of [{ waitForSelector: "#never" }, { waitUntil: "load", delay: 29_000 }]) {
      expect(await problemOf(print.html(page, options))).toMatchObject({ kind: "too-large" });
    }
    const loading = `<body><script>${byScript}</script><img src="${site.origin}/never">`;
    const began = Date.now();
    expect(await problemOf(print.html(loading, { waitUntil: "load" }))).toMatchObject({ kind: "too-large" });
    expect(Date.now() - began).toBeLessThan(25_000);
  });

  it("in shadow trees, in frames, and when the page forges what its scripts could count", async () => {
    const shadow = `<body><div id="host" hidden></div><script>
      host.attachShadow({ mode: "closed" }).innerHTML = "<br>".repeat(${NODES + 10_000})</script>`;
    const forged = `<body><script>Document.prototype.getElementsByTagName = () => []; ${byScript}</script>`;
    const frame = `<iframe src="${site.origin}/frame"></iframe>`;
    for (const page of [shadow, forged, frame]) {
      expect(await problemOf(print.html(page, { waitUntil: "load" }))).toMatchObject({ kind: "too-large" });
    }
  });

  it("not counting what a page has made and thrown away again", async () => {
    const page = `<body><script>for (let i = 0; i < 4; i++) {
      document.body.innerHTML = "<br>".repeat(${NODES / 3}) }; document.body.textContent = "Left"</script>`;
    expect(textOf(await print.html(page, { waitUntil: "load" }))).toContain("Left");
  });
});

describe("the pages of output are counted", () => {
  const pages = (count: number) =>
    Array.from({ length: count }, (_, i) => `<p style="break-after:${i < count - 1 ? "page" : "auto"}">${i + 1}`).join(
      "",
    );

  it("exactly: as many as there may be are printed, one more is refused", async () => {
    const printed = await print.html(pages(PAGES), { tagged: false });
    expect(readPrinted(printed.pieces).pageCount).toBe(PAGES);
    const over = await print.html(pages(PAGES + 1), { tagged: false });
    expect(() => readPrinted(over.pieces)).toThrow(expect.objectContaining({ kind: "too-large" }));
  });

  it("one beyond the most is made of a longer document, and no further", async () => {
    const printed = await print.html(pages(PAGES * 2), { tagged: false });
    expect(printed.document.countPages()).toBe(PAGES + 1);
  });

  it("after the ranges that were asked for", async () => {
    const first = PAGES + 50;
    const printed = await print.html(pages(first + 50), { pageRanges: `${first}-`, tagged: false });
    expect(pageTexts(printed).map((text) => text.trim())[0]).toBe(String(first));
    expect(readPrinted(printed.pieces).pageCount).toBe(51);
  });

  it.each([
    [undefined, "1-10"],
    ["3", "3-3"],
    ["8-", "8-17"],
    ["-4", "1-4"],
    ["5-7, 1-3", "1-3,5-7"],
    ["1-6, 4-20", "1-6,7-10"],
    ["1-3, 2-3", "1-3"],
    ["5-3", "5-3"],
    ["0-2", "0-2"],
  ])("%s becomes %s where ten may be printed", (ranges, first) => {
    expect(firstPages(ranges, 10)).toBe(first);
  });
});
