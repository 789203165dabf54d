import { useEffect, useRef, useState } from "preact/hooks";
import { drawPage, type PdfView, type Size } from "../document/viewer.ts";
import { inTurn } from "./in-turn.ts";

interface Drawn {
  pdf: PdfView;
  page: number;
  /** In CSS pixels. */
  width: number;
  /** The size that is reserved for it; the drawing may differ. */
  size: Size;
  /** The name for screen readers; without it the drawing is decoration. */
  label?: string | undefined;
  /** One of many, which are drawn one after the other. */
  isOfMany?: boolean;
}

/** A page, drawn when it comes into view, at the size at which it is shown. */
export function PageCanvas({ pdf, page, width, size, label, isOfMany = false }: Drawn) {
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
    return () => {
      watch.disconnect();
      element.width = 0;
    };
  }, []);
  useEffect(() => {
    if (!isNear || width < 1) return undefined;
    setFault(false);
    const draw = () => drawPage(pdf, page, canvas.current as HTMLCanvasElement, width);
    const drawing = isOfMany ? inTurn(draw) : draw();
    drawing.done.then(
      (drawn) => drawn && setOwn(drawn),
      () => setFault(true),
    );
    return drawing.cancel;
  }, [pdf, page, width, isNear, isOfMany]);
  return (
    <canvas
      ref={canvas}
      class={fault ? "undrawn" : ""}
      style={{ width: `${width}px`, height: `${(width * along) / across}px` }}
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    />
  );
}
