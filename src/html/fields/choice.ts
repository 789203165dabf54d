import * as z from "zod/mini";

/**
 * One of some words, in upper or lower case, or by the name that another service has for it. The schema of the
 * interface shows only the words. The value for a missing field is its `prefault`: a `default` would not be shown
 * there.
 */
export function choice<const Values extends readonly [string, ...string[]]>(
  values: Values,
  aliases: Readonly<Record<string, Values[number]>> = {},
) {
  const words = new Map<string, string>(values.map((value) => [value.toLowerCase(), value]));
  for (const [alias, value] of Object.entries(aliases)) words.set(alias.toLowerCase(), value);
  return z
    .pipe(
      z.transform((given) => (typeof given === "string" ? (words.get(given.trim().toLowerCase()) ?? given) : given)),
      z.enum(values),
    )
    .check(z.meta({ type: "string", enum: [...values] }));
}
