import * as z from "zod/mini";

/** A schema with what the reference says about it. The build takes the words out of the Worker. */
export function explained<Schema extends z.ZodMiniType>(words: string, schema: Schema): Schema {
  return schema.check(z.describe(words));
}

export function textUpTo(characters: number) {
  return z.string().check(z.maxLength(characters));
}

/** A text that must pass a test. One that is too long does not get that far: the library itself would go on. */
export function testedText(characters: number, test: (text: string) => boolean, error: string) {
  return textUpTo(characters).check(z.refine((text) => text.length > characters || test(text), { error }));
}

export function intBetween(least: number, most: number) {
  return z.int().check(z.minimum(least), z.maximum(most));
}

export function numberBetween(least: number, most: number) {
  return z.number().check(z.minimum(least), z.maximum(most));
}

export const COLOR = /^#[0-9a-fA-F]{6}$/;
export const hexColor = z.string().check(z.regex(COLOR, { error: "expected a color as #RRGGBB" }));

/** Paths of fields of which no answer and no log may have the value. */
export const SECRET = /password|^protect\b/i;
