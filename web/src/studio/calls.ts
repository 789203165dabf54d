import { type Sample, samplesOf } from "../samples/samples.ts";

/** One call of an operation, as the studio makes it. */
export interface Described {
  path: string;
  /** File names by field. */
  files: Record<string, string[]>;
  fields: Record<string, unknown>;
}

const LANGUAGES = ["curl", "TypeScript", "Python"];

function withoutPasswords(protect: unknown): unknown {
  return typeof protect === "object" ? { ...protect, userPassword: "…" } : protect;
}

/** The call as a developer would write it. A password becomes a variable, since code is often copied and shared. */
export function samplesOfCall({ path, files, fields }: Described): Sample[] {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const samples = samplesOf({
    method: "POST",
    base: location.origin,
    path,
    secret: "QUIRE_API_KEY",
    form: [
      ...Object.entries(files).flatMap(([name, names]) => names.map((file) => ({ name, file }))),
      ...given.map(([name, value]) =>
        name === "password"
          ? { name, variable: "PDF_PASSWORD" }
          : { name, value: name === "protect" ? withoutPasswords(value) : value },
      ),
    ],
  });
  return samples.filter(({ language }) => LANGUAGES.includes(language));
}
