import { expect, it } from "vitest";
import type { FormControl } from "../../src/forms/controls.ts";
import { type FieldNode, namedFields } from "../../src/forms/names.ts";

function control(name: string, more: Partial<FormControl> = {}): FormControl {
  return {
    ...{ kind: "text", name, form: 0, label: "", group: "", isRequired: false, isReadOnly: false, isDisabled: false },
    ...{ tab: 0, size: 10, colour: [0, 0, 0], face: "Helvetica", isBold: false, align: 0, inset: 0, value: "" },
    ...more,
  };
}

/** Full names of fields, and how many controls each has. */
function namesOf(controls: readonly FormControl[]): Record<string, number> {
  const found: Record<string, number> = {};
  const visit = (node: FieldNode, before: string): void => {
    for (const kid of node.kids.values()) {
      if (kid.controls.length > 0) found[before + kid.name] = kid.controls.length;
      visit(kid, `${before}${kid.name}.`);
    }
  };
  visit(namedFields(controls), "");
  return found;
}

it("a name is a field, also where nothing is between its full stops", () => {
  expect(namesOf([control("a..b"), control("."), control(" c "), control("é")])).toEqual({
    ...{ "a._.b": 1, "_._": 1, c: 1, é: 1 },
  });
});

it("names with more parts than forms have stay whole", () => {
  expect(namesOf([control("a.b.c.d.e.f.g.h.i.j.k")])).toEqual({ a_b_c_d_e_f_g_h_i_j_k: 1 });
});

it("radio buttons of one name are one field in each form", () => {
  const radio = (value: string, form: number) => control("pay", { kind: "radio", value, form });
  expect(namesOf([radio("card", 0), radio("bill", 0), radio("card", 1)])).toEqual({ pay: 2, "pay (2)": 1 });
});

it("thousands of one name are numbered in no time", () => {
  const rows = Array.from({ length: 5000 }, () => control("row[]"));
  const began = performance.now();
  const names = Object.keys(namesOf(rows));
  expect(performance.now() - began).toBeLessThan(2000);
  expect(names).toHaveLength(5000);
  expect(names.at(-1)).toBe("row[] (5000)");
});

it("choices that differ are not one field", () => {
  const choice = (text: string) =>
    control("size", { kind: "choice", options: [{ value: text, text, isOn: true, isOnAtFirst: true }] });
  expect(namesOf([choice("S"), choice("S"), choice("M")])).toEqual({ size: 2, "size (2)": 1 });
});
