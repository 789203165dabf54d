import * as z from "zod/mini";
import type { Content } from "../../deliver/content.ts";
import * as engine from "../../engine.ts";
import { refuseField } from "../../errors/errors.ts";
import { explained } from "../../fields/schema-parts.ts";
import type { Workplace } from "../operation.ts";

/** Faults are reported in words of ours, which never quote a password. */
const password = z.optional(
  z.string().check((context) => {
    const message = engine.passwordFault(context.value);
    if (message) context.issues.push({ code: "custom", input: context.value, message });
  }),
);
const allowed = z.optional(z.boolean());

const protection = z
  .object({
    userPassword: explained("Opens the PDF, within the permissions; without it everybody can.", password),
    ownerPassword: explained("Opens the PDF with all rights; without it nobody has them.", password),
    permissions: explained(
      "What the user's password allows; all that is not named.",
      z.optional(
        z.object({
          print: z.optional(z.enum(["none", "low", "high"])),
          copy: allowed,
          modify: allowed,
          annotate: allowed,
          fillForms: allowed,
          assemble: allowed,
        }),
      ),
    ),
  })
  .check((context) => {
    const { userPassword, ownerPassword, permissions } = context.value;
    const fault = (path: string, message: string) =>
      context.issues.push({ code: "custom", input: context.value, path: [path], message });
    if (userPassword === undefined && ownerPassword === undefined) {
      fault("userPassword", "expected a userPassword, an ownerPassword or both");
    }
    if (permissions !== undefined && ownerPassword !== undefined && ownerPassword === userPassword) {
      fault("ownerPassword", "expected another one than userPassword, which would have all rights");
    }
  });

/** For PDFs that are made here. */
export const protectField = explained("Encrypts the PDF (AES-256).", z.optional(protection));

/** For PDFs that are made of a PDF. */
export const reprotectField = explained(
  "Encrypts the result (AES-256). `keep` (the default): it is protected as the PDF was. `remove`: it is not. To change or remove a protection takes the owner's password.",
  z.optional(z.union([z.enum(["keep", "remove"]), protection])),
);

type Protection = z.output<typeof protection>;

/** How a result is to be written; undefined when it stays as it is. */
export async function protecting(
  asked: Protection | "keep" | "remove" | undefined,
  document?: engine.PdfDocument,
): Promise<engine.NewProtection | undefined> {
  if (asked === undefined || asked === "keep") return undefined;
  const security = document?.security;
  if (asked === "remove" && !security) return undefined;
  if (security && !security.isOwners()) {
    const what = asked === "remove" ? "removed" : "changed";
    throw refuseField("INVALID_INPUT", "password", `the PDF's protection is ${what} with the owner's password only.`);
  }
  return engine.newProtection(asked === "remove" ? undefined : asked, document);
}

/** Memory for the measures of an object that is written again. */
const OBJECT_BYTES = 64;

export async function protectedContent(
  content: Content,
  how: engine.NewProtection | undefined,
  { work, signal, reservation }: Workplace,
  objects = 0,
): Promise<Content> {
  if (!how) return content;
  await reservation.grow((1 << 20) + objects * OBJECT_BYTES);
  return engine.protect(content.pieces, how, { work, signal });
}

export async function protectedParts(
  parts: engine.SplitFiles["parts"],
  how: engine.NewProtection | undefined,
  { work, signal, reservation }: Workplace,
  objects: number,
): Promise<engine.SplitFiles["parts"]> {
  if (!how) return parts;
  await reservation.grow((1 << 20) + objects * OBJECT_BYTES);
  return engine.protectParts(parts, how, { work, signal });
}
