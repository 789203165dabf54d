import { atOnce } from "../../meter/turns.ts";
import { Holding, type Work } from "../../meter/work.ts";
import { readPacket, type XmpNode } from "../../pdf-conformance/xmp/packet.ts";
import { packetOf, xmlText } from "../../pdf-file/xmp/packet.ts";
import { XmlProblem } from "../../pdf-file/xmp/xml.ts";
import { LANGUAGE } from "./attributes.ts";

/** What a document says of itself, and the standards that it names (XMP part 1, clause 8; ISO 19005, ISO 14289). */
const KNOWN: Readonly<Record<string, readonly [prefix: string, names: string]>> = {
  "http://purl.org/dc/elements/1.1/": [
    "dc",
    "title creator description subject language rights publisher contributor date format",
  ],
  "http://ns.adobe.com/pdf/1.3/": ["pdf", "Keywords Producer PDFVersion Trapped"],
  "http://ns.adobe.com/xap/1.0/": ["xmp", "CreatorTool CreateDate ModifyDate MetadataDate"],
  "http://www.aiim.org/pdfa/ns/id/": ["pdfaid", "part conformance rev amd corr"],
  "http://www.aiim.org/pdfua/ns/id/": ["pdfuaid", "part rev amd corr"],
};
const LISTS: Partial<Record<XmpNode["kind"], string>> = { bag: "Bag", seq: "Seq", alt: "Alt" };

/**
 * The packet with the known properties of which `keeps` says so, and nothing else: any other may show a page (as
 * thumbnails do) or say what an earlier version said. Undefined where it cannot be read.
 */
export function knownMetadata(packet: string, work: Work, keeps: (text: string) => boolean): string | undefined {
  const holding = new Holding(work);
  try {
    const { properties } = atOnce(readPacket(packet, holding));
    const used = new Set<string>();
    const kept = properties.flatMap((property) => {
      const [prefix, names = ""] = Object.hasOwn(KNOWN, property.namespace) ? KNOWN[property.namespace]! : [];
      const value = names.split(" ").includes(property.name) ? written(property, keeps) : "";
      if (value === "") return [];
      used.add(` xmlns:${prefix}="${property.namespace}"`);
      return [`<${prefix}:${property.name}>${value}</${prefix}:${property.name}>\n`];
    });
    return packetOf([`<rdf:Description rdf:about=""${[...used].join("")}>\n${kept.join("")}</rdf:Description>`]);
  } catch (error) {
    if (error instanceof XmlProblem) return undefined;
    throw error;
  } finally {
    holding.letGo();
  }
}

/** A text or a list of texts; empty when nothing of it is kept. */
function written({ kind, value, children }: XmpNode, keeps: (text: string) => boolean): string {
  if (kind === "simple") return value !== "" && keeps(value) ? xmlText(value) : "";
  const left = children.filter(({ kind, value }) => kind === "simple" && value !== "" && keeps(value));
  // Several items may be parts of one text.
  if (left.length > 1 && !keeps(left.map(({ value }) => value).join(" "))) return "";
  const items = left.map(({ value, lang }) => {
    return `<rdf:li${lang && LANGUAGE.test(lang) ? ` xml:lang="${lang}"` : ""}>${xmlText(value)}</rdf:li>`;
  });
  const list = LISTS[kind];
  return list === undefined || items.length === 0 ? "" : `<rdf:${list}>${items.join("")}</rdf:${list}>`;
}

const OWN = ["x:(?:xmpmeta|xmptk)", "rdf:(?:RDF|Description|li|Alt|Bag|Seq|about|parseType|resource)"];
const VOCABULARY = [
  ...OWN,
  ...Object.values(KNOWN).map(([prefix, names]) => `${prefix}:(?:${names.replaceAll(" ", "|")})`),
];
export const NAMED = new RegExp(`(</?|\\s)(?:${VOCABULARY.join("|")})(?=[\\s>/=])`, "g");
const ABOUT =
  /<\?xpacket[^>]{0,200}>|\sxmlns:[A-Za-z]{1,20}=(?:"[^"]{0,200}"|'[^']{0,200}')|\sxml:lang=["']x-default["']/g;

/** Names that XMP itself gives to elements, attributes, spaces and languages are no text of anybody's. */
export function withoutVocabulary(packet: string): string {
  return packet.replace(ABOUT, "").replace(NAMED, "$1_");
}
