import type { Turns } from "../meter/turns.ts";
import { Holding } from "../meter/work.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { unlessDamaged } from "../pdf-file/pdf-problem.ts";
import { PdfStream } from "../pdf-file/syntax/objects.ts";
import { XmlProblem } from "../pdf-file/xmp/xml.ts";
import * as CHAR from "../platform/char.ts";
import { mapKey } from "../platform/map-key.ts";
import type { Findings } from "./findings.ts";
import { IDENTIFICATION } from "./levels.ts";
import { type Described, EXTENSION, readExtensions } from "./xmp/extensions.ts";
import { readPacket, type XmpNode } from "./xmp/packet.ts";
import { PREDEFINED, PREDEFINED_STRUCTURES } from "./xmp/schemas.ts";
import { hasType } from "./xmp/value-types.ts";

const PDFA_ID = "http://www.aiim.org/pdfa/ns/id/";
const PDFUA_ID = "http://www.aiim.org/pdfua/ns/id/";
const DUBLIN_CORE = "http://purl.org/dc/elements/1.1/";
/** Larger packets are no metadata. */
const MAX_BYTES = 4 << 20;

/** Metadata of the document (ISO 19005-2, 6.6; ISO 14289-1, 5 and 7.1). */
export function* checkMetadata(document: PdfDocument, findings: Findings): Turns<Described> {
  const stream = document.resolve(document.catalog.get("Metadata"));
  const isThere =
    stream instanceof PdfStream &&
    document.resolve(stream.dict.get("Type")) === "Metadata" &&
    document.resolve(stream.dict.get("Subtype")) === "XML";
  findings.demand(isThere, "6.6.2.1-1");
  const holding = new Holding(document.work);
  const packet = stream instanceof PdfStream ? yield* checkedPacket(document, stream, findings, holding) : undefined;
  const described: Described = packet ? readExtensions(packet.properties, findings, document.work) : new Map();
  const properties = packet?.properties ?? [];
  checkProperties(properties, [described], findings);
  checkIdentification(document, properties, findings);
  // What it describes is needed further on; of most packets that is nothing.
  if (described.size === 0) holding.letGo();
  return described;
}

/** Metadata of another object: what the document's own describes is known there as well. */
export function* checkFurtherMetadata(document: PdfDocument, stream: PdfStream, main: Described, findings: Findings) {
  const holding = new Holding(document.work);
  const packet = yield* checkedPacket(document, stream, findings, holding);
  if (packet) {
    const own = readExtensions(packet.properties, findings, document.work, main);
    checkProperties(packet.properties, [own, main], findings);
  }
  holding.letGo();
}

function* checkedPacket(document: PdfDocument, stream: PdfStream, findings: Findings, holding: Holding) {
  const bytes = unlessDamaged(() => document.streamData(stream));
  if (!bytes || bytes.length > MAX_BYTES) {
    findings.found("6.6.2.1-4");
    return undefined;
  }
  const encoding = encodingOf(bytes);
  findings.demand(encoding === "utf-8", "6.6.2.1-5");
  try {
    const packet = yield* readPacket(
      new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(bytes),
      holding,
    );
    findings.demand(!/\bbytes\s*=/.test(packet.header), "6.6.2.1-2");
    findings.demand(!/\bencoding\s*=/.test(packet.header), "6.6.2.1-3");
    return packet;
  } catch (error) {
    // The decoder throws a TypeError where bytes are no text.
    if (!(error instanceof XmlProblem) && !(error instanceof TypeError)) throw error;
    findings.found("6.6.2.1-4", error.message);
    return undefined;
  }
}

function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16be" | "utf-16le" {
  const [a, b] = bytes;
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === CHAR.LESS)) return "utf-16be";
  return (a === 0xff && b === 0xfe) || (a === CHAR.LESS && b === 0) ? "utf-16le" : "utf-8";
}

function checkProperties(properties: readonly XmpNode[], known: readonly Described[], findings: Findings): void {
  for (const property of properties) {
    if (property.namespace === EXTENSION) continue;
    const name = `${property.prefix}:${property.name}`;
    const own = known
      .map((described) => described.get(mapKey(property.namespace)))
      .find((one) => one?.types.has(property.name));
    const type = own?.types.get(property.name) ?? PREDEFINED.get(property.namespace)?.get(property.name);
    if (type === undefined) findings.found("6.6.2.3.1-1", name);
    else findings.demand(hasType(property, type, own?.structures ?? PREDEFINED_STRUCTURES), "6.6.2.3.1-2", name);
  }
}

function checkIdentification(document: PdfDocument, properties: readonly XmpNode[], findings: Findings): void {
  const { part, conformance } = IDENTIFICATION[findings.level];
  const of = (namespace: string): XmpNode[] => properties.filter((property) => property.namespace === namespace);
  const valueIn = (nodes: readonly XmpNode[], name: string): string | undefined =>
    nodes.find((node) => node.name === name)?.value;
  const named = of(PDFA_ID);
  findings.demand(named.length > 0, "6.6.4-1");
  if (named.length > 0) {
    findings.demand(valueIn(named, "part") === part, "6.6.4-2", valueIn(named, "part"));
    const stated = valueIn(named, "conformance") ?? "";
    findings.demand((conformance as readonly string[]).includes(stated), "6.6.4-3", stated);
    checkPrefix(named, "part", "pdfaid", () => findings.found("6.6.4-4"));
    checkPrefix(named, "conformance", "pdfaid", () => findings.found("6.6.4-5"));
    checkPrefix(named, "amd", "pdfaid", () => findings.found("6.6.4-6"));
    checkPrefix(named, "corr", "pdfaid", () => findings.found("6.6.4-7"));
  }
  const ua = of(PDFUA_ID);
  findings.demand(ua.length > 0, "ua:5-1");
  if (ua.length > 0) {
    findings.demand(valueIn(ua, "part") === part, "ua:5-2", valueIn(ua, "part"));
    checkPrefix(ua, "part", "pdfuaid", () => findings.found("ua:5-3"));
    checkPrefix(ua, "amd", "pdfuaid", () => findings.found("ua:5-4"));
    checkPrefix(ua, "corr", "pdfuaid", () => findings.found("ua:5-5"));
  }
  const title = properties.find(
    ({ namespace, prefix, name }) => namespace === DUBLIN_CORE && prefix === "dc" && name === "title",
  );
  findings.demand(title !== undefined && title.children.length > 0, "ua:7.1-9");
  const hasDefault = properties.some(
    ({ kind, children }) => kind === "alt" && children.length === 1 && children[0]!.lang === "x-default",
  );
  findings.demand(!hasDefault || document.resolve(document.catalog.get("Lang")) !== null, "ua:7.2-33");
}

function checkPrefix(nodes: readonly XmpNode[], name: string, prefix: string, report: () => void): void {
  const node = nodes.find((candidate) => candidate.name === name);
  if (node && node.prefix !== prefix) report();
}
