import { useEffect, useRef } from "preact/hooks";
import type { PdfView } from "../document/viewer.ts";

export interface Keyed {
  pdf: PdfView;
  page: number;
  onTurn: (page: number) => void;
  /** What further keys do, in lower case. */
  keys: Readonly<Record<string, () => void>>;
}

/** Keys: turning pages, the tool's own, and the page as it was while B is held. */
export function useKeys(props: Keyed, setBefore: (on: boolean) => void): void {
  const now = useRef(props);
  now.current = props;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyping(event)) return;
      const { page, pdf, onTurn, keys } = now.current;
      const down = event.type === "keydown";
      const own = keys[event.key.toLowerCase()];
      if (event.key.toLowerCase() === "b") setBefore(down);
      else if (down && own && !event.repeat) own();
      else if (down && event.key === "PageDown" && page < pdf.numPages) onTurn(page + 1);
      else if (down && event.key === "PageUp" && page > 1) onTurn(page - 1);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    addEventListener("keyup", press);
    return () => {
      removeEventListener("keydown", press);
      removeEventListener("keyup", press);
    };
  }, []);
}

/** Whether a key press belongs to a field rather than to the page. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  const isField = target.matches("textarea, select, input:not([type=checkbox], [type=radio])");
  return event.ctrlKey || event.metaKey || event.altKey || isField;
}
