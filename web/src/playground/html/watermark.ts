import { el } from "../../dom.ts";
import { choice, type Field, field } from "../../form.ts";

export interface WatermarkForm {
  element: HTMLElement;
  fields: Record<string, Field>;
  /** What it adds to a request; nothing without a text or an image. */
  value: () => Record<string, unknown> | undefined;
}

const POSITIONS = ["center", "top", "bottom", "left", "right", "top-left", "top-right", "bottom-left", "bottom-right"];

export function watermarkForm(): WatermarkForm {
  const fields = {
    text: field("Text", { placeholder: "Draft" }),
    image: field("Or an image", { placeholder: "stamp.png" }, "The name of one of the files, or an address."),
    layer: choice(
      "Layer",
      [
        ["over", "Over the page"],
        ["under", "Under the page"],
      ],
      "over",
    ),
    position: choice(
      "Place",
      POSITIONS.map((name) => [name, name.replace("-", " ")]),
      "center",
    ),
    pages: field("On pages", { placeholder: "all" }, "Such as 1 or 2-."),
    opacity: field("Opacity", { type: "number", min: 0, max: 1, step: 0.05, placeholder: "0.15" }),
  };
  const usual: Record<string, string> = { layer: "over", position: "center" };
  return {
    fields,
    element: el(
      "details",
      {},
      el("summary", {}, "Watermark"),
      el("div", { class: "stack" }, ...Object.values(fields).map(({ element }) => element)),
    ),
    value() {
      const given: Record<string, unknown> = {};
      for (const [name, { input }] of Object.entries(fields)) {
        const text = input.value;
        if (text === "" || text === usual[name]) continue;
        given[name] = name === "opacity" ? Number(text) : text;
      }
      return given.text === undefined && given.image === undefined ? undefined : given;
    },
  };
}
