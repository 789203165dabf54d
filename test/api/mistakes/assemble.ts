import { json, type Mistake, PDF_BASE64 } from "./mistake.ts";

const ASSEMBLE = "/v1/pdf/assemble";
const numbered = (number: unknown): RequestInit => json({ documents: [{ base64: PDF_BASE64 }], number });

const stamped = (stamp: unknown): RequestInit => json({ documents: [{ base64: PDF_BASE64 }], stamp });

export const assemblies: Mistake[] = [
  ["`number: true`", ASSEMBLE, numbered(true)],
  ["a format with `{n}`", ASSEMBLE, numbered({ format: "{n} of {total}" })],
  ["a format in letters that the font lacks", ASSEMBLE, numbered({ format: "第{page}页" })],
  ["`bottom-center` as position", ASSEMBLE, numbered({ position: "bottom-center" })],
  ["`size` instead of `fontSize`", ASSEMBLE, numbered({ size: 12 })],
  ["a margin as text without a unit", ASSEMBLE, numbered({ margin: "20" })],
  ["numbers on a page that is not there", ASSEMBLE, numbered({ pages: "40-" })],
  ["a stamp as text alone", ASSEMBLE, stamped("Draft")],
  ["a stamp of an `image`", ASSEMBLE, stamped({ image: "https://example.com/logo.png" })],
  ["an opacity of 50", ASSEMBLE, stamped({ text: "Draft", opacity: 50 })],
];
