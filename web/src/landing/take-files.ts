import { announce, byId, el } from "../dom.ts";
import { takeDrops } from "../drops.ts";
import type { ToolName } from "../studio/share.ts";

const FOR_PDF: [ToolName, string, string][] = [
  ["crop", "Crop it", "To an area, or to what the pages show; hide or remove the rest."],
  ["split", "Split it", "At cuts, every few pages, by bookmarks or by size."],
  ["redact", "Redact it", "Words, patterns and boxes are cut out, wherever the file has them."],
  ["organize", "Organize it", "Order, turn, delete and repeat pages; join it with other files."],
];

/**
 * Takes a file that is dropped, pasted or chosen on this page, asks which tool is meant, and opens the studio with it.
 */
export function takeFiles(): void {
  const input = el("input", { type: "file", multiple: true, hidden: true });
  input.addEventListener("change", () => {
    const files = [...(input.files ?? [])];
    input.value = "";
    take(files);
  });
  const place = byId("drop-place");
  place.append(input);
  byId("choose-file").addEventListener("click", () => input.click());
  takeDrops(take, (is) => place.classList.toggle("over", is));
}

/** Only a PDF has more than one tool. */
function take(files: File[]): void {
  const [first] = files;
  if (!first) return;
  const isPdf = first.type === "application/pdf" || /\.pdf$/i.test(first.name);
  const isPage = /\.(html?|md|markdown)$/i.test(first.name);
  if (isPdf) ask(files, first);
  else void open(files, isPage ? "html" : /\.json$/i.test(first.name) ? "receipt" : "images");
}

function ask(files: File[], { name }: File): void {
  const choices = FOR_PDF.map(([tool, label, text]) => {
    const button = el("button", { type: "button", class: "choice" }, el("strong", {}, label), el("span", {}, text));
    button.addEventListener("click", () => void open(files, tool));
    return button;
  });
  const dialog = el(
    "dialog",
    { "aria-labelledby": "which-tool" },
    el("h2", { id: "which-tool" }, `What is to be done with ${name}?`),
    el("div", { class: "choices" }, ...choices),
  );
  const close = el("button", { type: "button" }, "Cancel");
  close.addEventListener("click", () => dialog.close());
  dialog.append(el("div", { class: "actions" }, close));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

async function open(files: File[], tool: ToolName): Promise<void> {
  try {
    const { handOver } = await import("../studio/handed.ts");
    await handOver(files, tool);
  } catch {
    announce("This browser cannot hand the file over. Open the tools and drop it there.");
    location.href = `/studio#${tool}`;
  }
}
