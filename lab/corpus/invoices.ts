import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { checkConformance, imagesToPdf, newExtras, openPdf, readInvoice } from "../../src/engine.ts";
import type { PdfDocument } from "../../src/pdf-file/document.ts";
import type { Invoice } from "../../src/pdf-file/finish/invoice.ts";
import { type PdfObject, PdfStream, PdfString } from "../../src/pdf-file/syntax/objects.ts";
import { decodeTextString } from "../../src/pdf-file/syntax/text-strings.ts";
import { nameTreeEntries } from "../../src/pdf-pages/trees.ts";
import { png } from "../../test/fixtures/png.ts";
import { refusalCode, refusalText } from "./refusal.ts";

/** An invoice in a PDF, and what the PDF says of it. */
interface Found {
  readonly name: string;
  readonly xml: string;
  readonly relationship: string;
  readonly profile: string;
}

const LEVEL = /[\w.-]*:?ConformanceLevel(?:\s*=\s*["']([^"']*)["']|>\s*([^<]*?)\s*<)/;
/** An image for the page of our own PDF. */
const IMAGE = png({ width: 8, height: 8, colourType: 0, depth: 1, pixel: () => [1] });

function text(document: PdfDocument, object: PdfObject | undefined): string {
  const value = document.resolve(object);
  if (value instanceof PdfStream) return new TextDecoder().decode(document.streamData(value));
  return value instanceof PdfString ? decodeTextString(value.bytes) : String(value ?? "none");
}

/** The first XML among the files of a document, by its tree of names or by what is associated with it. */
function invoiceIn(document: PdfDocument): Found | undefined {
  const tree = document.dict(document.catalog.get("Names"))?.get("EmbeddedFiles") ?? null;
  const listed = nameTreeEntries(document, tree).map(({ value }) => value);
  for (const item of [...listed, ...(document.array(document.catalog.get("AF")) ?? [])]) {
    const file = document.dict(item);
    const name = text(document, file?.get("UF") ?? file?.get("F"));
    const embedded = document.dict(file?.get("EF"));
    if (!file || !embedded || !/\.xml$/i.test(name)) continue;
    const level = LEVEL.exec(text(document, document.catalog.get("Metadata")));
    return {
      name,
      xml: text(document, embedded.get("F") ?? embedded.get("UF")),
      relationship: text(document, file.get("AFRelationship")),
      profile: level?.[1] ?? level?.[2] ?? "none",
    };
  }
  return undefined;
}

function profileOf({ descriptions }: Invoice): string {
  return LEVEL.exec(descriptions.join(""))?.[2] ?? "none";
}

/** Puts the invoice into a PDF of our own; what is wrong with that, or nothing. */
async function madeAgain(invoice: Invoice, { xml }: Found): Promise<string | undefined> {
  const extras = await newExtras({ claim: "pdfa-3b", invoice });
  const { file } = await imagesToPdf([{ name: "page.png", bytes: IMAGE }], { extras, pageSize: "A4" });
  const bytes = file.bytes();
  const { violations } = await checkConformance(bytes, "pdfa-3b");
  if (violations[0]) return `${violations[0].rule} ${violations[0].what}`;
  const again = invoiceIn(openPdf(bytes));
  if (again?.xml !== xml.replace(/^\ufeff/, "")) return "the XML is another";
  if (again.relationship !== invoice.file.relationship) return `the relationship is ${again.relationship}`;
  if (again.profile !== profileOf(invoice)) return `XMP says ${again.profile}`;
  return again.name === invoice.file.name ? undefined : `it is called ${again.name}`;
}

/** What is read of a file, and whether our own PDF of its invoice says the same. */
async function read(file: string): Promise<{ kind: string; line: string; isRight: boolean }> {
  const document = openPdf(new Uint8Array(readFileSync(file)));
  const found = invoiceIn(document);
  if (!found) return { kind: "without an invoice", line: "no XML among its files", isRight: true };
  const invoice = await readInvoice(found.xml);
  const said = `${found.name}, ${found.profile}, ${found.relationship}`;
  if (typeof invoice === "string") return { kind: "refused by name", line: `${said}: ${invoice}`, isRight: true };
  const differences = [
    found.profile === profileOf(invoice) ? "" : `we say ${profileOf(invoice)}`,
    found.relationship === invoice.file.relationship ? "" : `we say ${invoice.file.relationship}`,
    found.name === invoice.file.name ? "" : `we call it ${invoice.file.name}`,
  ].filter(Boolean);
  const fault = await madeAgain(invoice, found);
  const kind = differences.length > 0 ? "says something else of its invoice" : "as we write it";
  const line = [said, ...differences, ...(fault ? [`OURS: ${fault}`] : [])].join("; ");
  return { kind, line, isRight: fault === undefined };
}

/**
 * Reads the invoices of PDFs, compares what the PDFs say of them with what we would say, and puts each into a PDF of
 * our own that is checked and read again; false when that is not right.
 */
export async function compareInvoices(folder: string, files: readonly string[]): Promise<boolean> {
  const counts = new Map<string, number>();
  let wrong = 0;
  for (const file of files) {
    const { kind, line, isRight } = await read(file).catch((error: unknown) => {
      const code = refusalCode(error);
      return { kind: code ?? "DEFECT", line: refusalText(error), isRight: code !== undefined };
    });
    if (!isRight) wrong++;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    console.log(`  ${kind}  ${relative(folder, file)}: ${line}`);
  }
  for (const [kind, count] of counts) console.log(`${kind}: ${count} of ${files.length}`);
  console.log(`put into a PDF of our own and not read back as it was: ${wrong}`);
  return wrong === 0;
}
