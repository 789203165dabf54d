/** What XMP says of a document beside its information dictionary (ISO 32000-2 §14.3.2), in one form for both. */
export interface XmpProperties {
  title?: string | null | undefined;
  author?: string | null | undefined;
  subject?: string | null | undefined;
  keywords?: string | null | undefined;
  creator?: string | null | undefined;
  producer?: string | null | undefined;
  /** A tag such as `en-GB`: the catalog's /Lang as well. */
  language?: string | null | undefined;
  /** As XMP has dates: `2026-11-26T09:30:00+01:00`. */
  created?: string | null | undefined;
  modified?: string | null | undefined;
}

export const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const DC = "http://purl.org/dc/elements/1.1/";
const PDF = "http://ns.adobe.com/pdf/1.3/";
const XMP = "http://ns.adobe.com/xap/1.0/";
const PREFIXES = { dc: DC, pdf: PDF, xmp: XMP } as const;

/** How a value is written (XMP part 1, §7.9.2): by itself, by language, or as the items of a list. */
type Form = "text" | "Alt" | "Seq" | "Bag";

/** The element of each property, and those that say the same in another way and must not say otherwise. */
const ELEMENTS: Readonly<Record<keyof XmpProperties, readonly (readonly [keyof typeof PREFIXES, string, Form])[]>> = {
  title: [["dc", "title", "Alt"]],
  author: [["dc", "creator", "Seq"]],
  subject: [["dc", "description", "Alt"]],
  keywords: [
    ["pdf", "Keywords", "text"],
    ["dc", "subject", "Bag"],
  ],
  creator: [["xmp", "CreatorTool", "text"]],
  producer: [["pdf", "Producer", "text"]],
  language: [["dc", "language", "Bag"]],
  created: [["xmp", "CreateDate", "text"]],
  modified: [["xmp", "ModifyDate", "text"]],
};

function named(properties: XmpProperties): (keyof XmpProperties)[] {
  return (Object.keys(ELEMENTS) as (keyof XmpProperties)[]).filter((name) => properties[name] !== undefined);
}

/** The elements, as address and name, that say what these properties say. */
export function elementsOf(properties: XmpProperties): Set<string> {
  const elements = named(properties).flatMap((name) => ELEMENTS[name]);
  return new Set(elements.map(([prefix, local]) => PREFIXES[prefix] + local));
}

/**
 * A new packet. `descriptions` are further `rdf:Description` elements, each with the declarations of its prefixes:
 * identifications of standards, schemas of extensions.
 */
export function xmpPacket(properties: XmpProperties, descriptions: readonly string[] = []): string {
  return packetOf([xmpDescription(properties), ...descriptions].filter((text) => text !== ""));
}

/** A packet of `rdf:Description` elements. */
export function packetOf(descriptions: readonly string[]): string {
  return (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n' +
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">\n' +
    `<rdf:RDF xmlns:rdf="${RDF}">\n${descriptions.map((text) => `${text}\n`).join("")}</rdf:RDF>\n` +
    '</x:xmpmeta>\n<?xpacket end="w"?>'
  );
}

/**
 * The properties that have a value, as one element that needs nothing around it; empty when none has. `about` is the
 * attribute as XML has it.
 */
export function xmpDescription(properties: XmpProperties, about = ""): string {
  const elements = named(properties).flatMap((name) => {
    const value = properties[name];
    return value ? ELEMENTS[name].map(([prefix, local, form]) => ({ prefix, local, form, value })) : [];
  });
  if (elements.length === 0) return "";
  const used = new Set(elements.map(({ prefix }) => prefix));
  const declared = [...used].map((prefix) => ` xmlns:${prefix}="${PREFIXES[prefix]}"`).join("");
  const body = elements.map(
    ({ prefix, local, form, value }) => `<${prefix}:${local}>${written(value, form)}</${prefix}:${local}>`,
  );
  return `<rdf:Description xmlns:rdf="${RDF}" rdf:about="${about}"${declared}>\n${body.join("\n")}\n</rdf:Description>`;
}

function written(value: string, form: Form): string {
  if (form === "text") return xmlText(value);
  // Keywords are one text in Info, and a list of words here.
  const items = form === "Bag" ? value.split(/[,;]/).map((item) => item.trim()) : [value];
  const open = form === "Alt" ? '<rdf:li xml:lang="x-default">' : "<rdf:li>";
  const list = items.filter((item) => item !== "").map((item) => `${open}${xmlText(item)}</rdf:li>`);
  return `<rdf:${form}>${list.join("")}</rdf:${form}>`;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** The text in XML 1.0, without the characters that it cannot hold. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/[&<>"]/g, (character) => ESCAPES[character]!);
}
