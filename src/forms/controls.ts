/** What a page says of a control that becomes a field. */
export interface FormControl {
  readonly kind: "text" | "area" | "password" | "checkbox" | "radio" | "choice" | "reset" | "signature";
  /** As the page names it; empty where it does not. */
  readonly name: string;
  /** The form that it is in, as a number; -1 for none. */
  readonly form: number;
  /** What it asks for, and what the buttons of a group ask for. */
  readonly label: string;
  readonly group: string;
  readonly isRequired: boolean;
  readonly isReadOnly: boolean;
  readonly isDisabled: boolean;
  /** Its place among those that the page puts in order; 0 for the others, which follow. */
  readonly tab: number;
  /** Of the font for what is typed: pixels, red, green and blue from 0 to 1, one of the standard fonts. */
  readonly size: number;
  readonly colour: readonly number[];
  readonly face: "Helvetica" | "Times" | "Courier";
  readonly isBold: boolean;
  /** Left, centre, right. */
  readonly align: number;
  /** Pixels from its left side to its text. */
  readonly inset: number;
  /** Its value, and the one before anybody changed it. */
  readonly value?: string | undefined;
  readonly first?: string | undefined;
  /** Characters that it takes. */
  readonly most?: number | undefined;
  /** Of a box to tick. */
  readonly isOn?: boolean | undefined;
  readonly isOnAtFirst?: boolean | undefined;
  readonly options?: readonly ControlOption[] | undefined;
  readonly isList?: boolean | undefined;
  readonly isMany?: boolean | undefined;
}

export interface ControlOption {
  readonly value: string;
  readonly text: string;
  readonly isOn: boolean;
  readonly isOnAtFirst: boolean;
}

export function isBox({ kind }: FormControl): boolean {
  return kind === "checkbox" || kind === "radio";
}
