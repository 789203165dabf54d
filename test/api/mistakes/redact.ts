import { AREA, json, type Mistake, multipart, PDF, PDF_BASE64, REDACT } from "./mistake.ts";

const redact = (fields: Record<string, unknown>): RequestInit => json({ fileBase64: PDF_BASE64, ...fields });

export const redactions: Mistake[] = [
  ["nothing to cut", REDACT, redact({})],
  ["`words` beside the file instead of in `text`", REDACT, redact({ words: "Jane Doe" })],
  ["`text` as text, in JSON", REDACT, redact({ text: "Jane Doe" })],
  ["`text=Jane Doe` in a form", REDACT, multipart({ file: PDF, text: "Jane Doe" })],
  ["a list of texts without what they are", REDACT, redact({ text: ["Jane Doe"] })],
  ["`word` instead of `words`", REDACT, redact({ text: [{ word: "Jane Doe" }] })],
  ["`contains` and `regex` in one rule", REDACT, redact({ text: [{ contains: "Jane", regex: "J\\w+" }] })],
  ["an expression with a look-ahead", REDACT, redact({ text: [{ regex: "Jane(?= Doe)" }] })],
  ["an expression between slashes", REDACT, redact({ text: [{ regex: "/jane/i" }] })],
  ["`patterns=email` in a form, which is a list of one", REDACT, multipart({ file: PDF, patterns: "email" })],
  ['`patterns: ["name"]`', REDACT, redact({ patterns: ["name"] })],
  ["an area without its page", REDACT, redact({ areas: [{ area: AREA }] })],
  ["a label of letters that bars cannot show", REDACT, redact({ text: [{ words: "Jane", label: "保密" }] })],
  ["an id that no dryRun has told", REDACT, redact({ text: [{ words: "Jane" }], only: ["1.99"] })],
  ["a list with a column of another name", REDACT, redact({ list: "text,reason\nJane,b(6)" })],
  ["`cropArea` instead of `area`", REDACT, redact({ areas: [{ pageNumber: 1, cropArea: AREA }] })],
  ["one area without the array", REDACT, redact({ areas: { pageNumber: 1, area: AREA } })],
  ["an area on page 0", REDACT, redact({ areas: [{ pageNumber: 0, area: AREA }] })],
  ["an area beside its page", REDACT, redact({ areas: [{ pageNumber: 1, area: { ...AREA, x: 9_000 } }] })],
  ["`mark: black`", REDACT, redact({ text: [{ words: "Jane" }], mark: "black" })],
  ["`mark.color: black`", REDACT, redact({ text: [{ words: "Jane" }], mark: { color: "black" } })],
  ['`dryRun: "yes"`', REDACT, redact({ text: [{ words: "Jane" }], dryRun: "yes" })],
  ["a receipt of a dry run", REDACT, redact({ text: [{ words: "Jane" }], dryRun: true, receipt: true })],
];
