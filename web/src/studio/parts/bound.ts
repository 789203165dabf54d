import type { Signal } from "@preact/signals";
import { mended } from "../job.ts";

/** Keeps what a field is changed to. `name` is the field of the request that may have been refused for it. */
function keep<Value>(kept: Signal<Value>, name: string | undefined): (value: Value) => void {
  return (value) => {
    kept.value = value;
    if (name !== undefined) mended(name);
  };
}

export function typed(kept: Signal<string>, name?: string) {
  return { value: kept.value, onInput: keep(kept, name) };
}

export function chosen<Value>(kept: Signal<Value>, name?: string) {
  return { value: kept.value, onChange: keep(kept, name) };
}

export function ticked(kept: Signal<boolean>, name?: string) {
  return { checked: kept.value, onChange: keep(kept, name) };
}
