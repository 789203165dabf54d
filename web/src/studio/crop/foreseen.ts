import { signal } from "@preact/signals";
import type { CropPdfResult } from "../../../../client/src/index.ts";
import { opened } from "../document/opened.ts";
import { openPdf, type PdfView, pixelsOf, type Size } from "../document/viewer.ts";
import { perform } from "../engine/here.ts";
import { Latest } from "../engine/latest.ts";
import { forPeople } from "../messages.ts";
import type { Area } from "./area.ts";
import { passwordOf, removalSettings } from "./request.ts";
import * as state from "./state.ts";

/** What is left in an area and what goes from it, as pixels, and where they lie on the page. */
export interface Foreseen {
  place: Area;
  left: ImageData;
  goes: ImageData;
}

/** What removal does to the page in view, for what was asked; or why it will be refused. */
export const foreseen = signal<
  | { asked: string; areas: readonly Foreseen[]; report: NonNullable<CropPdfResult["removal"]> }
  | { asked: string; refusal: string }
  | undefined
>(undefined);

/** Pixels along the longer side. */
const PIXELS = 1000;
/** What differs less is how edges of the same shape are smoothed. */
const LEAST_DIFFERENCE = 90;
const RED = [200, 24, 16, 255] as const;

let known: { pdf: PdfView; page: number; alone: Blob; pixels: ImageData } | undefined;
const looking = new Latest();

/** What was asked, as a text; undefined where nothing is removed from the page in view on this machine. */
export function askedNow(): string | undefined {
  const isHere = opened.value?.source instanceof File;
  if (!isHere || !state.removesOutside.value || state.here.value.length === 0) return undefined;
  return JSON.stringify([state.page.value, state.here.value, removalSettings(), opened.value?.name]);
}

/** Removes what is outside of the areas of this one page, to see it. */
export function foresee(): void {
  const document = opened.value;
  const asked = askedNow();
  if (!document || asked === undefined || foreseen.value?.asked === asked) return;
  const [page, areas, size] = [state.page.value, state.here.value, state.sizeOf(state.page.value)];
  looking.run(async () => {
    try {
      const { pdf, source } = document;
      const scale = PIXELS / Math.max(size.width, size.height);
      if (known?.pdf !== pdf || known.page !== page) known = await pageAlone(pdf, source as File, page, size, scale);
      const { alone, pixels } = known;
      const cropData = areas.map((cropArea) => ({ pageNumber: 1, cropArea }));
      const request = { cropData, multiple: areas.length > 1, ...removalSettings(), ...passwordOf(document) };
      const { answer, blobs } = await perform("crop", { file: { name: "page.pdf", data: alone }, ...request });
      const made = await openPdf(blobs[0] as Blob, { password: document.password, isBrief: true });
      try {
        const each = areas.map((area, index) => seen(made, index + 1, { area, size, scale, before: pixels }));
        const report = answer.removal as NonNullable<CropPdfResult["removal"]>;
        foreseen.value = { asked, areas: await Promise.all(each), report };
      } finally {
        void made.loadingTask.destroy();
      }
    } catch (error) {
      foreseen.value = { asked, refusal: forPeople(error) };
    }
  });
}

async function pageAlone(pdf: PdfView, file: File, page: number, { width, height }: Size, scale: number) {
  const split = { file, splitMode: "individual", pageNumbers: [page], ...passwordOf(opened.value) };
  const { blobs } = await perform("split", split);
  const size = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
  return { pdf, page, alone: blobs[0] as Blob, pixels: await pixelsOf(pdf, page, { scale, ...size }) };
}

interface Looked {
  area: Area;
  size: Size;
  scale: number;
  before: ImageData;
}

/** Both are drawn on the same grid of pixels, so that what stays is the same in both. */
async function seen(made: PdfView, page: number, { area, size, scale, before }: Looked): Promise<Foreseen> {
  const [x, y] = [area.x * scale, (size.height - area.y - area.height) * scale];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const width = Math.max(Math.min(Math.ceil(x + area.width * scale), before.width) - left, 1);
  const height = Math.max(Math.min(Math.ceil(y + area.height * scale), before.height) - top, 1);
  const after = await pixelsOf(made, page, { scale, width, height, offsetX: x - left, offsetY: y - top });
  const goes = new ImageData(width, height);
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const at = 4 * (row * width + column);
      const old = 4 * ((row + top) * before.width + column + left);
      if (differs(before.data, old, after.data, at)) goes.data.set(RED, at);
    }
  }
  const place = {
    ...{ x: left / scale, y: size.height - (top + height) / scale },
    ...{ width: width / scale, height: height / scale },
  };
  return { place, left: after, goes };
}

function differs(one: Uint8ClampedArray, at: number, other: Uint8ClampedArray, there: number): boolean {
  for (let channel = 0; channel < 3; channel++) {
    if (Math.abs((one[at + channel] ?? 0) - (other[there + channel] ?? 0)) > LEAST_DIFFERENCE) return true;
  }
  return false;
}
