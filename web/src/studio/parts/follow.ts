/** Takes hold of a pointer until it is lifted, or is taken away. What it gives lets go of it before. */
export function follow(
  element: HTMLElement,
  { pointerId }: PointerEvent,
  move: (moving: PointerEvent) => void,
  end: () => void = () => {},
): () => void {
  const over = new AbortController();
  const letGo = () => {
    over.abort();
    end();
  };
  element.addEventListener("pointermove", (moving) => moving.pointerId === pointerId && move(moving), over);
  for (const name of ["pointerup", "pointercancel"] as const) element.addEventListener(name, letGo, over);
  return letGo;
}
