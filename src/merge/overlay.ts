import { COST } from "../meter/work-limits.ts";
import { fromDisplay, IDENTITY, inverse, type Matrix, multiply } from "../pdf-content/matrix.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { latin1, Rope } from "../pdf-file/rope.ts";
import type { Page } from "../pdf-file/structure/page-tree.ts";
import { short } from "../pdf-file/syntax/numbers.ts";
import { type PdfDict, type PdfObject, type PdfRef, PdfStream, pdfDict } from "../pdf-file/syntax/objects.ts";
import { type Assembly, ObjectCopier } from "../pdf-file/write/assembly.ts";
import { type Box, type Display, displaySize } from "../pdf-pages/geometry.ts";
import { displayOf } from "../pdf-pages/page-view.ts";
import { type Placement, placed } from "./marks/place.ts";
import type { MarkText, Sans, TextWriter } from "./marks/sans.ts";

/** What is laid over or under a page. */
export type Overlay = (PageOverlay | TextOverlay) & {
  readonly layer: "over" | "under";
  /** 0 to 1; 1 without it. */
  readonly opacity?: number | undefined;
};

/** A page of another document, corner to corner unless it has a place. */
interface PageOverlay {
  readonly document: PdfDocument;
  /** Its page, counted from 1. */
  readonly page: number;
  readonly place?: Placement | undefined;
}

/** A text in the font of marks, somewhere on the page as it is seen. */
interface TextOverlay extends MarkText {
  readonly font: Sans;
  readonly place: Placement;
}

/** A page of the new file: `dict` is a copy of `page`, if it is no empty one. */
interface LaidOn {
  readonly dict: PdfDict;
  readonly page: Page | undefined;
  readonly display: Display;
  readonly member: ObjectCopier;
}

/**
 * Lays pages of other documents and texts on pages. Each becomes one form XObject, however often it is shown (ISO 32000-2 §8.10).
 * It is marked as an artifact (§14.8.2.2), so that screen readers and reflow skip it.
 */
export class Overlays {
  readonly #assembly: Assembly;
  readonly #members = new Map<PdfDocument, ObjectCopier>();
  readonly #forms = new Map<string, PdfRef>();
  readonly #contents = new Map<string, PdfRef>();
  #writer: TextWriter | undefined;

  constructor(assembly: Assembly) {
    this.#assembly = assembly;
  }

  /** Changes the page. */
  apply({ dict, page, display, member }: LaidOn, overlays: readonly Overlay[]): void {
    const { document } = member;
    this.#assembly.work.spend(overlays.length * COST.form);
    const given = document.dict(page?.attribute("Resources"));
    const resources: PdfDict = member.copyDict(given ?? new Map());
    const held = document.dict(given?.get("XObject"));
    const forms: PdfDict = held ? member.copyDict(held) : new Map();
    const ops = { under: "", over: "" };
    overlays.forEach((overlay, index) => {
      const name = freeName(forms, index);
      const { form, matrix } = this.#drawn(overlay, display);
      forms.set(name, form);
      const place = `q ${matrix.map(short).join(" ")} cm /${name} Do Q\n`;
      ops[overlay.layer] += `/Artifact <</Type /Pagination>> BDC\n${place}EMC\n`;
    });
    resources.set("XObject", forms);
    dict.set("Resources", resources);
    // The page's own content is put between q and Q, so that the overlay starts with the initial graphics state.
    const own = document.array(page?.dict.get("Contents")) ?? [page?.dict.get("Contents") ?? null];
    const contents = own.filter((item) => document.resolve(item) instanceof PdfStream).map((item) => member.copy(item));
    dict.set("Contents", [this.#content(`${ops.under}q\n`), ...contents, this.#content(`\nQ\n${ops.over}`)]);
  }

  /** What the overlays share is written when no page is left. */
  complete(): void {
    this.#writer?.complete();
  }

  #drawn(overlay: Overlay, display: Display): { form: PdfRef; matrix: Matrix } {
    const { place, opacity = 1 } = overlay;
    if ("document" in overlay) {
      const own = displayOf(overlay.document, overlay.document.page(overlay.page - 1));
      const [left, bottom, right, top] = own.visible;
      const box: Box = [0, 0, right - left, top - bottom];
      const form = this.#veiled(this.#form(overlay, opacity < 1), box, opacity);
      if (!place) return { form, matrix: [1, 0, 0, 1, display.visible[0], display.visible[1]] };
      const seen = inverse(fromDisplay({ ...own, visible: box })) ?? IDENTITY;
      return { form, matrix: multiply(seen, placed(displaySize(own), place, display)) };
    }
    this.#writer ??= overlay.font.writer(this.#assembly);
    const side = overlay.place.position.endsWith("left") ? 0 : overlay.place.position.endsWith("right") ? 1 : 0.5;
    const { form, box, ...size } = this.#writer.draw(overlay, side);
    return { form: this.#veiled(form, box, opacity), matrix: placed(size, overlay.place, display) };
  }

  /** The form as something that shows what is below it (11.3.7.2): one more around it, so that pages name none. */
  #veiled(form: PdfRef, box: Box, opacity: number): PdfRef {
    if (opacity >= 1) return form;
    const key = `${form.number} ${opacity}`;
    const known = this.#forms.get(key);
    if (known) return known;
    const dict = pdfDict({
      Type: "XObject",
      Subtype: "Form",
      BBox: [...box],
      Resources: pdfDict({
        ExtGState: pdfDict({ G: pdfDict({ ca: opacity, CA: opacity }) }),
        XObject: pdfDict({ F: form }),
      }),
    });
    const veiled = this.#assembly.addData(dict, latin1("/G gs /F Do"));
    this.#forms.set(key, veiled);
    return veiled;
  }

  #content(text: string): PdfRef {
    const known = this.#contents.get(text);
    if (known) return known;
    const ref = this.#assembly.addData(new Map(), latin1(text));
    this.#contents.set(text, ref);
    return ref;
  }

  #form({ document, page: number }: PageOverlay, isGroup: boolean): PdfRef {
    const member = this.#members.get(document) ?? new ObjectCopier(document, this.#assembly);
    this.#members.set(document, member);
    const key = `${[...this.#members.keys()].indexOf(document)} ${number} ${isGroup}`;
    const known = this.#forms.get(key);
    if (known) return known;
    const page = document.page(number - 1);
    const bounds = displayOf(document, page).visible;
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
    // As a whole it shows what is below it, and not each of its parts.
    else if (isGroup) dict.set("Group", pdfDict({ Type: "Group", S: "Transparency" }));
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

function freeName(held: PdfDict, from: number): string {
  for (let number = from; ; number++) if (!held.has(`Laid${number}`)) return `Laid${number}`;
}
