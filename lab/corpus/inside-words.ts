import * as mupdf from "../../test/fixtures/mupdf/mupdf.ts";
import { openWithMupdf } from "../../test/support/finder/finder.ts";
import type { Area } from "./area.ts";
import { arrayOf, dictOf, eachText, type Json, type JsonDict, type Listing, resolved } from "./qpdf-json.ts";

const MAX_LEVELS = 64;
/** Keys that lead from an annotation to other objects, which may lie anywhere. */
const ELSEWHERE = new Set(["/P", "/Parent", "/Popup", "/IRT", "/Kids", "/Dest", "/AP", "/StructParent"]);

/**
 * The words of annotations inside the areas, and of the fields that they show: links' addresses, tooltips, names,
 * options; and the descriptions of elements that say of themselves that they lie there. Found by qpdf's reading of the
 * original and the page boxes of the result.
 */
export function wordsInside(original: Listing, result: Listing): string[] {
  const words: string[] = [];
  const take = (value: Json | undefined, depth: number): void => {
    const found = resolved(original, value);
    if (Array.isArray(found)) for (const item of depth < 4 ? found : []) take(item, depth + 1);
    else if (typeof found === "object" && found !== null) {
      for (const [key, item] of Object.entries(found)) if (!ELSEWHERE.has(key) && depth < 4) take(item, depth + 1);
    } else if (found !== null) eachText(found, (text) => words.push(text));
  };
  for (const [index, page] of original.pages.entries()) {
    const box = boxOf(result, result.pages[index]);
    for (const item of arrayOf(original, dictOf(original, page)?.["/Annots"])) {
      let dict: JsonDict | undefined = dictOf(original, item);
      if (box === undefined || dict === undefined) continue;
      const rect = numbersOf(original, dict["/Rect"]);
      // A link that the edge cuts keeps its address.
      const isLeft = dict["/Subtype"] === "/Link" ? meets(rect, box) : isWithin(rect, box);
      if (!isLeft) continue;
      for (let level = 0; level < MAX_LEVELS && dict !== undefined; level++) {
        take(dict, 0);
        dict = dictOf(original, dict["/Parent"]);
      }
    }
  }
  for (const object of original.objects.values()) {
    const element = dictOf(original, object);
    const box = boxOf(result, result.pages[original.pages.indexOf(String(element?.["/Pg"]))]);
    const place = dictOf(original, element?.["/A"])?.["/BBox"];
    if (box && isWithin(numbersOf(original, place), box)) take(element?.["/Alt"], 0);
  }
  return words;
}

/** Whether a document has layers. */
export function hasLayers({ objects }: Listing): boolean {
  return [...objects.values()].some((object) => String((object as JsonDict | null)?.["/Type"]) === "/OCG");
}

/** The names of layers that paint something in the areas of the first pages, by mupdf. */
export function layersInside(original: Uint8Array, password: string, areas: readonly Area[]): string[] {
  const document = openWithMupdf(original, password);
  const found = new Set<string>();
  for (const [index, area] of areas.entries()) {
    const page = document.loadPage(index);
    const [x, y] = page.getBounds();
    const [left, top] = [area.left + x, area.top + y];
    const open: string[] = [];
    const note = ([x0, y0, x1, y1]: mupdf.Rect): void => {
      const isInside = x0 < left + area.width && x1 > left && y0 < top + area.height && y1 > top;
      if (isInside) for (const name of open) found.add(name);
    };
    const noteImage = (_: mupdf.Image, ctm: mupdf.Matrix) => note(mupdf.Rect.transform([0, 0, 1, 1], ctm));
    const thin = new mupdf.StrokeState({ lineWidth: 0, lineCap: "Butt", lineJoin: "Miter", miterLimit: 10 });
    const device = new mupdf.Device({
      beginLayer: (name) => void open.push(name),
      endLayer: () => void open.pop(),
      fillPath: (path, _, ctm) => note(path.getBounds(thin, ctm)),
      strokePath: (path, stroke, ctm) => note(path.getBounds(stroke, ctm)),
      fillText: (text, ctm) => note(text.getBounds(thin, ctm)),
      strokeText: (text, stroke, ctm) => note(text.getBounds(stroke, ctm)),
      ignoreText: (text, ctm) => note(text.getBounds(thin, ctm)),
      fillShade: (shade, ctm) => note(mupdf.Rect.transform(shade.getBounds(), ctm)),
      fillImage: noteImage,
      fillImageMask: noteImage,
    });
    page.run(device, mupdf.Matrix.identity);
    device.close();
  }
  document.destroy();
  return [...found];
}

function boxOf(listing: Listing, page: Json | undefined): number[] | undefined {
  const dict = dictOf(listing, page);
  return numbersOf(listing, dict?.["/CropBox"]) ?? numbersOf(listing, dict?.["/MediaBox"]);
}

/** A rectangle with its corners in order. */
function numbersOf(listing: Listing, value: Json | undefined): number[] | undefined {
  const [a, b, c, d] = arrayOf(listing, value).map(Number) as [number, number, number, number];
  if (![a, b, c, d].every(Number.isFinite)) return undefined;
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

function meets(rect: readonly number[] | undefined, [left, bottom, right, top]: readonly number[]): boolean {
  if (rect === undefined) return false;
  return rect[0]! < right! && rect[1]! < top! && rect[2]! > left! && rect[3]! > bottom!;
}

function isWithin(rect: readonly number[] | undefined, [left, bottom, right, top]: readonly number[]): boolean {
  if (rect === undefined) return false;
  return rect[0]! >= left! && rect[1]! >= bottom! && rect[2]! <= right! && rect[3]! <= top!;
}
