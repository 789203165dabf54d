import { byId, el } from "../dom.ts";
import { tabs } from "../tabs.ts";
import { cropPanel } from "./crop/panel.ts";
import { keyField } from "./key-field.ts";

const key = keyField();
const entries = [{ name: "crop", label: "Crop", panel: cropPanel(key) }];
const list = tabs(entries, "Operations", ({ name }) => history.replaceState(null, "", `#${name}`));

byId("app").append(
  el("div", { class: "page-head" }, el("h1", {}, "Playground"), key.element),
  list.list,
  ...list.panels.map((panel) => el("div", {}, panel)),
);

function follow(): void {
  const index = entries.findIndex(({ name }) => location.hash === `#${name}`);
  if (index >= 0) list.select(index);
}
follow();
addEventListener("hashchange", follow);
