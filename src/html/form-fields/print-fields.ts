import * as z from "zod/mini";
import { addFormFields, type FormControl, openPdf } from "../../engine.ts";
import { EvaluationError } from "../browser/page/evaluate.ts";
import type { Page } from "../browser/page/page.ts";
import type { HtmlOptions } from "../fields/options.ts";
import { fieldProblem } from "../html-problem.ts";
import { openWorld, type World } from "../paged/world.ts";
import type { NetworkRules } from "../resources/fetching.ts";
import { FIELDS_SCRIPT, MOST_CHARS, MOST_FIELDS, MOST_NAME } from "./page-script.ts";

const option = z.object({ value: z.string(), text: z.string(), isOn: z.boolean(), isOnAtFirst: z.boolean() });
const control = z.object({
  kind: z.enum(["text", "area", "password", "checkbox", "radio", "choice", "reset", "signature"]),
  ...{
    name: z.string(),
    form: z.int(),
    label: z.string(),
    group: z.string(),
    isCut: z.boolean(),
    isShown: z.boolean(),
  },
  ...{ isRequired: z.boolean(), isReadOnly: z.boolean(), isDisabled: z.boolean(), tab: z.int() },
  ...{ size: z.number(), colour: z.array(z.number()).check(z.length(3)), isBold: z.boolean() },
  ...{ face: z.enum(["Helvetica", "Times", "Courier"]), align: z.int(), inset: z.number() },
  ...{ value: z.optional(z.string()), first: z.optional(z.string()), most: z.optional(z.int()) },
  ...{ isOn: z.optional(z.boolean()), isOnAtFirst: z.optional(z.boolean()) },
  ...{ options: z.optional(z.array(option)), isList: z.optional(z.boolean()), isMany: z.optional(z.boolean()) },
});
const description = z.object({
  count: z.int(),
  chars: z.int(),
  frames: z.int(),
  controls: z.array(control).check(z.maxLength(MOST_FIELDS)),
});

/** Prints the page as it is now: with these options, and without these of the request. */
export type PrintPage = (options: HtmlOptions) => Promise<Uint8Array[]>;

/**
 * Prints the page with fields that can be filled in: once without values, once the values alone, and once the boxes
 * that can be ticked, as they are when they are changed. Each field has the looks that the browser drew.
 */
export async function printWithFields(
  page: Page,
  options: HtmlOptions,
  print: PrintPage,
  { memory, onWarn = () => {} }: NetworkRules,
): Promise<Uint8Array[]> {
  const world = await fieldsWorld(page);
  const { controls, frames } = await described(world);
  if (frames > 0) onWarn("forms: fields in frames are printed as they look, and cannot be filled in.");
  if (controls.length === 0) {
    onWarn("forms: no fields were found in the page.");
    return print(options);
  }
  if (controls.some(({ isCut }) => isCut)) onWarn(`forms: names of more than ${MOST_NAME} characters were cut.`);
  const alone = { ...options, tagged: false, outline: false, headerTemplate: undefined, footerTemplate: undefined };
  const stateOf = async (own: HtmlOptions, state: "empty" | "values" | "others", left: readonly number[] = []) => {
    await world(state, left);
    const pieces = await print(own);
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    // Held until the new file is made of it.
    await memory?.grow(length);
    return openPdf(Buffer.concat(pieces));
  };
  const document = await stateOf(options, "empty");
  const values = await stateOf(alone, "values");
  const hasBoxes = controls.some(({ kind }) => kind === "checkbox" || kind === "radio");
  const others = hasBoxes ? await stateOf(alone, "others") : undefined;
  let made = await addFormFields({ document, values, others, controls });
  const lost = [...controls.keys()].filter((index) => !made.placed.has(controls[index]!));
  if (lost.some((index) => controls[index]!.isShown)) {
    // What cannot be filled in shows its value on the page.
    const again = await stateOf(options, "empty", lost);
    made = await addFormFields({ document: again, values, others, controls });
  }
  // The page may be printed again.
  await world("end");
  const { file } = made;
  if (lost.length > 0 && options.pageRanges === undefined) onWarn(`forms: ${notShown(lost.length)}`);
  await memory?.grow(file.size);
  return [file.bytes()];
}

function notShown(count: number): string {
  const what = count === 1 ? "1 field is" : `${count} fields are`;
  return `${what} not shown, or shown in a way that the PDF has as a picture, and cannot be filled in.`;
}

/** Scripts of the page have their own globals, which they may have changed. They share its elements with this world. */
async function fieldsWorld(page: Page): Promise<World> {
  const refused = (error: unknown): never => {
    if (!(error instanceof EvaluationError)) throw error;
    throw fieldProblem("forms", `the fields of the page cannot be read (${error.message}).`);
  };
  const world = await openWorld(page, "quireFields", FIELDS_SCRIPT).catch(refused);
  return (name, ...given) => world(name, ...given).catch(refused);
}

async function described(world: World): Promise<{ controls: FormControlRead[]; frames: number }> {
  const read = description.safeParse(await world("read"));
  if (!read.success) throw fieldProblem("forms", "the fields of the page cannot be read.");
  const { count, chars, controls, frames } = read.data;
  if (count > MOST_FIELDS)
    throw fieldProblem("forms", `the page has ${count} fields; at most ${MOST_FIELDS} are made.`);
  if (chars > MOST_CHARS)
    throw fieldProblem("forms", `the fields of the page hold more than ${MOST_CHARS} characters.`);
  return { controls, frames };
}

type FormControlRead = FormControl & { readonly isCut: boolean; readonly isShown: boolean };
