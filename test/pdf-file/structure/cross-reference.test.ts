import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { PdfStream, type PdfString } from "../../../src/pdf-file/syntax/objects.ts";
import {
  damaged,
  deflated,
  objectStream,
  pagesOf,
  pdf,
  stream,
  text,
  withUpdate,
  xrefStream,
} from "../../fixtures/pdf.ts";

const TABLE = pdf(pagesOf(3));
const STREAMS = pdf(pagesOf(3), { style: "stream", compressed: [1, 2, 3, 5, 7] });

function contents(file: Uint8Array, index = 0): string {
  const document = openPdf(file);
  const stream = document.resolve(document.page(index).dict.get("Contents"));
  if (!(stream instanceof PdfStream)) throw new Error("the page has no contents");
  return text(document.streamData(stream));
}

describe("a cross-reference is read as it is", () => {
  it.each([
    ["a table", TABLE],
    ["a stream with a predictor, and objects in an object stream", STREAMS],
  ])("%s", (_, file) => {
    const document = openPdf(file);
    expect(document.rebuilt).toBe(false);
    expect(document.pageCount).toBe(3);
    expect(contents(file, 2)).toBe("0 0 1 rg 2 2 50 50 re f");
  });

  it.each([
    ["junk before the header, offsets from the header", latin1(`HTTP/1.1 200 OK\r\n\r\n${text(TABLE)}`)],
    ["19-byte entries", rewriteTable((entry) => entry.replace(" \n", "\n"))],
    ["21-byte entries", rewriteTable((entry) => entry.replace(" \n", " \r\n"))],
    ["padding after the end", latin1(text(TABLE) + "\0".repeat(5000))],
    ["comments and %%EOF inside", damaged(TABLE, "<</Type/Catalog", "<<%%EOF\n/Type/Catalog").slice()],
  ])("with %s", (_, file) => {
    expect(openPdf(file).pageCount).toBe(3);
    expect(contents(file, 1)).toBe("0 0 1 rg 1 1 50 50 re f");
  });

  it.each([
    ["the header", latin1(`junk\n${text(TABLE)}`)],
    ["the junk", pdf(pagesOf(3), { header: "junk\n%PDF-1.7\n" })],
  ])("with junk before the header and offsets that count from %s", (_, file) => {
    const document = openPdf(file);
    expect([document.rebuilt, document.pageCount]).toEqual([false, 3]);
  });

  it("of the shortest entries that there can be, however many", () => {
    const whole = text(pdf({ ...pagesOf(3), 499: "(last)" }));
    const places = new Map(
      Array.from(whole.matchAll(/\n(\d+) 0 obj/g), ({ 1: number, index }) => [+number!, index + 1]),
    );
    const entries = Array.from({ length: 500 }, (_, number) => {
      const place = places.get(number);
      return `${String(place ?? 0).padStart(10, "0")} 0000${place === undefined ? "f" : "n"}\n`;
    }).join("");
    expect(entries).toHaveLength(500 * 17);
    const at = whole.indexOf("xref\n0 1");
    const table = `xref\n0 500\n${entries}trailer\n<</Root 1 0 R/Size 500>>\nstartxref\n${at}\n%%EOF`;
    const document = openPdf(latin1(whole.slice(0, at) + table));
    expect(document.get(499)).toMatchObject({ bytes: latin1("last") });
    expect([document.rebuilt, document.pageCount]).toEqual([false, 3]);
  });

  it("counting from 1 although the head of the free list comes first", () => {
    const places = text(TABLE).match(/\d{10} 00000 n/g)!;
    const at = text(TABLE).indexOf("xref\n0 1");
    const table = `xref\n1 ${places.length + 1}\n0000000000 65535 f \n${places.map((place) => `${place} \n`).join("")}`;
    const file = latin1(`${text(TABLE).slice(0, at)}${table}trailer\n<</Root 1 0 R/Size 9>>\nstartxref\n${at}\n%%EOF`);
    const document = openPdf(file);
    expect(document.rebuilt).toBe(false);
    expect(document.pageCount).toBe(3);
  });

  it("through /Prev, the newest definition counting", () => {
    const file = withUpdate(TABLE, { 4: stream("new") });
    expect(contents(file)).toBe("new");
    expect(contents(file, 1)).toBe("0 0 1 rg 1 1 50 50 re f");
  });

  it("through a /Prev that leads back to itself", () => {
    const start = /startxref\s+(\d+)/.exec(text(TABLE))![1];
    const file = damaged(TABLE, "trailer\n<<", `trailer\n<</Prev ${start}`);
    expect(openPdf(file).rebuilt).toBe(false);
    expect(openPdf(file).pageCount).toBe(3);
  });

  it("with generations above 0", () => {
    const bodies = pagesOf(1);
    bodies[2] = bodies[2]!.replace("3 0 R", "3 4 R");
    expect(openPdf(pdf(bodies, { generations: { 3: 4 } })).pageCount).toBe(1);
  });
});

describe("a cross-reference stream", () => {
  /** Whether it can be read whose fields have these widths: type, place and generation. */
  function isRead(widths: readonly number[]): boolean {
    const base = text(pdf(pagesOf(1)));
    const start = base.indexOf("xref\n0 1");
    const places = Array.from(base.slice(0, start).matchAll(/\n(\d+) 0 obj/g), ({ index }) => index + 1);
    const rows = places.flatMap((place) =>
      [1, place, 0].flatMap((value, at) =>
        Array.from({ length: Math.max(0, widths[at] ?? 0) }, (_, i, left = widths[at]! - i - 1) =>
          left > 3 ? 0 : (value >> (8 * left)) & 255,
        ),
      ),
    );
    const entries = `/Type/XRef/W[${widths.join(" ")}]/Index[1 ${places.length}]/Size 9/Root 1 0 R`;
    const made = `9 0 obj\n${stream(String.fromCharCode(...rows), entries)}\nendobj\nstartxref\n${start}\n%%EOF`;
    const document = openPdf(latin1(base.slice(0, start) + made));
    expect(document.pageCount).toBe(1);
    return !document.rebuilt;
  }

  it.each([[[1, 4, 2]], [[1, 2]], [[1, 8, 0]], [[8, 8, 8]], [[0, 3, 1]], [[0, 2]]])(
    "has fields of %j bytes",
    (widths) => {
      expect(isRead(widths)).toBe(true);
    },
  );

  it.each([[[1, 9, 0]], [[9, 2, 1]], [[1, 2, 9]], [[-1, 4, 2]], [[1, 2, -1]], [[0, 0, 0]], [[]]])(
    "cannot have fields of %j bytes, and is made again",
    (widths) => {
      expect(isRead(widths)).toBe(false);
    },
  );
});

describe("a hybrid file", () => {
  it("has its hidden objects through /XRefStm", () => {
    const bodies = pagesOf(1);
    const { 3: page, ...rest } = bodies;
    const base = text(pdf(rest));
    const cut = base.indexOf("xref\n0 1");
    const container = objectStream([[3, page!]]);
    let file = `${base.slice(0, cut)}9 0 obj\n${deflated(container.data, container.dict)}\nendobj\n`;
    const hidden = file.length;
    file += `10 0 obj\n${xrefStream(
      new Map([
        [3, [2, 9, 0]],
        [9, [1, cut, 0]],
      ]),
      11,
      "",
    )}\nendobj\n`;
    const table = file.length;
    const entries = base.slice(cut, base.indexOf("trailer")).replace("0 1\n", "3 1\n0000000000 00000 f \n0 1\n");
    file += `${entries}trailer\n<</Root 1 0 R/Size 11/XRefStm ${hidden}>>\nstartxref\n${table}\n%%EOF\n`;
    const document = openPdf(latin1(file));
    expect(document.rebuilt).toBe(false);
    expect(document.pageCount).toBe(1);
    expect(document.page(0).dict.get("Type")).toBe("Page");
  });
});

describe("a damaged cross-reference is rebuilt", () => {
  it.each([
    ["startxref is missing", damaged(TABLE, "startxref", "startxxxx")],
    ["startxref is off", damaged(TABLE, "startxref\n", "startxref\n1")],
    ["the table is garbled", damaged(TABLE, "xref\n0 1", "xref\nzz")],
    ["the offsets are off", damaged(TABLE, "%PDF-1.7\n", "%PDF-1.7\n%shifted\n")],
    ["the trailer is gone", damaged(TABLE, "trailer\n", "tr\n")],
    ["the file is cut off", TABLE.slice(0, text(TABLE).indexOf("xref\n0 1") - 20)],
    ["everything is in streams and startxref is gone", damaged(STREAMS, "startxref", "startxxxx")],
    [
      "so is what says that a stream holds objects",
      damaged(damaged(STREAMS, "startxref", "gone"), "/Type/ObjStm", "/Tipe/ObjStm"),
    ],
  ])("when %s", (_, file) => {
    const document = openPdf(file);
    expect(document.pageCount).toBe(3);
    expect(contents(file, 2)).toMatch(/^0 0 1 rg 2 2 50 50/);
    expect(document.rebuilt).toBe(true);
  });

  it("with the last definition of a number winning", () => {
    const file = damaged(withUpdate(TABLE, { 4: stream("new") }), "startxref\n", "startxref\n99");
    const cut = latin1(text(file).slice(0, text(file).lastIndexOf("startxref")));
    expect(contents(cut)).toBe("new");
  });

  it("when it shows only later, as objects are read", () => {
    const entry = /\n9 1\n(\d{10})/;
    const bodies = { ...pagesOf(3), 9: "(far)" };
    const file = pdf(bodies);
    const wrong = latin1(text(file).replace(entry, "\n9 1\n0000000077"));
    const document = openPdf(wrong);
    expect(document.rebuilt).toBe(false);
    expect(document.get(9)).toMatchObject({ bytes: latin1("far") });
    expect(document.rebuilt).toBe(true);
    expect(document.pageCount).toBe(3);
  });

  it("without taking it from an object stream that it is one of those in a later one", () => {
    const { 3: page, 5: next, ...rest } = pagesOf(2);
    const [first, later] = [
      objectStream([[3, page!]]),
      objectStream([
        [5, next!],
        [20, "(no stream)"],
      ]),
    ];
    const file = pdf({ ...rest, 20: deflated(first.data, first.dict), 21: deflated(later.data, later.dict) });
    const document = openPdf(damaged(file, "startxref", "startxxxx"));
    expect([0, 1].map((index) => document.page(index).ref?.number)).toEqual([3, 5]);
  });

  it("with the last definition counting, whether it is in an object stream or in the file", () => {
    const packed = objectStream([[30, "(packed)"]]);
    const container = deflated(packed.data, packed.dict);
    const found = (...order: [number, string][]) => {
      const base = text(pdf(pagesOf(1)));
      const objects = order.map(([number, body]) => `${number} 0 obj\n${body}\nendobj\n`);
      const document = openPdf(latin1(base.slice(0, base.indexOf("xref\n0 1")) + objects.join("")));
      return text((document.get(30) as PdfString).bytes);
    };
    expect(found([30, "(plain)"], [40, container])).toBe("packed");
    expect(found([40, container], [30, "(plain)"])).toBe("plain");
  });

  it("without taking a file embedded in a stream for this one", () => {
    const inner = text(pdf({ 1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Count 0/Kids[]>>" }));
    const file = damaged(pdf({ ...pagesOf(3), 20: stream(inner) }), "startxref", "startxxxx");
    expect(openPdf(damaged(file, "startxref", "startxxxx")).pageCount).toBe(3);
  });

  it.each([
    ["is empty", new Uint8Array(0)],
    ["is no PDF", latin1("GIF89a".repeat(100))],
    ["has a header and nothing else", latin1("%PDF-1.7\n")],
    ["has a catalog without pages", pdf({ 1: "<</Type/Catalog>>" })],
    ["has only a table", latin1("%PDF-1.4\nxref\n0 0\ntrailer\n<</Root 1 0 R>>\nstartxref\n9\n%%EOF")],
  ])("unless the file %s: it is refused as corrupt", (_, file) => {
    expect(() => openPdf(file)).toThrowError(expect.objectContaining({ name: "PdfProblem", kind: "corrupt" }));
  });
});

describe("streams are found", () => {
  it.each([
    ["with an indirect length", "/Length 9 0 R", "the data"],
    ["with a length that is too short", "/Length 2", "the data"],
    ["with a length beyond the file", "/Length 999999", "the data"],
    ["without a length", "", "the data"],
    ["with a length that leads back to the stream", "/Length 4 0 R", "the data"],
  ])("%s", (_, length, data) => {
    const bodies = { ...pagesOf(1), 4: `<<${length}>>\nstream\n${data}\nendstream`, 9: String(data.length) };
    expect(contents(pdf(bodies))).toBe(data);
  });

  it("where the length of each is the next one, 3,000 of them", () => {
    const bodies = Object.fromEntries(
      Array.from({ length: 3000 }, (_, i) => [10 + i, `<</Length ${11 + i} 0 R>>\nstream\ndata\nendstream`]),
    );
    expect(contents(pdf({ ...pagesOf(1), 4: "<</Length 10 0 R>>\nstream\nthe data\nendstream", ...bodies }))).toBe(
      "the data",
    );
  });
});

function rewriteTable(change: (entry: string) => string): Uint8Array {
  return latin1(text(TABLE).replace(/\d{10} \d{5} [nf] \n/g, change));
}
