import { Quire } from "../../../client/src/index.ts";
import { el } from "../dom.ts";
import { type Field, field } from "../form.ts";
import { heldKey, holdKey } from "../held-key.ts";

export interface KeyField {
  element: HTMLElement;
  /** A client with the key; without one the field says so. */
  client: () => Quire | undefined;
  fail: Field["fail"];
}

export function keyField(): KeyField {
  const key = field("API key", {
    type: "password",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "qk_…",
    value: heldKey(),
  });
  const hint = el(
    "p",
    { class: "hint" },
    "Kept in this tab only, and sent to this service only. Keys are made in the ",
    el("a", { href: "/dashboard" }, "dashboard"),
    ".",
  );
  key.input.addEventListener("input", () => {
    key.fail();
    holdKey(key.input.value.trim());
  });
  return {
    element: el("div", { class: "key-field" }, key.element, hint),
    client() {
      const apiKey = heldKey();
      if (apiKey !== "") return new Quire({ apiKey, baseUrl: location.origin, retries: 1 });
      key.fail("Enter an API key first.");
      key.input.focus();
      return undefined;
    },
    fail(message) {
      key.fail(message);
      if (message !== undefined) key.input.focus();
    },
  };
}
