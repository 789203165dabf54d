import { el, uniqueId } from "./dom.ts";

export interface Field {
  element: HTMLElement;
  input: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  /** Shows what is wrong beside the field; without a message, clears it. */
  fail: (message?: string) => void;
}

type Attributes = Record<string, string | number | boolean | undefined>;

/** A labelled input with room for a hint and for what is wrong with it. */
export function field(label: string, attributes: Attributes = {}, hint?: string): Field {
  return dressed(label, el("input", { id: uniqueId("field"), ...attributes }), hint);
}

export function textField(label: string, attributes: Attributes = {}, hint?: string): Field {
  return dressed(label, el("textarea", { id: uniqueId("field"), ...attributes }), hint);
}

export function choice(label: string, options: [value: string, text: string][], value: string, hint?: string): Field {
  const items = options.map(([name, text]) => el("option", { value: name, selected: name === value }, text));
  return dressed(label, el("select", { id: uniqueId("field") }, ...items), hint);
}

export function dressed(label: string, input: Field["input"], hint?: string): Field {
  input.id ||= uniqueId("field");
  const hintElement = hint === undefined ? undefined : el("p", { class: "hint", id: `${input.id}-hint` }, hint);
  const error = el("p", { class: "error", id: `${input.id}-error`, hidden: true });
  const describedBy = [hintElement?.id, error.id].filter(Boolean).join(" ");
  input.setAttribute("aria-describedby", describedBy);
  const element = el("div", { class: "field" }, el("label", { for: input.id }, label), input, hintElement, error);
  return {
    element,
    input,
    fail(message) {
      error.hidden = message === undefined;
      error.textContent = message ?? "";
      if (message === undefined) input.removeAttribute("aria-invalid");
      else input.setAttribute("aria-invalid", "true");
    },
  };
}

/** Shows an error beside the field that it names; false when no field of the form has that name. */
export function placeError(fields: Record<string, Field>, name: string | undefined, message: string): boolean {
  for (const field of Object.values(fields)) field.fail();
  const failed = name === undefined ? undefined : fields[name];
  if (!failed) return false;
  failed.fail(message);
  failed.input.focus();
  return true;
}
