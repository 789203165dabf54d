import type { ImageToPdfRequest, ImageToPdfResult, Quire } from "../../../../client/src/index.ts";
import { el } from "../../dom.ts";
import { choice, type Field, field } from "../../form.ts";
import { plural } from "../../format.ts";
import { dropZone } from "../drop-zone.ts";
import type { KeyField } from "../key-field.ts";
import { resultView } from "../result-view.ts";
import { runner } from "../runner.ts";
import { pictureList } from "./pictures.ts";

export function imagesPanel(key: KeyField): HTMLElement {
  const list = pictureList(changed);
  const drop = dropZone({
    label: "Choose or drop images",
    hint: "JPEG, PNG, WebP, GIF, TIFF, BMP, JPEG 2000 and more; a page each",
    accept: "image/*,.tif,.tiff,.jp2,.j2k,.pbm,.pgm,.ppm,.pam,.qoi,.tga",
    multiple: true,
    onFiles(files) {
      drop.fail();
      list.add(files);
    },
  });
  const fields = {
    pageSize: choice(
      "Page",
      [
        ["Original", "As large as the image"],
        ["A4", "A4"],
        ["Letter", "Letter"],
      ],
      "Original",
    ),
    orientation: choice(
      "Orientation",
      [
        ["portrait", "Portrait"],
        ["landscape", "Landscape"],
        ["auto", "As the image lies"],
      ],
      "portrait",
    ),
    fitMode: choice(
      "Fit",
      [
        ["contain", "Contain"],
        ["cover", "Cover"],
        ["fill", "Fill"],
      ],
      "contain",
    ),
    margin: field("Margin (pixels)", { type: "number", min: 0, value: 0, inputmode: "decimal" }),
    backgroundColor: field("Background", { type: "color", value: "#ffffff" }),
  } satisfies Record<string, Field>;
  const result = resultView();
  const failures = el("div", { class: "stack", hidden: true });
  const run = runner<[Quire, ImageToPdfResult]>({
    label: "Make the PDF",
    key,
    prepare() {
      if (list.pictures().length === 0) return void drop.fail("Choose images first.");
      return described();
    },
    async send(quire, call) {
      const file = list.pictures().map(({ name, file: data }) => ({ name, data }));
      return [quire, await quire.imageToPdf({ file, ...request() } as ImageToPdfRequest, call)];
    },
    async show([quire, answer]) {
      failures.hidden = answer.failures.length === 0;
      failures.replaceChildren(
        ...answer.failures.map(({ name, message }) => el("p", { class: "notice warn" }, `${name}: ${message}`)),
      );
      await result.show(quire, answer);
    },
    placeError(name, message) {
      for (const one of Object.values(fields)) one.fail();
      drop.fail();
      const target = fields[name as keyof typeof fields];
      if (target) {
        target.fail(message);
        target.input.focus();
      } else if (name?.startsWith("file") || name?.startsWith("imageOrder")) drop.fail(message);
      else return false;
      return true;
    },
  });
  const count = el("p", { class: "small soft page-facts", role: "status" });
  const stage = el("div", { class: "card stack", hidden: true }, count, list.element);
  const options = el("div", { class: "fields" }, ...Object.values(fields).map(({ element }) => element));
  const controls = el("div", { class: "card stack controls", hidden: true }, options, run.element);
  for (const { input } of Object.values(fields)) input.addEventListener("input", relaid);

  function relaid(): void {
    list.show({
      pageSize: fields.pageSize.input.value,
      orientation: fields.orientation.input.value,
      margin: Number(fields.margin.input.value) || 0,
      background: fields.backgroundColor.input.value,
      fit: fields.fitMode.input.value,
    });
    changed();
  }
  function changed(): void {
    const { length } = list.pictures();
    stage.hidden = controls.hidden = length === 0;
    count.textContent = `${plural(length, "image")}. Drag them, or use the arrows, to order them.`;
    if (length > 0) run.describe(described());
  }
  /** What is as the service takes it anyway is left out. */
  function request(): Omit<ImageToPdfRequest, "file"> {
    const pageSize = fields.pageSize.input.value as "A4" | "Letter" | "Original";
    const turned = list.pictures().some(({ rotation }) => rotation !== 0);
    const margin = fields.margin.input.value;
    const background = fields.backgroundColor.input.value;
    return {
      ...(pageSize === "Original" ? {} : { pageSize }),
      ...(pageSize === "Original" || fields.orientation.input.value === "portrait"
        ? {}
        : { orientation: fields.orientation.input.value as "landscape" | "auto" }),
      ...(fields.fitMode.input.value === "contain" ? {} : { fitMode: fields.fitMode.input.value as "cover" | "fill" }),
      ...(margin === "" || margin === "0" ? {} : { margin: Number(margin) }),
      ...(background === "#ffffff" ? {} : { backgroundColor: background }),
      ...(turned
        ? { imageOrder: list.pictures().map(({ name, rotation }, order) => ({ name, order, rotation })) }
        : {}),
    };
  }
  function described() {
    const names = list.pictures().map(({ name }) => name);
    return { path: "/v1/convert/image-to-pdf", method: "imageToPdf", files: { file: names }, fields: { ...request() } };
  }

  return el(
    "div",
    { class: "tool" },
    el("div", { class: "stack" }, drop.element, controls),
    el("div", { class: "stages" }, stage, el("div", { class: "stack results" }, failures, result.element)),
  );
}
