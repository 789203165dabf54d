import { announce, el } from "../../dom.ts";

export interface Picture {
  file: File;
  /** Unlike every other: order and rotation are told to the service by name. */
  name: string;
  rotation: number;
  url: string;
}

/** How pages are laid out, as far as a preview shows it. */
export interface Layout {
  pageSize: string;
  orientation: string;
  margin: number;
  background: string;
  fit: string;
}

const PAPER: Record<string, [number, number]> = { A4: [210, 297], Letter: [216, 279] };
const CSS_PIXELS: Record<string, number> = { A4: 794, Letter: 816 };

/** The pictures in order, each on the page that it will have. */
export function pictureList(onChange: () => void): {
  element: HTMLElement;
  add: (files: File[]) => void;
  pictures: () => Picture[];
  show: (layout: Layout) => void;
} {
  const element = el("ol", { class: "pictures", "aria-label": "Images in order" });
  let pictures: Picture[] = [];
  let layout: Layout = {
    pageSize: "Original",
    orientation: "portrait",
    margin: 0,
    background: "#ffffff",
    fit: "contain",
  };
  let dragged: Picture | undefined;

  function move(picture: Picture, to: number): void {
    const index = Math.min(Math.max(to, 0), pictures.length - 1);
    pictures = pictures.filter((one) => one !== picture);
    pictures.splice(index, 0, picture);
    draw();
    onChange();
    announce(`${picture.name} is page ${index + 1} of ${pictures.length}.`);
  }

  function item(picture: Picture, index: number): HTMLElement {
    const button = (text: string, label: string, onClick: () => void, disabled = false) =>
      el(
        "button",
        { type: "button", class: "compact", "aria-label": `${label} ${picture.name}`, disabled, onclick: onClick },
        text,
      );
    const again = (action: () => void, label: string) => () => {
      action();
      element.querySelector<HTMLElement>(`[aria-label="${CSS.escape(label)} ${CSS.escape(picture.name)}"]`)?.focus();
    };
    const node = el(
      "li",
      { draggable: "true" },
      pageOf(picture, layout),
      el("span", { class: "picture-name" }, picture.name),
      el(
        "span",
        { class: "row" },
        button(
          "←",
          "Earlier:",
          again(() => move(picture, index - 1), "Earlier:"),
          index === 0,
        ),
        button(
          "→",
          "Later:",
          again(() => move(picture, index + 1), "Later:"),
          index === pictures.length - 1,
        ),
        button(
          "⟳",
          "Turn",
          again(() => {
            picture.rotation = (picture.rotation + 90) % 360;
            draw();
            onChange();
            announce(`${picture.name} is turned by ${picture.rotation} degrees.`);
          }, "Turn"),
        ),
        button("✕", "Remove", () => {
          URL.revokeObjectURL(picture.url);
          pictures = pictures.filter((one) => one !== picture);
          draw();
          onChange();
        }),
      ),
    );
    node.addEventListener("dragstart", () => {
      dragged = picture;
      node.classList.add("dragged");
    });
    node.addEventListener("dragend", () => node.classList.remove("dragged"));
    node.addEventListener("dragover", (event) => {
      if (dragged && dragged !== picture) event.preventDefault();
    });
    node.addEventListener("drop", (event) => {
      if (!dragged || dragged === picture) return;
      event.preventDefault();
      move(dragged, pictures.indexOf(picture));
      dragged = undefined;
    });
    return node;
  }

  function draw(): void {
    element.replaceChildren(...pictures.map(item));
  }

  return {
    element,
    pictures: () => pictures,
    add(files) {
      for (const file of files) {
        pictures.push({ file, name: unlike(file.name, pictures), rotation: 0, url: URL.createObjectURL(file) });
      }
      draw();
      onChange();
    },
    show(next) {
      layout = next;
      draw();
    },
  };
}

function unlike(name: string, pictures: Picture[]): string {
  const taken = new Set(pictures.map((picture) => picture.name));
  const dot = name.lastIndexOf(".") > 0 ? name.lastIndexOf(".") : name.length;
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name.slice(0, dot)} (${number})${name.slice(dot)}`;
  return free;
}

/** The page in small: paper, margin, and the image as it is fitted. Formats that browsers do not show are named instead. */
function pageOf(picture: Picture, layout: Layout): HTMLElement {
  const image = el("img", { src: picture.url, alt: "", draggable: "false" });
  const page = el("div", { class: "picture-page" }, image);
  const place = () => {
    const turned = picture.rotation % 180 !== 0;
    const natural: [number, number] = [image.naturalWidth || 3, image.naturalHeight || 4];
    const seen: [number, number] = turned ? [natural[1], natural[0]] : natural;
    const margin = layout.margin;
    const size = paper(layout, seen, margin);
    page.style.aspectRatio = `${size.width} / ${size.height}`;
    page.style.background = layout.background;
    const inset = (margin / size.width) * 100;
    page.style.padding = `${Math.min(inset, 45)}%`;
    const inner = { width: Math.max(size.width - 2 * margin, 1), height: Math.max(size.height - 2 * margin, 1) };
    image.style.objectFit = layout.pageSize === "Original" ? "fill" : layout.fit;
    image.style.rotate = `${picture.rotation}deg`;
    // Turned, it stands in a box with its sides exchanged.
    image.style.width = turned ? `${(inner.height / inner.width) * 100}%` : "100%";
    image.style.height = turned ? `${(inner.width / inner.height) * 100}%` : "100%";
  };
  image.addEventListener("load", place);
  image.addEventListener("error", () => {
    page.replaceChildren(el("span", { class: "hint" }, "No preview in this browser"));
    place();
  });
  place();
  return page;
}

function paper(layout: Layout, [width, height]: [number, number], margin: number): { width: number; height: number } {
  const sheet = PAPER[layout.pageSize];
  if (!sheet) return { width: width + 2 * margin, height: height + 2 * margin };
  const wide = (CSS_PIXELS[layout.pageSize] as number) / sheet[0];
  const portrait = { width: sheet[0] * wide, height: sheet[1] * wide };
  const lies = layout.orientation === "landscape" || (layout.orientation === "auto" && width > height);
  return lies ? { width: portrait.height, height: portrait.width } : portrait;
}
