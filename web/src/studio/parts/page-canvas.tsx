import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { drawPage, type Size, type View } from "../document/viewer.ts";
import { copyOf, keepDrawing, letGo } from "./drawings.ts";
import { inTurn } from "./in-turn.ts";

interface Drawn extends View {
  /** In CSS pixels. */
  width: number;
  /** The size that is reserved for it until its own is known. */
  size: Size;
  /** The name for screen readers; without it the drawing is decoration. */
  label?: string | undefined;
  /** One of many, which are drawn one after the other. */
  isOfMany?: boolean;
  /** Another page that looks the same, which may be drawn already. */
  like?: View | undefined;
}

/** Below this width there is no room for the reason. */
const SMALL_PX = 150;

/**
 * A page, drawn when it comes into view, at the size at which it is shown. Until then it is a smaller drawing that is
 * there already, or a skeleton in its shape; where it cannot be drawn, it says why.
 */
export function PageCanvas({ pdf, page, width, size, label, isOfMany = false, like }: Drawn) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNear, setNear] = useState(false);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const [isDrawn, setDrawn] = useState(false);
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
      letGo(element);
    };
  }, []);
  useLayoutEffect(() => {
    const element = canvas.current as HTMLCanvasElement;
    setFault(undefined);
    setOwn(undefined);
    setDrawn(copyOf([{ pdf, page }, ...(like ? [like] : [])], element));
  }, [pdf, page]);
  useEffect(() => {
    if (!isNear || width < 1) return undefined;
    const element = canvas.current as HTMLCanvasElement;
    const draw = () => drawPage(pdf, page, element, width, setOwn);
    const drawing = isOfMany ? inTurn(draw) : draw();
    drawing.done.then(
      (isDone) => {
        if (!isDone) return;
        keepDrawing({ pdf, page }, element);
        setDrawn(true);
      },
      (error: Error) => setFault(error.message),
    );
    return drawing.cancel;
  }, [pdf, page, width, isNear, isOfMany]);
  return (
    <span
      class="page-canvas"
      data-state={fault !== undefined ? "failed" : isDrawn ? "drawn" : "waiting"}
      style={{ width: `${width}px`, height: `${(width * along) / across}px` }}
    >
      <canvas
        ref={canvas}
        {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
      />
      {fault !== undefined && (
        <span class="undrawn" title={fault} aria-hidden={label === undefined}>
          {width >= SMALL_PX && `This page cannot be drawn: ${fault}`}
        </span>
      )}
    </span>
  );
}
