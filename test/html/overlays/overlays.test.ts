import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { documentFields, type Mark } from "../../../src/html/fields/documents.ts";
import { htmlOptions } from "../../../src/html/fields/options.ts";
import { isPrintedApart, letterhead, letterheadOptions } from "../../../src/html/overlays/letterhead.ts";
import { distinct, overlayOptions, overlaySource, type PageSize } from "../../../src/html/overlays/overlay-page.ts";
import { watermarks } from "../../../src/html/overlays/watermark.ts";
import { localSource } from "../../../src/html/resources/html-source.ts";

const A4: PageSize = [595, 842];
const WIDE: PageSize = [842, 595];

describe("headers and footers of one of several documents", () => {
  it.each([
    [{ headerTemplate: "<b class=pageNumber>" }, true, false],
    [{ footerTemplate: "<b class='totalPages'>" }, true, false],
    [{ footerTemplate: "<b class='a section'>" }, true, true],
    [{ headerTemplate: "<b class = section>" }, true, true],
    [{ headerTemplate: "<section class=title>", footerTemplate: "x" }, false, false],
    [{}, false, false],
  ])("are printed apart from it, or with it: %j", (templates, amongSeveral, alone) => {
    const options = htmlOptions.parse(templates);
    expect([isPrintedApart(options, true), isPrintedApart(options, false)]).toEqual([amongSeveral, alone]);
  });

  it("are printed on the document's pages among all, each as large as its own", () => {
    const place = { first: 2, total: 6, sizes: [A4, WIDE, A4] };
    const html = letterhead('<R&D> "2026"', place);
    expect(html).toContain("<title>&lt;R&amp;D> &quot;2026&quot;</title>");
    const pages = [...html.matchAll(/<div(?: class="(\w+)")?>/g)].map(([, kind]) => kind);
    expect(pages).toEqual([undefined, undefined, "k0", "k1", "k0", undefined]);
    expect(html).toContain("@page k0 { size: 595pt 842pt } .k0 { page: k0 }");
    expect(html).toContain("@page k1 { size: 842pt 595pt } .k1 { page: k1 }");
    const requested = htmlOptions.parse({ headerTemplate: "H", margin: "1in", landscape: true, locale: "de" });
    expect(letterheadOptions(requested, place, 700)).toMatchObject({
      ...{ pageRanges: "3-5", headerTemplate: "H", margin: "1in", landscape: true, locale: "de", timeout: 700 },
      ...{ preferCSSPageSize: true, omitBackground: true, javascript: false, fallback: "none" },
      ...{ tagged: false, outline: false },
    });
  });
});

describe("a document that is laid over others", () => {
  it("has the requested one's visitor and credentials, and none of its looks", () => {
    const requested = htmlOptions.parse({
      ...{ timezone: "Asia/Tokyo", extraHeaders: { A: "1" }, network: "none", format: "A6", margin: "3in" },
      cookies: [{ name: "a", value: "1" }],
    });
    const { timezone, extraHeaders, cookies, network, format, margin } = overlayOptions(requested, 1);
    expect({ timezone, extraHeaders, cookies, network, format, margin }).toEqual({
      ...{ timezone: "Asia/Tokyo", extraHeaders: { A: "1" }, cookies: requested.cookies, network: "none" },
      ...{ format: "A4", margin: undefined },
    });
  });

  it("has its address and its assets", () => {
    const assets = [{ name: "a.png", bytes: new Uint8Array(1), type: undefined }];
    const local = localSource(new TextEncoder().encode("<p>x"), undefined, assets);
    expect(overlaySource("é", local)).toMatchObject({
      ...{ kind: "local", url: local.url, assets, based: local.based, charset: "utf-8" },
      bytes: new TextEncoder().encode("é"),
    });
    const url = new URL("https://a.test/x");
    expect(overlaySource("x", { kind: "url", url } as never)).toMatchObject({ url, assets: [], based: true });
  });

  it("distinguishes sizes by a tenth of a point", () => {
    const sizes: PageSize[] = [A4, [595.04, 842], [595.1, 842], A4];
    expect(distinct(sizes)).toEqual({ kinds: [A4, [595.1, 842]], kindOf: [0, 0, 1, 0] });
  });
});

describe("a watermark", () => {
  const marks = (...given: object[]) =>
    z
      .array(documentFields.watermark)
      .parse(given)
      .flatMap((mark) => mark as Mark);
  const drawn = (mark: object, size = A4) => watermarks(marks(mark), [size]).html.split("</style>")[1] as string;

  it("is made once for each size of page that it is on", () => {
    const made = watermarks(marks({ text: "A" }, { text: "B", pages: "2-", layer: "under" }), [A4, WIDE, A4]);
    expect(made.pages).toBe(4);
    expect(made.laid).toEqual([
      [{ page: 1, layer: "over" }],
      [
        { page: 2, layer: "over" },
        { page: 3, layer: "under" },
      ],
      [
        { page: 1, layer: "over" },
        { page: 4, layer: "under" },
      ],
    ]);
    expect([...made.html.matchAll(/<section class="(k\d)"/g)].map(([, kind]) => kind)).toEqual([
      "k0",
      "k1",
      "k1",
      "k0",
    ]);
  });

  it.each([
    ["center", "center", "center"],
    ["top", "start", "center"],
    ["bottom-right", "end", "end"],
    ["left", "center", "start"],
    ["top-left", "start", "start"],
    ["bottom", "end", "center"],
  ])("stands at the %s", (position, vertical, horizontal) => {
    const html = drawn({ text: "x", position, margin: "1in" });
    expect(html).toContain(`align-items: ${vertical}; justify-content: ${horizontal}`);
    expect(html).toContain("width: 595pt; height: 841pt; padding: 1in");
  });

  it("of text is pale, rises through the centre, and lies flat elsewhere", () => {
    expect(drawn({ text: "x" })).toContain("opacity: 0.15; transform: rotate(-45deg)");
    expect(drawn({ text: "x", position: "top" })).toContain("opacity: 0.15; transform: rotate(0deg)");
    expect(drawn({ text: "x", rotation: 30, opacity: 0.5 })).toContain("opacity: 0.5; transform: rotate(30deg)");
    expect(drawn({ text: "a<b\n&" })).toContain(">a&lt;b\n&amp;</div>");
  });

  const size = (mark: object, page = A4) => Number(/bold ([\d.]+)pt/.exec(drawn(mark, page))?.[1]);
  it("of text is as large as its longest line leaves room for", () => {
    expect(size({ text: "DRAFT", rotation: 0 })).toBeCloseTo((0.75 * 595) / (5 * 0.7), 3);
    expect(size({ text: "a\nDRAFT\nbb", rotation: 0 })).toBeCloseTo((0.75 * 595) / (5 * 0.7), 3);
    expect(size({ text: "漢字漢字漢字", rotation: 0 })).toBeCloseTo((0.75 * 595) / (6 * 1.05), 3);
    expect(size({ text: "DRAFT", rotation: 90 }, [300, 600])).toBeCloseTo(300 / 4, 3);
    expect(size({ text: "LONG TEXTS", rotation: 90 }, [600, 300])).toBeCloseTo((0.75 * 300) / 7, 3);
    expect(size({ text: "x", rotation: 0 })).toBeCloseTo(595 / 4, 3);
    expect(size({ text: "x".repeat(50), rotation: 0 })).toBeGreaterThan(24);
    expect(size({ text: "Confidential ".repeat(38), rotation: 0 })).toBeGreaterThan(10);
    expect(drawn({ text: "long ".repeat(40), rotation: 0, fontSize: "12pt" })).toContain("max-width: 505.75pt");
    const half = drawn({ text: "x", fontSize: "36pt", fontFamily: "Open Sans, Serif", color: "#f00" });
    expect(half).toContain("color: #f00; font: bold 0.5in &quot;Open Sans&quot;, Serif; max-width: ");
  });

  it("of an image that it holds has it once, whatever number of sizes the pages have", () => {
    const image = `data:image/png;base64,${"AQID".repeat(1_000)}`;
    const sizes = Array.from({ length: 30 }, (_, at) => [300 + at, 400] as const);
    const made = watermarks(marks({ image }), sizes);
    expect(made.html.length).toBeLessThan(30 * 1_000);
    expect(made.assets).toHaveLength(1);
    expect(made.assets[0]).toMatchObject({ type: "image/png" });
    expect(made.assets[0]?.bytes.length).toBe(3_000);
    expect(made.html.split(`src="${made.assets[0]?.name}"`)).toHaveLength(31);
    expect(watermarks(marks({ image: `\n ${image}` }), sizes)).toEqual(made);
  });

  it("of an image has an address that each size of page may repeat, and is refused with a longer one", () => {
    const address = (length: number) => "https://a.example/".padEnd(length, "x");
    expect(drawn({ image: ` ${address(8_192)} ` })).toContain(`src="${address(8_192)}"`);
    const message = "watermark.image: expected an address of at most 8192 characters, got 8193.";
    expect(() => drawn({ image: address(8_193) })).toThrow(message);
    expect(() => drawn({ image: " \n" })).toThrow("watermark.image: expected an image, got white space.");
  });

  it("of an image is as large as itself, and within the margins", () => {
    expect(drawn({ image: "a&b.png", margin: "36pt" })).toContain(
      '<img src="a&amp;b.png" style="max-width: 523pt; max-height: 770pt; object-fit: contain; opacity: 1; transform: rotate(0deg)">',
    );
    expect(drawn({ image: "a.png", width: "50%", opacity: 0 })).toContain('style="width: 297.5pt; max-width');
    expect(drawn({ image: "a.png", width: "3cm" })).toContain('style="width: 3cm; max-width');
    expect(drawn({ image: "a.png", width: "50%", opacity: 0 })).toContain("opacity: 0;");
  });
});
