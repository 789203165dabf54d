import type { AddObject, Extras } from "../information.ts";
import { type PdfDict, PdfString, pdfDict } from "../syntax/objects.ts";
import { type Attachment, withAttachments } from "./attachments.ts";
import { type ExtensionSchema, extensionSchemas } from "./extension-schemas.ts";
import type { Invoice } from "./invoice.ts";
import { description, flateStream } from "./parts.ts";
import { SRGB, srgbProfile } from "./srgb-profile.ts";

/** The standards that a new file can claim to keep: ISO 19005-2 and -3, and ISO 14289-1. */
export type Claim = "pdfa-2b" | "pdfa-2u" | "pdfa-3b" | "pdfua-1";

export interface ExtrasRequest {
  /** One level of PDF/A, PDF/UA, or both. */
  readonly claim?: Claim | readonly Claim[] | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
  readonly invoice?: Invoice | undefined;
}

const PDFUA = "http://www.aiim.org/pdfua/ns/id/";

const IDENTIFICATION: Readonly<Record<Claim, string>> = {
  "pdfa-2b": pdfaId(2, "B"),
  "pdfa-2u": pdfaId(2, "U"),
  "pdfa-3b": pdfaId(3, "B"),
  "pdfua-1": description({ pdfuaid: PDFUA }, "<pdfuaid:part>1</pdfuaid:part>"),
};

function pdfaId(part: number, conformance: string): string {
  const body = `<pdfaid:part>${part}</pdfaid:part><pdfaid:conformance>${conformance}</pdfaid:conformance>`;
  return description({ pdfaid: "http://www.aiim.org/pdfa/ns/id/" }, body);
}

/** PDF/A does not know what a document says of PDF/UA. */
const READERS: ExtensionSchema = {
  name: "PDF/UA Universal Accessibility Schema",
  namespace: PDFUA,
  prefix: "pdfuaid",
  properties: [{ name: "part", type: "Integer", category: "internal", what: "Part of ISO 14289" }],
};

export function extrasOf({ claim = [], attachments = [], invoice }: ExtrasRequest): Extras {
  const files = invoice ? [invoice.file, ...attachments] : attachments;
  const claims = [claim].flat();
  const isForReaders = claims.includes("pdfua-1");
  const isPdfA = claims.some((one) => one.startsWith("pdfa"));
  const schemas = [...(isForReaders && isPdfA ? [READERS] : []), ...(invoice ? [invoice.schema] : [])];
  return {
    descriptions: [
      ...claims.map((one) => IDENTIFICATION[one]),
      ...(invoice?.descriptions ?? []),
      ...(schemas.length > 0 ? [extensionSchemas(schemas)] : []),
    ],
    extended(catalog, add) {
      const changed: PdfDict = new Map(catalog);
      if (isPdfA) changed.set("OutputIntents", [add(outputIntent(add))]);
      const shown = changed.get("ViewerPreferences");
      // Viewers show the title (ISO 14289-1, 7.1).
      if (isForReaders)
        changed.set("ViewerPreferences", new Map(shown instanceof Map ? shown : []).set("DisplayDocTitle", true));
      return files.length > 0 ? withAttachments(changed, files, add) : changed;
    },
  };
}

/** All colours of devices are those of sRGB (ISO 19005-2, 6.2.3). */
function outputIntent(add: AddObject): PdfDict {
  const name = new PdfString(new TextEncoder().encode(SRGB));
  return pdfDict({
    Type: "OutputIntent",
    S: "GTS_PDFA1",
    OutputConditionIdentifier: name,
    Info: name,
    DestOutputProfile: add(flateStream({ N: 3 }, srgbProfile())),
  });
}
