/** One request, to be shown as code samples. */
export interface Call {
  method: string;
  /** Where the service is; the path begins after it. */
  base: string;
  path: string;
  /** The environment variable that holds the bearer token. */
  secret?: "QUIRE_API_KEY" | "ADMIN_SECRET" | undefined;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Part[];
  /** The file that the answer is written to, where the answer is a file. */
  saveAs?: string | undefined;
}

/** A part of a form: a file, a value, or a secret, which is named by its variable and never printed. */
export type Part = { name: string } & ({ file: string } | { value: unknown } | { variable: string });

export function urlOf({ base, path }: Call): string {
  return `${base}${path}`;
}

/** A value as text in a form: arrays and objects are JSON. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function indented(text: string, by: string): string {
  return text.replaceAll("\n", `\n${by}`);
}
