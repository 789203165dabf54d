import { computed } from "@preact/signals";
import { NUMBER_FORMAT, numberOf } from "../../../../src/merge/marks/numbering.ts";
import { marks, numberAsked } from "./marks-state.ts";
import { leaves } from "./state.ts";

type Name = keyof typeof marks;

const WHOLE: Partial<Record<Name, readonly [least: number, most: number]>> = {
  start: [0, 999_999_999],
  skip: [0, 20_000],
  digits: [1, 12],
};

/** What is wrong with a field that is shown, in words. */
export const markFaults = computed(() => {
  const found: Partial<Record<Name, string>> = {};
  const { hasNumbers, style, format, hasStamp, text, size, opacity } = marks;
  if (hasNumbers.value) {
    for (const [name, [least, most]] of Object.entries(WHOLE) as [Name, [number, number]][]) {
      if (name === "digits" && style.value !== "bates") continue;
      const typed = String(marks[name].value).trim();
      if (!/^\d{1,9}$/.test(typed) || Number(typed) < least || Number(typed) > most)
        found[name] = `Enter a whole number from ${least} to ${most.toLocaleString("en")}.`;
    }
    if (style.value === "own" && (format.value === "" || !NUMBER_FORMAT.test(format.value)))
      found.format = "Write {page}, {pages} or {page:roman} with a text around it.";
  }
  if (!hasStamp.value) return found;
  if (text.value.trim() === "") found.text = "Write what the stamp says.";
  if (!isBetween(opacity.value, 1, 100)) found.opacity = "Enter a number from 1 to 100.";
  if (size.value.trim() !== "" && !isBetween(size.value, 1, 1000)) found.size = "Enter a number from 1 to 1,000.";
  return found;
});

function isBetween(text: string, least: number, most: number): boolean {
  return text.trim() !== "" && Number(text) >= least && Number(text) <= most;
}

/** The number that a page of the board gets, by the engine's own rules. */
export function numberAt(index: number): string | undefined {
  const asked = numberAsked.value;
  const { start, skip, digits } = markFaults.value;
  if (!asked || start || skip || digits) return undefined;
  const format = asked.format ?? (asked.digits === undefined ? "{page} / {pages}" : "{bates}");
  return numberOf(index + 1, leaves.value.length, {
    ...{ format, start: asked.start ?? 1, skip: asked.skip ?? 0 },
    ...{ prefix: asked.prefix ?? "", digits: asked.digits ?? 6 },
  });
}
