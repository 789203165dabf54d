import { useEffect, useRef, useState } from "preact/hooks";
import { drawPage, type PdfView, type Size } from "../document/viewer.ts";

interface Drawn {
  pdf: PdfView;
  page: number;
  /** In CSS pixels. */
  width: number;
  /** The size that is reserved for it; the drawing may differ. */
  size: Size;
  /** The name for screen readers; without it the drawing is decoration. */
  label?: string | undefined;
}

/** A page, drawn when it comes into view, at the size at which it is shown. */
export function PageCanvas({ pdf, page, width, size, label }: Drawn) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNear, setNear] = useState(false);
  const [fault, setFault] = useState(false);
  const [own, setOwn] = useState<Size | undefined>(undefined);
  const { width: across, height: along } = own ?? size;
  useEffect(() => {
    const element = canvas.current as HTMLCanvasElement;
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        watch.disconnect();
        setNear(true);
      },
      { rootMargin: "300px" },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (!isNear || width < 1) return undefined;
    setFault(false);
    const drawing = drawPage(pdf, page, canvas.current as HTMLCanvasElement, width);
    drawing.done.then(
      (drawn) => drawn && setOwn(drawn),
      () => setFault(true),
    );
    return drawing.cancel;
  }, [pdf, page, width, isNear]);
  return (
    <canvas
      ref={canvas}
      class={fault ? "undrawn" : ""}
      style={{ width: `${width}px`, height: `${(width * along) / across}px` }}
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    />
  );
}
