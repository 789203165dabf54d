import { elementsOf, RDF, type XmpProperties, xmpDescription } from "./packet.ts";
import { type XmlTag, xmlTags } from "./xml-tags.ts";

/**
 * The packet with other properties: a text is set, null is removed, and what is undefined stays, as does everything
 * else. Undefined when this is no XMP that can be changed.
 */
export function changedXmp(packet: string, properties: XmpProperties): string | undefined {
  const found = propertiesIn(packet, elementsOf(properties));
  if (found === undefined) return undefined;
  let changed = "";
  let from = 0;
  for (const [start, end] of found.cuts) {
    changed += packet.slice(from, start);
    from = end;
  }
  const description = xmpDescription(properties, found.about);
  const added = description === "" ? "" : `${description}\n`;
  return changed + packet.slice(from, found.end) + added + packet.slice(found.end);
}

interface Found {
  /** Ranges of the text that hold the properties, in their order. */
  readonly cuts: readonly (readonly [start: number, end: number])[];
  /** Where the element RDF is closed. */
  readonly end: number;
  /** What the descriptions are about: all of a packet say the same (XMP part 1, §7.4). */
  readonly about: string;
}

/** Depths within RDF: of descriptions, and of the properties in them. */
const [DESCRIPTION, PROPERTY] = [1, 2];

/** The properties whose elements are wanted: as elements or as attributes of a description. */
function propertiesIn(packet: string, wanted: ReadonlySet<string>): Found | undefined {
  const cuts: [number, number][] = [];
  const open: XmlTag[] = [];
  let rdf = -1;
  let cut = -1;
  let about: string | undefined;
  for (const tag of xmlTags(packet)) {
    if (tag === "broken") return undefined;
    if (tag.kind === "close") {
      const opened = open.pop();
      if (opened?.name !== tag.name) return undefined;
      if (open.length === rdf) return { cuts, end: tag.start, about: about ?? "" };
      if (cut >= 0 && open.length === rdf + PROPERTY) {
        cuts.push([cut, tag.end]);
        cut = -1;
      }
      continue;
    }
    const depth = rdf < 0 ? -1 : open.length - rdf;
    if (rdf < 0 && tag.expanded === `${RDF}RDF` && tag.kind === "open") rdf = open.length;
    else if (depth === DESCRIPTION && tag.expanded === `${RDF}Description`) {
      for (const { expanded, value, start, end } of tag.attributes) {
        if (expanded === `${RDF}about`) about ??= value;
        if (wanted.has(expanded)) cuts.push([start, end]);
      }
    } else if (depth === PROPERTY && wanted.has(tag.expanded)) {
      if (tag.kind === "empty") cuts.push([tag.start, tag.end]);
      else cut = tag.start;
    }
    if (tag.kind === "open") open.push(tag);
  }
  return undefined;
}
