import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";

const isOpen = signal(true);

/** Beside the page; in a narrow window a sheet from below, which can be put away for the page. */
export function Panel({ children, action }: { children: ComponentChildren; action: ComponentChildren }) {
  return (
    <div class={isOpen.value ? "panel" : "panel put-away"}>
      <button
        type="button"
        class="sheet-grip"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {isOpen.value ? "Hide options" : "Show options"}
      </button>
      <div class="panel-body">{children}</div>
      {action}
    </div>
  );
}
