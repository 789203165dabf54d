import { el, uniqueId } from "../dom.ts";

export interface DropZone {
  element: HTMLElement;
  fail: (message?: string) => void;
}

/** A place to drop files on, which is also a file input. */
export function dropZone(options: {
  label: string;
  hint: string;
  accept: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
}): DropZone {
  const id = uniqueId("files");
  const error = el("p", { class: "error", id: `${id}-error`, hidden: true });
  const input = el("input", {
    type: "file",
    id,
    accept: options.accept,
    multiple: options.multiple,
    class: "visually-hidden",
    "aria-describedby": `${id}-hint ${id}-error`,
  });
  const zone = el(
    "div",
    { class: "drop-zone" },
    input,
    el(
      "label",
      { for: id },
      el("strong", {}, options.label),
      el("span", { class: "hint", id: `${id}-hint` }, options.hint),
    ),
  );
  const take = (list: FileList | null | undefined) => {
    const files = [...(list ?? [])];
    if (files.length > 0) options.onFiles(options.multiple ? files : files.slice(0, 1));
  };
  input.addEventListener("change", () => {
    take(input.files);
    // The same file chosen again is a choice too.
    input.value = "";
  });
  zone.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    zone.classList.add("over");
  });
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    take(event.dataTransfer?.files);
  });
  return {
    element: el("div", {}, zone, error),
    fail(message) {
      error.hidden = message === undefined;
      error.textContent = message ?? "";
      if (message === undefined) input.removeAttribute("aria-invalid");
      else {
        input.setAttribute("aria-invalid", "true");
        input.focus();
      }
    },
  };
}
