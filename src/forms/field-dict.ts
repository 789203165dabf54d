import { formatNumber } from "../pdf-file/syntax/numbers.ts";
import { type PdfDict, type PdfObject, pdfDict } from "../pdf-file/syntax/objects.ts";
import { encodeTextString } from "../pdf-file/syntax/text-strings.ts";
import { type FormControl, isBox } from "./controls.ts";

/** /Ff: of all fields (table 227), of texts (231), of buttons (229), of choices (233). */
const FLAG = {
  ...{ readOnly: 1 << 0, required: 1 << 1, noExport: 1 << 2 },
  ...{ multiline: 1 << 12, password: 1 << 13 },
  ...{ noToggleToOff: 1 << 14, radio: 1 << 15, push: 1 << 16 },
  ...{ combo: 1 << 17, multiSelect: 1 << 21 },
};

const TYPES: Readonly<Record<FormControl["kind"], string>> = {
  ...{ text: "Tx", area: "Tx", password: "Tx", choice: "Ch", signature: "Sig" },
  ...{ checkbox: "Btn", radio: "Btn", reset: "Btn" },
};

/** The name of the look of a box that is ticked, for each control of a field; and the values that they stand for. */
export interface States {
  readonly names: readonly string[];
  readonly values: readonly string[] | undefined;
}

/** Values are names of looks where they can be. Otherwise names are numbers, and the values are listed beside. */
export function statesOf(controls: readonly FormControl[]): States {
  const values = controls.map(({ value }) => value ?? "on");
  const isPlain = values.every((value) => /^[\w-]{1,60}$/.test(value) && value !== "Off");
  if (isPlain && new Set(values).size === new Set(controls).size) return { names: values, values: undefined };
  const numbers = new Map([...new Set(controls)].map((control, index) => [control, String(index)]));
  return { names: controls.map((control) => numbers.get(control)!), values };
}

/** What a field says of itself, beside its name and its widgets. */
export function fieldDict(control: FormControl, controls: readonly FormControl[], { names, values }: States): PdfDict {
  const { kind, label, group, name } = control;
  const tooltip = (kind === "radio" ? group || name : label) || name || `Field (${kind})`;
  const field = pdfDict({ FT: TYPES[kind], TU: encodeTextString(tooltip) });
  const flags = flagsOf(control);
  if (flags !== 0) field.set("Ff", flags);
  const put = (key: string, value: PdfObject | undefined): void => {
    if (value !== undefined) field.set(key, value);
  };
  if (isBox(control)) {
    const state = (is: (one: FormControl) => boolean | undefined): string => names[controls.findIndex(is)] ?? "Off";
    field
      .set(
        "V",
        state(({ isOn }) => isOn),
      )
      .set(
        "DV",
        state(({ isOnAtFirst }) => isOnAtFirst),
      );
    put("Opt", values?.map(encodeTextString));
  } else if (kind === "choice") {
    const options = control.options ?? [];
    const chosen = (is: (one: (typeof options)[number]) => boolean): PdfObject | undefined => {
      const found = options.filter(is).map(({ value }) => encodeTextString(value));
      return control.isMany && found.length > 1 ? found : found[0];
    };
    put(
      "Opt",
      options.map(({ value, text }) =>
        value === text ? encodeTextString(text) : [encodeTextString(value), encodeTextString(text)],
      ),
    );
    put(
      "V",
      chosen(({ isOn }) => isOn),
    );
    put(
      "DV",
      chosen(({ isOnAtFirst }) => isOnAtFirst) ?? (control.isList ? undefined : chosen((one) => one === options[0])),
    );
    const at = [...options.keys()].filter((index) => options[index]!.isOn);
    if (control.isMany) put("I", at);
  } else {
    if (control.value) put("V", encodeTextString(control.value));
    if (control.first) put("DV", encodeTextString(control.first));
    put("MaxLen", control.most);
  }
  return field;
}

function flagsOf(control: FormControl): number {
  const { kind, isRequired, isReadOnly, isDisabled } = control;
  let flags = isReadOnly || isDisabled ? FLAG.readOnly : 0;
  if (isRequired) flags |= FLAG.required;
  if (isDisabled) flags |= FLAG.noExport;
  if (kind === "area") flags |= FLAG.multiline;
  if (kind === "password") flags |= FLAG.password;
  if (kind === "radio") flags |= FLAG.radio | FLAG.noToggleToOff;
  if (kind === "reset") flags |= FLAG.push;
  if (kind === "choice" && !control.isList) flags |= FLAG.combo;
  if (kind === "choice" && control.isMany) flags |= FLAG.multiSelect;
  return flags;
}

/** The standard fonts by their names in the form's resources. */
export const FONTS: ReadonlyMap<string, string> = new Map([
  ["Helv", "Helvetica"],
  ["HeBo", "Helvetica-Bold"],
  ["TiRo", "Times-Roman"],
  ["TiBo", "Times-Bold"],
  ["Cour", "Courier"],
  ["CoBo", "Courier-Bold"],
]);

const SHORT = { Helvetica: ["Helv", "HeBo"], Times: ["TiRo", "TiBo"], Courier: ["Cour", "CoBo"] } as const;

export function fontOf({ face, isBold }: FormControl): string {
  return SHORT[face][isBold ? 1 : 0];
}

/** How viewers write what is typed (12.7.4.3). */
export function defaultAppearance(control: FormControl, scale: number): string {
  const colour = control.colour.map((one) => formatNumber(Math.round(one * 1000) / 1000)).join(" ");
  return `/${fontOf(control)} ${formatNumber(Math.round(control.size * scale * 100) / 100)} Tf ${colour} rg`;
}
