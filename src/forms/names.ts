import { type FormControl, isBox } from "./controls.ts";

/** A name of a field, and the controls that are its widgets; or a part of names, and the fields in it (12.7.4.2). */
export interface FieldNode {
  readonly name: string;
  readonly kids: Map<string, FieldNode>;
  readonly controls: FormControl[];
}

/** Parts of one name; a name with more stays whole. */
const MOST_PARTS = 10;

/**
 * Gives each control a field. Controls of one form with the same name are one field, as far as a field can be: text
 * that is alike, and radio buttons. Full stops divide names into parts.
 */
export function namedFields(controls: readonly FormControl[]): FieldNode {
  const tree = new Names();
  const fields = new Map<string, FieldNode>();
  const boxes = new Map<string, number>();
  const groupOf = ({ form, name }: FormControl): string => `${form} ${name}`;
  for (const control of controls) {
    if (control.kind !== "checkbox") continue;
    boxes.set(groupOf(control), (boxes.get(groupOf(control)) ?? 0) + 1);
  }
  for (const [index, control] of controls.entries()) {
    const { kind, form, name } = control;
    const key = name === "" || !isShared(control) ? String(index) : JSON.stringify([kind, form, name, alike(control)]);
    let node = fields.get(key);
    if (!node) {
      const parts = partsOf(name || kind);
      // Boxes of one name are ticked each by itself, so each is a field, in one of that name.
      const isOfMany = kind === "checkbox" && name !== "" && boxes.get(groupOf(control))! > 1;
      node = tree.place(isOfMany ? [...parts, partOf(control.value ?? "")] : parts);
      fields.set(key, node);
    }
    node.controls.push(control);
  }
  return tree.root;
}

function isShared({ kind, name }: FormControl): boolean {
  // Such a name says that there are many values of it.
  return (
    kind === "radio" ||
    !(isBox({ kind } as FormControl) || kind === "reset" || kind === "signature" || name.endsWith("[]"))
  );
}

function alike({ kind, value, options }: FormControl): unknown {
  return kind === "radio" ? "" : [value, options];
}

function partsOf(name: string): string[] {
  const parts = name.split(".");
  return parts.length > MOST_PARTS ? [partOf(name)] : parts.map(partOf);
}

function partOf(text: string): string {
  return text.replaceAll(".", "_").trim() || "_";
}

class Names {
  readonly root: FieldNode = newNode("");
  /** The numbers that names were given last, which others have too. */
  readonly #last = new Map<string, number>();

  /** A field of this name; of another one like it where the name is taken. */
  place(parts: readonly string[]): FieldNode {
    const parent = this.#parent(parts);
    if (!parent) return this.place([partOf(parts.join("_"))]);
    const name = parts.at(-1)!;
    const key = JSON.stringify(parts);
    let free = name;
    for (let number = this.#last.get(key) ?? 1; parent.kids.has(free); ) {
      free = `${name} (${++number})`;
      this.#last.set(key, number);
    }
    const node = newNode(free);
    parent.kids.set(free, node);
    return node;
  }

  /** What the last part belongs in; undefined where one of the others is a field. */
  #parent(parts: readonly string[]): FieldNode | undefined {
    let node = this.root;
    const missing: FieldNode[] = [];
    for (const part of parts.slice(0, -1)) {
      const next = node.kids.get(part) ?? newNode(part);
      if (next.controls.length > 0) return undefined;
      missing.push(node, next);
      node = next;
    }
    for (let at = 0; at < missing.length; at += 2) missing[at]!.kids.set(missing[at + 1]!.name, missing[at + 1]!);
    return node;
  }
}

function newNode(name: string): FieldNode {
  return { name, kids: new Map(), controls: [] };
}
