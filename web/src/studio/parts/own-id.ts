import { useState } from "preact/hooks";
import { uniqueId } from "../../dom.ts";

/** An id that no other element has. Preact's own repeats where a page has several roots. */
export function useOwnId(): string {
  return useState(() => uniqueId("studio"))[0];
}
