/** One published denial of service, as one small file. */
export interface Wound {
  readonly kind: "pdf" | "image" | "markdown";
  /** Whose it was, the number under which it was published, and when. */
  readonly reader: string;
  readonly number: string;
  readonly year: number;
  /** What the file is, and how that is known: by a test or an example beside the fix, or by no more than a text. */
  readonly shape: string;
  readonly told: Told;
  make(): Uint8Array;
}

/** `test`: a test or an example shows the file; `text`: an advisory or the text of the fix describes it. */
type Told = "test" | "text";
export type Row = readonly [number: string, year: number, told: Told, shape: string, make: () => Uint8Array];

export function woundsOf(kind: Wound["kind"], reader: string, rows: readonly Row[]): Wound[] {
  return rows.map(([number, year, told, shape, make]) => ({ kind, reader, number, year, told, shape, make }));
}

export const each = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => of(i)).join("");

export const numbered = (count: number, first: number, body: (index: number) => string): Record<number, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [first + i, body(i)]));
