import { byId, el } from "../dom.ts";
import { tabs } from "../tabs.ts";
import { cropPanel } from "./crop/panel.ts";
import { htmlPanel } from "./html/panel.ts";
import { imagesPanel } from "./images/panel.ts";
import { keyField } from "./key-field.ts";
import { splitPanel } from "./split/panel.ts";

const key = keyField();
const entries = [
  { name: "crop", label: "Crop", panel: cropPanel(key) },
  { name: "split", label: "Split", panel: splitPanel(key) },
  { name: "images", label: "Images to PDF", panel: imagesPanel(key) },
  { name: "html", label: "HTML to PDF", panel: htmlPanel(key) },
].map((entry) => ({ ...entry, panel: el("div", {}, entry.panel) }));
const list = tabs(entries, "Operations", ({ name }) => history.replaceState(null, "", `#${name}`));

byId("app").append(
  el("div", { class: "page-head" }, el("h1", {}, "Playground"), key.element),
  list.list,
  ...list.panels,
);

function follow(): void {
  const index = entries.findIndex(({ name }) => location.hash === `#${name}`);
  if (index >= 0) list.select(index);
}
follow();
addEventListener("hashchange", follow);
