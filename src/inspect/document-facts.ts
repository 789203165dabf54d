import { COST } from "../meter/work-limits.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { type PdfDict, type PdfObject, PdfRef } from "../pdf-file/syntax/objects.ts";
import { decodeTextString } from "../pdf-file/syntax/text-strings.ts";
import { nameTreeEntries } from "../pdf-pages/trees.ts";

/** What a document has beside its pages. */
export interface DocumentFacts {
  /** Files in it: how many, and the names of the first hundred. Those that annotations hold are not among them. */
  readonly attachments: { readonly count: number; readonly names: readonly string[] };
  /** Whether viewers show its files in place of its pages. */
  readonly portfolio: boolean;
  /** Whether its form is also written in XFA. */
  readonly xfa: boolean;
  /** Whether it runs scripts when it is opened, closed, saved or printed. Those of pages and fields are not looked for. */
  readonly scripts: boolean;
  /** Signatures that were given. Whether they are valid is not looked at. */
  readonly signatures: number;
  /** Whether it has tags. */
  readonly tagged: boolean;
  /** How it is encrypted; null where it is not. */
  readonly encryption: "RC4" | "AES-128" | "AES-256" | null;
}

const MOST_NAMES = 100;
/** Fields and widgets of a form that are looked at. */
const MOST_FIELDS = 100_000;

export function documentFacts(document: PdfDocument): DocumentFacts {
  const { catalog } = document;
  const names = document.dict(catalog.get("Names"));
  const files = nameTreeEntries(document, names?.get("EmbeddedFiles") ?? null);
  const form = document.dict(catalog.get("AcroForm"));
  return {
    attachments: { count: files.length, names: files.slice(0, MOST_NAMES).map((file) => fileName(document, file)) },
    portfolio: document.dict(catalog.get("Collection")) !== undefined,
    xfa: document.resolve(form?.get("XFA")) !== null,
    scripts: hasScripts(document, catalog, names),
    signatures: signaturesIn(document, form),
    tagged: document.dict(catalog.get("StructTreeRoot")) !== undefined,
    encryption: encryptionOf(document),
  };
}

/** The name by which viewers show a file is in its specification (7.11.3). */
function fileName(document: PdfDocument, { name, value }: ReturnType<typeof nameTreeEntries>[number]): string {
  const file = document.dict(value);
  return document.text(file?.get("UF")) ?? document.text(file?.get("F")) ?? decodeTextString(name.bytes);
}

function hasScripts(document: PdfDocument, catalog: PdfDict, names: PdfDict | undefined): boolean {
  if (nameTreeEntries(document, names?.get("JavaScript") ?? null).length > 0) return true;
  const actions = [catalog.get("OpenAction"), ...document.entries(catalog.get("AA")).values()];
  return actions.some((action) => document.resolve(document.dict(action)?.get("S")) === "JavaScript");
}

function signaturesIn(document: PdfDocument, form: PdfDict | undefined): number {
  // Fields without a kind of their own are of the kind of those above them (12.7.4.1).
  const open: [field: PdfObject, kind: PdfObject][] = (document.array(form?.get("Fields")) ?? []).map((one) => [
    one,
    null,
  ]);
  const seen = new Set<PdfObject | number>();
  let count = 0;
  for (let next = open.pop(); next !== undefined && seen.size < MOST_FIELDS; next = open.pop()) {
    const [field, above] = next;
    const key = field instanceof PdfRef ? field.number : field;
    const dict = document.dict(field);
    document.work.spend(COST.item);
    if (!dict || seen.has(key)) continue;
    seen.add(key);
    // A value belongs to the field that has it, not to the widgets under it.
    const kind = document.resolve(dict.get("FT")) ?? above;
    if (kind === "Sig" && document.dict(dict.get("V"))) count++;
    for (const kid of document.array(dict.get("Kids")) ?? []) open.push([kid, kind]);
  }
  return count;
}

function encryptionOf(document: PdfDocument): DocumentFacts["encryption"] {
  const dict = document.encrypted ? document.dict(document.trailer.get("Encrypt")) : undefined;
  if (!dict) return null;
  const version = document.number(dict.get("V")) ?? 0;
  if (version >= 5) return "AES-256";
  const filter = document.resolve(dict.get("StmF"));
  const method = document.dict(document.dict(dict.get("CF"))?.get(typeof filter === "string" ? filter : ""));
  return version === 4 && document.resolve(method?.get("CFM")) === "AESV2" ? "AES-128" : "RC4";
}
