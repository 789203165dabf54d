import { atOnce } from "../../meter/turns.ts";
import { Holding, type Work } from "../../meter/work.ts";
import { elementsOf, RDF, type XmpProperties, xmlText, xmpDescription } from "./packet.ts";
import { elementsIn, findElement, readXml, type XmlElement, type XmlName, XmlProblem } from "./xml.ts";

/** Of what says that a file keeps PDF/A or PDF/UA. */
const CLAIMS = ["http://www.aiim.org/pdfa/ns/id/", "http://www.aiim.org/pdfua/ns/id/"];

/**
 * The packet with other properties: a text is set, null is removed, and what is undefined stays, as does everything
 * else, but for claims where these are not to stay. Undefined when this is no XMP that can be changed.
 */
export function changedXmp(
  packet: string,
  properties: XmpProperties,
  work: Work,
  keepsClaims = true,
): string | undefined {
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
