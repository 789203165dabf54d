import { computed, signal } from "@preact/signals";
import type { AssemblePdfRequest } from "../../../../client/src/index.ts";
import { settings } from "../parts/settings.ts";

export type Place = NonNullable<NonNullable<AssemblePdfRequest["number"]>["position"]>;
export type Style = "of" | "plain" | "page" | "roman" | "bates" | "own";

/** Page numbers and a stamp as they are chosen. What is typed is kept as it is typed. */
export const marks = {
  hasNumbers: signal(false),
  style: signal<Style>("of"),
  format: signal("{page} – {pages}"),
  prefix: signal(""),
  digits: signal("6"),
  start: signal("1"),
  skip: signal("0"),
  numberPlace: signal<Place>("bottom"),
  hasStamp: signal(false),
  text: signal("DRAFT"),
  stampPlace: signal<Place>("center"),
  rotation: signal("-45"),
  size: signal(""),
  opacity: signal("15"),
  color: signal("#000000"),
  layer: signal<"over" | "under">("over"),
};

export const { now: marksNow, begin: resetMarks } = settings(marks);

const FORMATS: Partial<Record<Style, string>> = {
  plain: "{page}",
  page: "Page {page} / {pages}",
  roman: "{page:roman}",
};

/** As the interface takes it; what is as usual there is left out. */
export const numberAsked = computed<AssemblePdfRequest["number"]>(() => {
  const { hasNumbers, style, format, prefix, digits, start, skip, numberPlace } = marks;
  if (!hasNumbers.value) return undefined;
  const written = style.value === "own" ? format.value : FORMATS[style.value];
  return {
    ...(written === undefined ? {} : { format: written }),
    ...(style.value === "bates" ? { prefix: prefix.value, digits: Number(digits.value) } : {}),
    ...(Number(start.value) === 1 ? {} : { start: Number(start.value) }),
    ...(Number(skip.value) === 0 ? {} : { skip: Number(skip.value) }),
    ...(numberPlace.value === "bottom" ? {} : { position: numberPlace.value }),
  };
});

/** A stamp that is a text. */
export const stampAsked = computed(() => {
  const { hasStamp, text, stampPlace, rotation, size, opacity, color, layer } = marks;
  if (!hasStamp.value) return undefined;
  return {
    text: text.value,
    position: stampPlace.value,
    rotation: Number(rotation.value),
    opacity: Number(opacity.value) / 100,
    ...(size.value.trim() === "" ? {} : { fontSize: Number(size.value) }),
    ...(color.value === "#000000" ? {} : { color: color.value }),
    ...(layer.value === "over" ? {} : { layer: layer.value }),
  };
});
