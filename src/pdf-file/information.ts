import { atOnce } from "../meter/turns.ts";
import { Holding, type Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import type { PdfDocument } from "./document.ts";
import { PdfProblem } from "./pdf-problem.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream, PdfString, pdfDict } from "./syntax/objects.ts";
import { decodeTextString, encodeTextString } from "./syntax/text-strings.ts";
import type { Update } from "./update.ts";
import { elementsOf, RDF, type XmpProperties, xmlText, xmpDescription, xmpPacket } from "./xmp/packet.ts";
import { elementsIn, findElement, readXml, type XmlElement, type XmlName, XmlProblem } from "./xmp/xml.ts";

/** What a request says of a document. Null and an empty text remove an entry; without a value it stays as it is. */
export type DocumentInformation = Omit<XmpProperties, "created" | "modified">;

/** Writes an object and says where it is. */
export type AddObject = (object: PdfObject) => PdfRef;

/** What a finished file has beside its pages, such as what it claims to conform to. */
export interface Extras {
  /** What XMP says of it: see `xmpPacket`. */
  readonly descriptions: readonly string[];
  extended(catalog: PdfDict, add: AddObject): PdfDict;
}

/** What describes a document, in the three places that readers look at. */
export interface Described {
  /** The document information dictionary (ISO 32000-2 §14.3.3). */
  readonly info: PdfDict;
  /** The metadata stream (§14.3.2). */
  readonly xmp: PdfStream;
  /** /Lang of the catalog (§14.9.2); null removes it, undefined leaves it as it is. */
  readonly language: PdfString | null | undefined;
}

const INFO_KEYS = {
  title: "Title",
  author: "Author",
  subject: "Subject",
  keywords: "Keywords",
  creator: "Creator",
  producer: "Producer",
} as const;

/** Longer metadata is not changed but replaced: that of real documents is far shorter. */
const MAX_XMP_BYTES = 1 << 20;

/**
 * What the document says of itself with the request's changes; undefined when there are none. XMP says the same as Info
 * of all that is changed. Where there is none, or none that can be changed, it is made of Info.
 */
export function described(
  document: PdfDocument | undefined,
  asked: DocumentInformation | undefined,
  {
    descriptions = [],
    keepsClaims = true,
  }: Partial<Pick<Extras, "descriptions">> & { readonly keepsClaims?: boolean } = {},
): Described | undefined {
  const named = Object.fromEntries(Object.entries(asked ?? {}).filter(([, value]) => value !== undefined));
  if (Object.keys(named).length === 0 && descriptions.length === 0 && keepsClaims) return undefined;
  const information = named as DocumentInformation;
  const info: PdfDict = new Map(document?.entries(document.trailer.get("Info")));
  for (const name of Object.keys(INFO_KEYS) as (keyof typeof INFO_KEYS)[]) {
    const value = information[name];
    if (value) info.set(INFO_KEYS[name], encodeTextString(value));
    else if (value !== undefined) info.delete(INFO_KEYS[name]);
  }
  const { language } = information;
  // What a packet says elsewhere may break the standard that a new description claims.
  const old = document && descriptions.length === 0 ? oldXmp(document) : undefined;
  const packet =
    (old !== undefined ? changedXmp(old, information, document!.work, keepsClaims) : undefined) ??
    xmpPacket(propertiesOf(document, info, language), descriptions);
  return {
    info,
    xmp: metadataStream(packet),
    language: language ? encodeTextString(language) : language === undefined ? undefined : null,
  };
}

/** The two identifiers of a new file (ISO 32000-2 §14.4). */
export function newIdentifiers(): PdfObject {
  const id = new PdfString(crypto.getRandomValues(new Uint8Array(16)), true);
  return [id, id];
}

/** Metadata is not compressed, so that those who look for it in a file without reading PDF find it. */
export function metadataStream(packet: string): PdfStream {
  return new PdfStream(pdfDict({ Type: "Metadata", Subtype: "XML" }), new TextEncoder().encode(packet));
}

/** The catalog as it describes the document: `ref` is where the metadata stream is. */
export function describedCatalog(catalog: PdfDict, { language }: Described, ref: PdfRef): PdfDict {
  const changed: PdfDict = new Map(catalog).set("Metadata", ref);
  if (language === null) changed.delete("Lang");
  else if (language !== undefined) changed.set("Lang", language);
  return changed;
}

/** Adds all of it to an update, and gives the entries of its trailer. */
export function updateInformation(document: PdfDocument, update: Update, made: Described): PdfDict {
  const metadata = new PdfRef(update.newNumber(), 0);
  update.putStream(metadata.number, made.xmp);
  const put = (old: PdfObject | undefined, dict: PdfDict): PdfRef => {
    const ref = old instanceof PdfRef ? old : new PdfRef(update.newNumber(), 0);
    const generation = document.bodyOf(ref.number)?.generation ?? 0;
    update.putDict(ref.number, generation, dict);
    return new PdfRef(ref.number, generation);
  };
  const { trailer } = document;
  return pdfDict({
    Info: put(trailer.get("Info"), made.info),
    Root: put(trailer.get("Root"), describedCatalog(document.catalog, made, metadata)),
  });
}

/** The document's metadata as a text; undefined where there is none, or none that is one. */
export function oldXmp(document: PdfDocument): string | undefined {
  const stream = document.resolve(document.catalog.get("Metadata"));
  if (!(stream instanceof PdfStream)) return undefined;
  try {
    const bytes = document.streamData(stream);
    if (bytes.length > MAX_XMP_BYTES) return undefined;
    document.work.spend(bytes.length * COST.sourceByte);
    return decodedXmp(bytes);
  } catch (error) {
    if (error instanceof TypeError || (error instanceof PdfProblem && error.kind !== "budget")) return undefined;
    throw error;
  }
}

/** UTF-8 as nearly always, or UTF-16 with a byte order mark. Throws TypeError when it is neither. */
function decodedXmp(bytes: Uint8Array): string {
  const wide = bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : bytes[0] === 0xff ? "utf-16le" : undefined;
  return new TextDecoder(wide ?? "utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
}

/** What a new packet says: all that Info says. */
function propertiesOf(document: PdfDocument | undefined, info: PdfDict, language: string | null | undefined) {
  const text = (value: PdfObject | undefined): string | undefined => {
    const string = document ? document.resolve(value) : value;
    if (!(string instanceof PdfString)) return undefined;
    document?.work.spend(string.bytes.length * COST.sourceByte);
    return decodeTextString(string.bytes);
  };
  const entries = Object.entries(INFO_KEYS).map(([name, key]) => [name, text(info.get(key))]);
  return {
    ...(Object.fromEntries(entries) as Pick<XmpProperties, keyof typeof INFO_KEYS>),
    created: xmpDate(text(info.get("CreationDate"))),
    modified: xmpDate(text(info.get("ModDate"))),
    language: language === undefined ? text(document?.catalog.get("Lang")) : language,
  };
}

const DATE = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-]\d\d)(?:'(\d\d))?)?/;

/** A date of Info (§7.9.4) as XMP has it (ISO 8601); undefined when it is none. */
export function xmpDate(date: string | undefined): string | undefined {
  const found = DATE.exec(date ?? "");
  if (!found) return undefined;
  const [, year, month, day, hour, minute = "00", second = "00", utc, zone, zoneMinutes = "00"] = found;
  if (month === undefined || day === undefined) return month === undefined ? year : `${year}-${month}`;
  const offset = utc ?? (zone === undefined ? "" : `${zone}:${zoneMinutes}`);
  return hour === undefined
    ? `${year}-${month}-${day}`
    : `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
}

/** Of what says that a file keeps PDF/A or PDF/UA. */
const CLAIMS = ["http://www.aiim.org/pdfa/ns/id/", "http://www.aiim.org/pdfua/ns/id/"];

/**
 * The packet with other properties: a text is set, null is removed, and what is undefined stays, as does everything
 * else, but for claims where these are not to stay. Undefined when this is no XMP that can be changed.
 */
export function changedXmp(packet: string, properties: XmpProperties, work: Work, keepsClaims = true) {
  const rdf = rdfOf(packet, work);
  // An element without an end tag has no room.
  if (!rdf || rdf.endTag === rdf.end) return undefined;
  const wanted = elementsOf(properties);
  const isWanted = ({ namespace, name }: XmlName): boolean =>
    wanted.has(namespace + name) || (!keepsClaims && CLAIMS.includes(namespace));
  let about: string | undefined;
  let changed = "";
  let from = 0;
  for (const description of elementsIn(rdf)) {
    const { attributes } = description;
    // What the descriptions are about: all of a packet say the same (XMP part 1, §7.4).
    about ??= attributes.find(({ namespace, name }) => namespace === RDF && name === "about")?.value;
    for (const { start, end } of [...attributes, ...elementsIn(description)].filter(isWanted)) {
      changed += packet.slice(from, start);
      from = end;
    }
  }
  const description = xmpDescription(properties, about && xmlText(about));
  const added = description === "" ? "" : `${description}\n`;
  return changed + packet.slice(from, rdf.endTag) + added + packet.slice(rdf.endTag);
}

function rdfOf(packet: string, work: Work): XmlElement | undefined {
  const holding = new Holding(work);
  try {
    return findElement(atOnce(readXml(packet, holding)).root, RDF, "RDF");
  } catch (error) {
    if (error instanceof XmlProblem) return undefined;
    throw error;
  } finally {
    holding.letGo();
  }
}
