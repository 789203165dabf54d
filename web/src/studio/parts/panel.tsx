import { type Signal, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { isNarrow } from "./measure.ts";

/** In a narrow window the page comes first. */
const isOpenAtWork = signal(!isNarrow());

/** Beside the page; in a narrow window a sheet from below, which can be put away for the page. */
export function Panel(props: {
  children: ComponentChildren;
  action: ComponentChildren;
  isOpen?: Signal<boolean>;
  class?: string;
}) {
  const { children, action, isOpen = isOpenAtWork } = props;
  return (
    <div class={`panel ${props.class ?? ""} ${isOpen.value ? "" : "put-away"}`}>
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
