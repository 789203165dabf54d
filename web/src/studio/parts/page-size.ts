import { useEffect, useState } from "preact/hooks";
import { displayedSize, type PdfView, type Size } from "../document/viewer.ts";
import { isNarrow } from "./measure.ts";

/** The shape of a page of which nothing is known yet. */
export const A4: Size = { width: 595, height: 842 };

/** The size of a page; the previous page's until it is known. */
export function usePageSize(pdf: PdfView, page: number): Size | undefined {
  const [size, setSize] = useState<Size | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    displayedSize(pdf, page).then(
      (known) => isCurrent && setSize(known),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [pdf, page]);
  return size;
}

/** The width of a page on the stage: as a whole; on a phone as wide as that is, and a swipe shows the rest. */
export function onStage(size: Size, room: Size): number {
  return isNarrow() ? room.width : fitted(size, room);
}

/** The width at which a whole page fits. */
export function fitted(size: Size, place: Size): number {
  return Math.max(Math.min(place.width, (place.height * size.width) / size.height), 40);
}
