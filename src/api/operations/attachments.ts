import * as z from "zod/mini";
import { type Attachment, type ExtrasRequest, type Level, readInvoice } from "../../engine.ts";
import { refuseField } from "../../errors/errors.ts";
import { explained, textUpTo } from "../../fields/schema-parts.ts";
import { base64Bytes } from "../../intake/base64/base64.ts";
import { cleanFileName } from "../../intake/filename.ts";
import type { InputFile } from "../../intake/submission-rules.ts";
import { normalised } from "../../platform/normalised.ts";
import type { Call } from "../operation.ts";

const MAX_ATTACHMENTS = 50;

/** The file part of a form; `attachments` says more of the files. */
export const ATTACHMENT = "attachment";
export const attachmentPart = { many: true, description: "A file to put into the PDF; repeat the part for several." };

export const attachmentFields = {
  attachments: explained(
    "Files that are put into the PDF: each as base64, or one of the parts `attachment` by its name. " +
      "In multipart a JSON string.",
    z.optional(
      z
        .array(
          z.object({
            name: textUpTo(255).check(z.minLength(1)),
            base64: z.optional(z.string().check(z.meta({ contentEncoding: "base64" }))),
            type: explained(
              "Its media type, such as text/csv.",
              z.optional(
                textUpTo(100).check(z.regex(/^[\w.+-]+\/[\w.+-]+$/, "expected a media type such as text/csv")),
              ),
            ),
            relationship: explained(
              "What it is to the document: Unspecified by default.",
              z.optional(z.enum(["Source", "Data", "Alternative", "Supplement", "Unspecified"])),
            ),
            description: z.optional(textUpTo(1_000)),
          }),
        )
        .check(z.maxLength(MAX_ATTACHMENTS)),
    ),
  ),
  invoice: explained(
    "An invoice in XML (UN/CEFACT CII): makes a Factur-X or ZUGFeRD 2 PDF, which is pdfa-3b. The XML says its profile.",
    z.optional(z.string()),
  ),
};

interface Fields {
  readonly conformance?: Level | readonly Level[] | undefined;
  readonly protect?: unknown;
  readonly invoice?: string | undefined;
  readonly attachments?: readonly (Omit<Attachment, "bytes"> & { base64?: string | undefined })[] | undefined;
}

export type ExtrasAsked = ExtrasRequest & { readonly claim: readonly Level[] };

/** What the new PDF is to have beside its pages; undefined when nothing is asked for. */
export async function extrasAsked(
  { fields, reservation }: Call<Fields>,
  files: readonly InputFile[],
): Promise<ExtrasAsked | undefined> {
  const claim = claimOf(fields);
  const attachments = await attached(fields, files, reservation);
  if (claim.length === 0 && attachments.length === 0) return undefined;
  const asked = { claim, attachments };
  if (fields.invoice === undefined) return asked;
  await reservation.grow(fields.invoice.length * 3);
  const invoice = await readInvoice(fields.invoice);
  if (typeof invoice === "string") throw refuseField("INVALID_INPUT", "invoice", `${invoice}.`);
  const { name } = invoice.file;
  if (attachments.some((other) => other.name === name)) throw twice(name);
  return { ...asked, invoice };
}

/** The standards that are claimed. */
export function claimOf({ conformance, protect, invoice }: Omit<Fields, "attachments">): Level[] {
  const levels = [conformance ?? (invoice === undefined ? [] : "pdfa-3b")].flat();
  if (invoice !== undefined && !levels.includes("pdfa-3b")) {
    throw refuseField("INVALID_INPUT", "conformance", `a PDF with an invoice is pdfa-3b, not ${levels.join(", ")}.`);
  }
  // A file that is encrypted breaks every part of PDF/A (ISO 19005-2, 6.1.3).
  const archived = levels.find((level) => level.startsWith("pdfa"));
  if (archived && protect !== undefined) {
    throw refuseField("INVALID_INPUT", "protect", `a PDF that is ${archived} cannot be encrypted; send one of both.`);
  }
  return levels;
}

async function attached(
  { attachments = [] }: Fields,
  files: readonly InputFile[],
  memory: Call<Fields>["reservation"],
): Promise<Attachment[]> {
  const parts = new Map<string, InputFile>();
  const items = new Map<number, InputFile>();
  for (const file of files) {
    if (file.field === ATTACHMENT) parts.set(nameOf(file.name ?? ""), file);
    else if (file.field.startsWith("attachments[") && file.index !== undefined) items.set(file.index, file);
  }
  if (parts.size < files.filter(({ field }) => field === ATTACHMENT).length) throw twice(ATTACHMENT);
  const made: Attachment[] = [];
  for (const [index, { base64, ...item }] of attachments.entries()) {
    const field = `attachments[${index}]`;
    const name = nameOf(item.name);
    const part = parts.get(name) ?? items.get(index);
    if (base64 && !part) await memory.grow(base64.length);
    const bytes = part?.bytes ?? (base64 === undefined ? undefined : base64Bytes(`${field}.base64`, base64).bytes);
    if (!bytes) {
      const text = `expected base64, or a part ${ATTACHMENT} of this name among the files; got neither.`;
      throw refuseField("INVALID_INPUT", field, text);
    }
    parts.delete(name);
    made.push({ type: part?.type, ...item, name, bytes });
  }
  for (const [name, { bytes, type }] of parts) made.push({ name, bytes, type });
  const names = made.map(({ name }) => name);
  const again = names.find((name, index) => names.indexOf(name) !== index);
  if (again !== undefined) throw twice(again);
  // What is put in is compressed beside what was sent.
  await memory.grow(made.reduce((sum, { bytes }) => sum + bytes.length, 0));
  return made;
}

function nameOf(name: string): string {
  return cleanFileName(normalised(name, "NFC")) ?? "attachment";
}

function twice(name: string) {
  return refuseField("INVALID_INPUT", "attachments", `${JSON.stringify(name)} is the name of two files.`);
}
