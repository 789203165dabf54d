import type { PdfDocument } from "../pdf-file/document.ts";
import { latin1, Rope } from "../pdf-file/rope.ts";
import type { Page } from "../pdf-file/structure/page-tree.ts";
import { formatNumber } from "../pdf-file/syntax/numbers.ts";
import { type PdfDict, type PdfObject, type PdfRef, PdfStream } from "../pdf-file/syntax/objects.ts";
import { type Assembly, ObjectCopier } from "../pdf-file/write/assembly.ts";
import { type Box, ordered } from "../pdf-pages/geometry.ts";

/** A page of another document that is laid over or under a page. */
export interface Overlay {
  document: PdfDocument;
  /** Its page, counted from 1. */
  page: number;
  layer: "over" | "under";
}

/**
 * Lays pages of other documents on pages. Each becomes one form XObject, however often it is shown (ISO 32000-2 §8.10).
 * It is marked as an artifact (§14.8.2.2), so that screen readers and reflow skip it.
 */
export class Overlays {
  readonly #assembly: Assembly;
  readonly #members = new Map<PdfDocument, ObjectCopier>();
  readonly #forms = new Map<string, PdfRef>();
  readonly #contents = new Map<string, PdfRef>();

  constructor(assembly: Assembly) {
    this.#assembly = assembly;
  }

  /** Changes the page of the new file: `dict` is a copy, `page` is the page that was copied, if any was. */
  apply(dict: PdfDict, page: Page | undefined, member: ObjectCopier, overlays: readonly Overlay[]): void {
    if (overlays.length === 0) return;
    const { document } = member;
    const given = document.dict(page?.attribute("Resources"));
    const resources: PdfDict = member.copyDict(given ?? new Map());
    const held = document.dict(given?.get("XObject"));
    const forms: PdfDict = held ? member.copyDict(held) : new Map();
    const [left, bottom] = page ? box(document, page) : [0, 0];
    const ops = { under: "", over: "" };
    overlays.forEach((overlay, index) => {
      const name = freeName(forms, index);
      forms.set(name, this.#form(overlay));
      const place = `q 1 0 0 1 ${formatNumber(left)} ${formatNumber(bottom)} cm /${name} Do Q\n`;
      ops[overlay.layer] += `/Artifact <</Type /Pagination>> BDC\n${place}EMC\n`;
    });
    resources.set("XObject", forms);
    dict.set("Resources", resources);
    // The page's own content is put between q and Q, so that the overlay starts with the initial graphics state.
    const own = document.array(page?.dict.get("Contents")) ?? [page?.dict.get("Contents") ?? null];
    const contents = own.filter((item) => document.resolve(item) instanceof PdfStream).map((item) => member.copy(item));
    dict.set("Contents", [this.#content(`${ops.under}q\n`), ...contents, this.#content(`\nQ\n${ops.over}`)]);
  }

  #content(text: string): PdfRef {
    const known = this.#contents.get(text);
    if (known) return known;
    const ref = this.#assembly.addData(new Map(), latin1(text));
    this.#contents.set(text, ref);
    return ref;
  }

  #form({ document, page: number }: Overlay): PdfRef {
    const member = this.#members.get(document) ?? new ObjectCopier(document, this.#assembly);
    this.#members.set(document, member);
    const key = `${[...this.#members.keys()].indexOf(document)} ${number}`;
    const known = this.#forms.get(key);
    if (known) return known;
    const page = document.page(number - 1);
    const bounds = box(document, page);
    const { dict: filters, raw } = content(document, page);
    const dict: PdfDict = new Map<string, PdfObject>([
      ["Type", "XObject"],
      ["Subtype", "Form"],
      ["BBox", [...bounds]],
      ["Matrix", [1, 0, 0, 1, -bounds[0], -bounds[1]]],
      ["Resources", member.copyDict(document.dict(page.attribute("Resources")) ?? new Map())],
      ...filters,
    ]);
    const group = page.dict.get("Group");
    if (group !== undefined) dict.set("Group", member.copy(group));
    const form = this.#assembly.addData(dict, raw);
    this.#forms.set(key, form);
    return form;
  }
}

/**
 * A page's content as one stream: unchanged if it is one, else its streams joined with white space between them
 * (7.8.2).
 */
function content(document: PdfDocument, page: Page): { dict: PdfDict; raw: Uint8Array } {
  const held = document.resolve(page.dict.get("Contents"));
  const streams = (Array.isArray(held) ? held : [held])
    .map((item) => document.resolve(item))
    .filter((item) => item instanceof PdfStream);
  const [first] = streams;
  if (streams.length === 1 && first) {
    const filters = [...first.dict].filter(([key]) => key === "Filter" || key === "DecodeParms");
    const plain = filters.map(([key, value]) => [key, document.resolve(value)] as const);
    return { dict: new Map(plain), raw: document.rawStream(first) };
  }
  const rope = Rope.of(...streams.flatMap((stream) => [document.readableData(stream) ?? "", "\n"]));
  return { dict: new Map(), raw: rope.toBytes() };
}

/** The part of the page that a viewer shows. */
function box(document: PdfDocument, page: Page): Box {
  const read = (name: "CropBox" | "MediaBox") =>
    document.items(page.attribute(name), 4)?.map((side) => document.number(side) ?? 0);
  const [a = 0, b = 0, c = 612, d = 792] = read("CropBox") ?? read("MediaBox") ?? [];
  return ordered([a, b, c, d]);
}

function freeName(held: PdfDict, from: number): string {
  for (let number = from; ; number++) if (!held.has(`Laid${number}`)) return `Laid${number}`;
}
