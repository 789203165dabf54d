import { atOnce } from "../../meter/turns.ts";
import { Holding, Work } from "../../meter/work.ts";
import { elementsIn, readXml, type XmlElement, XmlProblem } from "../xmp/xml.ts";
import type { Attachment } from "./attachments.ts";
import type { ExtensionSchema } from "./extension-schemas.ts";
import { description } from "./parts.ts";

/** An invoice as Factur-X 1.0 and ZUGFeRD 2 put it into a PDF. */
export interface Invoice {
  readonly file: Attachment;
  /** What XMP says of it, and the schema that this takes. */
  readonly descriptions: readonly string[];
  readonly schema: ExtensionSchema;
}

const RSM = "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100";
const RAM = "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100";
/** Where an invoice names the guideline that it follows. */
const GUIDELINE = [`${RSM}ExchangedDocumentContext`, `${RAM}GuidelineSpecifiedDocumentContextParameter`, `${RAM}ID`];

/**
 * The profiles by their guidelines. The first two are no whole invoices, so their data is no alternative to the pages.
 */
const PROFILES: readonly (readonly [guideline: RegExp, profile: string, relationship: "Data" | "Alternative"])[] = [
  [/^urn:(factur-x\.eu:1p0|zugferd\.de:2p0):minimum$/, "MINIMUM", "Data"],
  [/^urn:(factur-x\.eu:1p0|zugferd\.de:2p0):basicwl$/, "BASIC WL", "Data"],
  [/^(urn:cen\.eu:en16931:2017#compliant#)?urn:(factur-x\.eu:1p0|zugferd\.de:2p0):basic$/, "BASIC", "Alternative"],
  [/^urn:cen\.eu:en16931:2017(#compliant#urn:factur-x\.eu:1p0:en16931)?$/, "EN 16931", "Alternative"],
  [/^urn:cen\.eu:en16931:2017#conformant#urn:(factur-x\.eu:1p0|zugferd\.de:2p0):extended$/, "EXTENDED", "Alternative"],
  [/^urn:cen\.eu:en16931:2017#compliant#urn:x[a-z.-]+:kosit:(standard:)?xrechnung_\d\.\d$/, "XRECHNUNG", "Alternative"],
];

/** Other kinds of invoices by their root, and what is to be said of them. */
const OTHERS: Readonly<Record<string, string>> = {
  "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2Invoice": "UBL",
  "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2CreditNote": "UBL",
  "urn:ferd:CrossIndustryDocument:invoice:1p0CrossIndustryDocument": "ZUGFeRD 1.0",
};

/** Reads which profile an invoice has; a text says why it is none. */
export function readInvoice(xml: string): Invoice | string {
  const encoding = /^\ufeff?<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)/.exec(xml)?.[1];
  if (encoding && !/^utf-8$/i.test(encoding)) return `expected XML in UTF-8, got encoding ${JSON.stringify(encoding)}`;
  const guideline = guidelineOf(xml);
  if (typeof guideline !== "string") return guideline.fault;
  const found = PROFILES.find(([pattern]) => pattern.test(guideline));
  if (!found) {
    const names = PROFILES.map(([, name]) => name).join(", ");
    return `its guideline ${JSON.stringify(guideline.slice(0, 100))} is none of the profiles ${names}`;
  }
  const [, profile, relationship] = found;
  const name = profile === "XRECHNUNG" ? "xrechnung.xml" : "factur-x.xml";
  const bytes = new TextEncoder().encode(xml.replace(/^\ufeff/, ""));
  return {
    file: { name, bytes, type: "text/xml", relationship, description: `Invoice (${profile})` },
    descriptions: [
      description(
        { fx: "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#" },
        `<fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>${name}</fx:DocumentFileName>` +
          `<fx:Version>${/xrechnung_(\d\.\d)$/.exec(guideline)?.[1] ?? "1.0"}</fx:Version>` +
          `<fx:ConformanceLevel>${profile}</fx:ConformanceLevel>`,
      ),
    ],
    schema: SCHEMA,
  };
}

/** The text of the element that names the guideline. */
function guidelineOf(xml: string): string | { readonly fault: string } {
  const root = rootOf(xml);
  if (!root) return { fault: "it is no XML that can be read" };
  if (expanded(root) !== `${RSM}CrossIndustryInvoice`) return { fault: rootFault(root) };
  let found = [root];
  for (const name of GUIDELINE) found = found.flatMap(elementsIn).filter((element) => expanded(element) === name);
  const text = found[0]?.children.filter((child) => typeof child === "string").join("");
  return text?.trim() ?? { fault: "it names no guideline (ExchangedDocumentContext), so its profile is unknown" };
}

function rootOf(xml: string): XmlElement | undefined {
  try {
    return atOnce(readXml(xml, new Holding(new Work(xml.length)))).root;
  } catch (error) {
    if (error instanceof XmlProblem) return undefined;
    throw error;
  }
}

function expanded({ namespace, name }: XmlElement): string {
  return namespace + name;
}

function rootFault(root: XmlElement): string {
  const other = OTHERS[expanded(root)];
  const name = root.prefix === "" ? root.name : `${root.prefix}:${root.name}`;
  const got = other === undefined ? `<${name.slice(0, 100)}>` : `an invoice in ${other}`;
  return `expected an invoice in UN/CEFACT CII (CrossIndustryInvoice:100), got ${got}`;
}

const FX_PROPERTIES: readonly (readonly [name: string, what: string])[] = [
  ["DocumentFileName", "The name of the embedded XML document"],
  ["DocumentType", "The type of the hybrid document in capital letters, e.g. INVOICE or ORDER"],
  ["Version", "The actual version of the standard applying to the embedded XML document"],
  ["ConformanceLevel", "The conformance level of the embedded XML document"],
];

const SCHEMA: ExtensionSchema = {
  name: "Factur-X PDFA Extension Schema",
  namespace: "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#",
  prefix: "fx",
  properties: FX_PROPERTIES.map(([name, what]) => ({ name, type: "Text", category: "external", what })),
};
