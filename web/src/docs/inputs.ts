import { el } from "../dom.ts";
import { choice, dressed, type Field, field, textField } from "../form.ts";
import type { Schema } from "./document.ts";
import { typeName } from "./schema-view.ts";

/** An input for one value of a request. Its value is undefined when nothing is to be sent. */
export interface Input {
  element: HTMLElement;
  read: () => unknown;
  write: (value: unknown) => void;
  fail: (message?: string) => void;
}

/** A form for a value of this schema: nobody has to type JSON. */
export function inputFor(name: string, schema: Schema, given: unknown): Input {
  const input = makeInput(name, schema);
  if (given !== undefined) input.write(given);
  return input;
}

function makeInput(name: string, schema: Schema): Input {
  if (typeName(schema).startsWith("file")) return files(name, schema.type === "array");
  if (schema.enum || schema.type === "boolean") return choices(name, schema);
  const structure = structureOf(schema);
  if (structure?.properties) return members(name, structure);
  if (structure?.items)
    return structureOf(structure.items) ? list(name, structure.items) : lines(name, structure.items);
  if (structure?.additionalProperties) return headers(name);
  return text(name, schema);
}

/** The first of the alternatives of a value that is an object or a list, if any is. */
function structureOf(schema: Schema): Schema | undefined {
  const isStructure = ({ type, properties, items, additionalProperties }: Schema) =>
    properties !== undefined ||
    items !== undefined ||
    (type === "object" && typeof additionalProperties === "object" && additionalProperties.type === "string");
  return [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].find(isStructure);
}

function files(name: string, multiple: boolean): Input {
  const input = el("input", { type: "file", multiple });
  const shown = dressed(name, input);
  return {
    ...shown,
    read: () => (input.files?.length ? [...input.files] : undefined),
    write: () => undefined,
  };
}

function choices(name: string, schema: Schema): Input {
  const values = schema.enum ?? [true, false];
  const preset = schema.default === undefined ? "not sent" : `not sent (${String(schema.default)})`;
  const options = values.map((value): [string, string] => [String(value), String(value)]);
  const shown = choice(name, [["", preset], ...options], "");
  return {
    ...shown,
    read: () => values.find((value) => String(value) === shown.input.value),
    write: (value) => {
      shown.input.value = String(value);
    },
  };
}

function text(name: string, schema: Schema): Input {
  const isLong = name === "html" || name === "markdown" || /Template$|^css$/.test(name);
  const preset = schema.default === undefined ? (schema.type === "object" ? "{ }" : undefined) : String(schema.default);
  const shown = isLong
    ? textField(name, { rows: 3, spellcheck: "false" })
    : field(name, { placeholder: preset, autocomplete: "off" });
  return { ...shown, read: () => scalarOf(shown, schema), write: writer(shown) };
}

/** Text that is not a number is sent as it is: the service says what is wrong with it. */
function scalarOf({ input }: Field, schema: Schema): unknown {
  if (input.value === "") return undefined;
  const isNumber = [schema, ...(schema.anyOf ?? [])].some(({ type }) => type === "number" || type === "integer");
  return isNumber && Number.isFinite(Number(input.value)) ? Number(input.value) : input.value;
}

function writer({ input }: Field): (value: unknown) => void {
  return (value) => {
    input.value = String(value);
  };
}

/** Several values of one kind, one on each line. */
function lines(name: string, item: Schema): Input {
  const shown = textField(name, { rows: 2, spellcheck: "false" }, "One per line.");
  const isNumber = item.type === "integer" || item.type === "number";
  return {
    ...shown,
    read: () => {
      const texts = shown.input.value.split("\n").map((line) => line.trim());
      const given = texts.filter((line) => line !== "");
      if (given.length === 0) return undefined;
      return given.map((line) => (isNumber && Number.isFinite(Number(line)) ? Number(line) : line));
    },
    write: (value) => {
      shown.input.value = (value as unknown[]).join("\n");
    },
  };
}

function headers(name: string): Input {
  const shown = textField(name, { rows: 2, spellcheck: "false" }, "Name: value, one per line.");
  return {
    ...shown,
    read: () => {
      const pairs = [...shown.input.value.matchAll(/^\s*([^:\s]+)\s*:\s*(.*?)\s*$/gm)];
      return pairs.length === 0 ? undefined : Object.fromEntries(pairs.map(([, key, value]) => [key, value]));
    },
    write: (value) => {
      const pairs = Object.entries(value as object);
      shown.input.value = pairs.map((pair) => pair.join(": ")).join("\n");
    },
  };
}

/** An object: a field for each of its members. */
function members(name: string, schema: Schema): Input {
  const inputs = new Map(
    Object.entries(schema.properties ?? {}).map(([member, inner]) => [member, makeInput(member, inner)]),
  );
  const fault = el("p", { class: "error", hidden: true });
  const element = el(
    "fieldset",
    { class: "members-input" },
    el("legend", {}, name),
    el("div", { class: "fields" }, ...[...inputs.values()].map((input) => input.element)),
    fault,
  );
  return {
    element,
    read: () => {
      const given = [...inputs].map(([member, input]) => [member, input.read()] as const);
      const sent = given.filter(([, value]) => value !== undefined);
      return sent.length === 0 ? undefined : Object.fromEntries(sent);
    },
    write: (value) => {
      for (const [member, inner] of Object.entries(value as object)) inputs.get(member)?.write(inner);
    },
    fail: failer(fault),
  };
}

/** A list of objects; a button adds another. */
function list(name: string, item: Schema): Input {
  const entries: Input[] = [];
  const place = el("div", { class: "stack" });
  const fault = el("p", { class: "error", hidden: true });
  const add = (value?: unknown) => {
    const input = makeInput(`${name} ${entries.length + 1}`, item);
    if (value !== undefined) input.write(value);
    entries.push(input);
    const remove = el("button", { type: "button", class: "compact" }, `Remove ${name} ${entries.length}`);
    const row = el("div", { class: "list-input" }, input.element, remove);
    remove.addEventListener("click", () => {
      entries.splice(entries.indexOf(input), 1);
      row.remove();
    });
    place.append(row);
  };
  const more = el("button", { type: "button", class: "compact" }, `Add to ${name}`);
  more.addEventListener("click", () => add());
  const element = el("fieldset", { class: "members-input" }, el("legend", {}, name), place, el("div", {}, more), fault);
  return {
    element,
    read: () => {
      const given = entries.map((input) => input.read()).filter((value) => value !== undefined);
      return given.length === 0 ? undefined : given;
    },
    write: (value) => {
      for (const one of [value].flat()) add(one);
    },
    fail: failer(fault),
  };
}

function failer(fault: HTMLElement): (message?: string) => void {
  return (message) => {
    fault.hidden = message === undefined;
    fault.textContent = message ?? "";
  };
}
