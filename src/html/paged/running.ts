import { type Box, colouredAreas, merge, type Overlay, openPdf, type PdfDocument } from "../../engine.ts";
import type { Room } from "../../intake/reservation.ts";
import { addTo } from "../../platform/grouped.ts";
import type { Page } from "../browser/page/page.ts";
import type { HtmlOptions } from "../fields/options.ts";
import { pagesIn } from "../fields/printed-ranges.ts";
import { pageSizes } from "../overlays/overlay-page.ts";
import { settlePlaces } from "../resources/printed-places.ts";
import { ELEMENT, type HeadUse, MARGIN_BOXES } from "./head-rules.ts";
import type { Feature, Places } from "./places.ts";
import { PX, valuesOnPages } from "./strings.ts";
import type { Use, World } from "./world.ts";

/** Colours by which boxes, and what stands in the place of elements, are found in a print that is only read. */
const BOX_COLOUR = 0x0af100;
const USE_COLOUR = 0x0bf200;
/** Pages of elements that are printed. */
const MOST_STAGED = 4_000;

/** How large an element is, in CSS pixels, and whether it shows the number of its page. */
interface Measured {
  isDisplayed: boolean;
  width: number;
  height: number;
  counts: boolean;
}

/** A running element: its number, and its name in the PDF. */
interface Running extends Measured {
  at: number;
  name: string;
  place: string;
  /** CSS pixels above it where it begins a page. */
  above: number;
}

/** An element in the margin of pages of one kind. */
interface Staged {
  readonly at: number;
  /** Of the page, in CSS pixels. */
  readonly size: readonly [width: number, height: number];
  /** From the left, and how wide the margin box is inside. */
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly height: number;
  /** How much of the room above and below lies above. */
  readonly align: number;
  readonly zoom: number;
  /** The number of the page, and of all pages, where the element shows it. */
  readonly counters: string;
}

/** What a margin box asks for, and the elements among which it is chosen. */
interface Shown extends HeadUse {
  readonly elements: readonly Running[];
  /** As large as the largest of them. */
  readonly width: number;
  readonly height: number;
}

/** Elements that are taken out of the text and shown in margin boxes. */
export class RunningElements implements Feature {
  readonly #page: Page;
  readonly #world: World;
  readonly #uses: readonly Use[];
  readonly #asked: readonly HeadUse[];
  #shown: Shown[] = [];
  #places: Places | undefined;

  constructor(page: Page, world: World, uses: readonly Use[], asked: readonly HeadUse[]) {
    this.#page = page;
    this.#world = world;
    this.#uses = uses.filter(({ pseudo, values: { position = "" } }) => pseudo === "" && RUNNING.test(position));
    this.#asked = asked.filter(({ kind }) => kind === "element");
  }

  get isAsked(): boolean {
    return this.#uses.length > 0;
  }

  async prepare(): Promise<void> {
    const ats = this.#uses.map(({ at }) => at);
    const above = (await this.#world("roomAbove", ats)) as number[];
    const sizes = (await this.#world("run", ats)) as Measured[];
    const places = (await this.#world("mark", ats)) as string[];
    const elements = this.#uses.map(({ at, values }, index): Running => {
      const name = RUNNING.exec(values.position as string)?.[1] as string;
      return { at, name, place: places[index] as string, above: above[index] as number, ...(sizes[index] as Measured) };
    });
    this.#shown = this.#asked.map((use) => {
      const own = elements.filter(({ name, isDisplayed }) => isDisplayed && name === use.name);
      const width = Math.ceil(Math.max(1, ...own.map((element) => element.width)));
      return { ...use, elements: own, width, height: Math.ceil(Math.max(1, ...own.map(({ height }) => height))) };
    });
    await this.#world("heads", "elements", this.#sheet(false));
  }

  async fill(places: Places): Promise<boolean> {
    this.#places = places;
    return false;
  }

  /** In the place of each element is an image of its size, which nobody sees. */
  #sheet(isRead: boolean): string {
    const images = this.#shown.map(({ name, keyword, width, height, elements }, index) => {
      if (elements.length === 0) return "";
      const size = `width='${width}' height='${height}'`;
      const fill = isRead ? `%23${hex(USE_COLOUR + index)}` : "none";
      const svg = `<svg xmlns='http://www.w3.org/2000/svg' ${size}><rect ${size} fill='${fill}'/></svg>`;
      return `${ELEMENT}${keyword}-${name}: url("data:image/svg+xml,${svg}") !important;`;
    });
    const boxes = MARGIN_BOXES.map(
      (box, index) => `@${box} { background: #${hex(BOX_COLOUR + index)} content-box !important }`,
    );
    return `:root { ${images.join(" ")} } ${isRead ? `@page { ${boxes.join(" ")} }` : ""}`;
  }

  /** Lays the elements on the pages of a print. */
  async laidOn(
    pieces: Uint8Array[],
    options: HtmlOptions,
    { print, memory }: { print: (how: Partial<HtmlOptions>) => Promise<Uint8Array[]>; memory: Room | undefined },
  ): Promise<Uint8Array[]> {
    if (!this.#places || !this.#shown.some(({ elements }) => elements.length > 0)) return pieces;
    await this.#world("heads", "elements", this.#sheet(true));
    const read = await opened(await print({ printBackground: true }), memory);
    const staged = await this.#staged(read, this.#places, pagesIn(options.pageRanges, read.pageCount));
    memory?.shrink(read.bytes.length);
    if (staged.length === 0) return pieces;
    await this.#world(
      "stage",
      staged.map(({ stage }) => stage),
    );
    const drawn = await opened(await print({ ...AS_STAGED, printBackground: options.printBackground }), memory);
    if (drawn.pageCount !== staged.length) {
      this.#page.network.noteMissing("running elements", "they could not be laid out in the margins");
      return pieces;
    }
    const laid = new Map<number, Overlay[]>();
    for (const [index, { on }] of staged.entries()) {
      for (const page of on) addTo(laid, page + 1, { document: drawn, page: index + 1, layer: "over" });
    }
    const document = await opened(pieces, memory);
    await memory?.grow(document.bytes.length + drawn.bytes.length);
    settlePlaces(document, this.#page.bookmarks);
    this.#page.bookmarks = undefined;
    const { file } = await merge([{ document, title: "" }], {
      tagged: options.tagged,
      outline: options.outline ? "keep" : "none",
      overlays: (number) => laid.get(number) ?? [],
    });
    memory?.shrink(document.bytes.length + 2 * drawn.bytes.length);
    return [file.bytes()];
  }

  /** What is printed, each that differs once, and on which of the pages asked for it lies. */
  async #staged(read: PdfDocument, places: Places, pages: readonly number[]): Promise<Laid[]> {
    const colours = [...MARGIN_BOXES.keys()].map((index) => BOX_COLOUR + index);
    const uses = [...this.#shown.keys()].map((index) => USE_COLOUR + index);
    const areas = await colouredAreas(read, new Set([...colours, ...uses]));
    const sizes = pageSizes(read);
    const values = this.#shown.map(({ elements, keyword }) => {
      const assignments = elements.flatMap((value) => {
        const page = places.of(value.place)?.page;
        return page === undefined ? [] : [{ page, isFirst: places.isAtTop(value.place, value.above * PX), value }];
      });
      return valuesOnPages<Running | undefined>(assignments, keyword, places.pageCount, undefined);
    });
    const staged = new Map<string, Laid>();
    for (const [index, number] of pages.entries()) {
      const found = areas[number - 1] ?? new Map<number, Box>();
      const [width, height] = sizes[number - 1] as (typeof sizes)[number];
      for (const [use, shown] of this.#shown.entries()) {
        const image = found.get(USE_COLOUR + use);
        const element = values[use]?.[number - 1];
        const box =
          image &&
          boxAround(
            image,
            colours.flatMap((colour) => (found.has(colour) ? [found.get(colour) as Box] : [])),
          );
        if (!box || !element) continue;
        const stage: Staged = {
          at: element.at,
          size: [width / PX, height / PX],
          left: box[0] / PX,
          width: (box[2] - box[0]) / PX,
          top: (height - box[3]) / PX,
          height: (box[3] - box[1]) / PX,
          align: alignment(image, box),
          zoom: zoomOf(image, shown),
          counters: element.counts
            ? `page ${places.numbers?.[number - 1] ?? number} pages ${places.pageCount}`
            : "none",
        };
        const key = JSON.stringify(stage, (_, value) => (typeof value === "number" ? Math.round(value * 20) : value));
        const known = staged.get(key);
        if (known) known.on.push(index);
        else if (staged.size < MOST_STAGED) staged.set(key, { stage, on: [index] });
        else this.#page.network.noteMissing("further running elements", `there are more than ${MOST_STAGED}`);
      }
    }
    // The pages of a print are in the order of the document, and copies of an element stand behind it.
    return [...staged.values()].sort((a, b) => a.stage.at - b.stage.at);
  }
}

interface Laid {
  readonly stage: Staged;
  /** Indices of pages of the result. */
  readonly on: number[];
}

const RUNNING = /^\s*running\(\s*([^\s()]+)\s*\)\s*$/i;

/** The elements alone, each on a page of its own. */
const AS_STAGED: Partial<HtmlOptions> = { scale: 1, preferCSSPageSize: true, landscape: false, margin: 0 };

/** Memory holds the file twice while it is joined. */
async function opened(pieces: readonly Uint8Array[], memory: Room | undefined): Promise<PdfDocument> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  await memory?.grow(length);
  const document = openPdf(Buffer.concat(pieces));
  memory?.shrink(length);
  return document;
}

function hex(colour: number): string {
  return colour.toString(16).padStart(6, "0");
}

/** The margin box in which the image is, though it may be larger. */
function boxAround(image: Box, boxes: readonly Box[]): Box | undefined {
  const middle = (box: Box) => [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] as const;
  const [x, y] = middle(image);
  const apart = (box: Box) => Math.hypot(middle(box)[0] - x, middle(box)[1] - y);
  const around = boxes.filter((box) => box[0] - 1 <= x && x <= box[2] + 1 && box[1] - 1 <= y && y <= box[3] + 1);
  return around.sort((a, b) => apart(a) - apart(b))[0];
}

/** 0 at the top of the box, 1 at its bottom: as `vertical-align` has put the image. */
function alignment(image: Box, box: Box): number {
  const room = box[3] - box[1] - (image[3] - image[1]);
  return Math.abs(room) < 1 ? 0.5 : Math.min(1, Math.max(0, Math.round((2 * (box[3] - image[3])) / room) / 2));
}

/** How much larger things are printed than CSS has them: by `scale`, or where pages are fitted to the paper. */
function zoomOf(image: Box, { width, height }: Shown): number {
  const [drawn, own] = width > height ? [image[2] - image[0], width] : [image[3] - image[1], height];
  const zoom = drawn / PX / own;
  return Math.abs(zoom - 1) * own < 1 ? 1 : zoom;
}
