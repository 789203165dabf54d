import { useEffect, useState } from "preact/hooks";
import { displayedSize, type PdfView, type Size } from "../document/viewer.ts";

/** The size of a page; that of the page before until it is known. */
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

/** As wide as a page may be inside a place, whole. */
export function fitted(size: Size, place: Size): number {
  return Math.max(Math.min(place.width, (place.height * size.width) / size.height), 40);
}
