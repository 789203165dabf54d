import { cmapTokens } from "../../pdf-content/cmaps/lexer.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { unlessDamaged } from "../../pdf-file/pdf-problem.ts";
import { type PdfDict, type PdfObject, PdfStream, PdfString } from "../../pdf-file/syntax/objects.ts";
import { latin1Text } from "../../platform/latin1.ts";
import type { Findings } from "../findings.ts";

/** The predefined CMaps (ISO 32000-1, table 118): by ordering and supplement, their names without -H and -V. */
const PREDEFINED: readonly (readonly [ordering: string, supplement: number, names: string])[] = [
  ["GB1", 0, "GB-EUC GBpc-EUC"],
  ["GB1", 2, "GBK-EUC GBKp-EUC"],
  ["GB1", 4, "GBK2K UniGB-UCS2"],
  ["GB1", 5, "UniGB-UTF16"],
  ["CNS1", 0, "B5pc ETen-B5 ETenms-B5 CNS-EUC"],
  ["CNS1", 3, "HKscs-B5 UniCNS-UCS2"],
  ["CNS1", 5, "UniCNS-UTF16"],
  ["Japan1", 1, "83pv-RKSJ 90pv-RKSJ Add-RKSJ EUC"],
  ["Japan1", 2, "90ms-RKSJ 90msp-RKSJ Ext-RKSJ"],
  ["Japan1", 4, "UniJIS-UCS2 UniJIS-UCS2-HW"],
  ["Japan1", 5, "UniJIS-UTF16"],
  ["Korea1", 0, "KSC-EUC KSCpc-EUC"],
  ["Korea1", 1, "KSCms-UHC KSCms-UHC-HW UniKS-UCS2"],
  ["Korea1", 2, "UniKS-UTF16"],
];

interface Collection {
  readonly registry: string;
  readonly ordering: string;
  readonly supplement: number;
}

function predefined(name: string): Collection | undefined {
  if (name === "H" || name === "V") return { registry: "Adobe", ordering: "Japan1", supplement: 1 };
  if (!/-[HV]$/.test(name)) return undefined;
  const row = PREDEFINED.find(([, , names]) => names.split(" ").includes(name.slice(0, -2)));
  return row && { registry: "Adobe", ordering: row[0], supplement: row[1] };
}

function isIdentity(name: PdfObject): boolean {
  return name === "Identity-H" || name === "Identity-V";
}

/** Whether the characters of a collection are known, so that CIDs have Unicode values. */
export function isKnownCollection(document: PdfDocument, info: PdfObject | undefined): boolean {
  const found = collectionOf(document, info);
  return found?.registry === "Adobe" && ["GB1", "CNS1", "Japan1", "Korea1", "KR"].includes(found.ordering);
}

function collectionOf(document: PdfDocument, object: PdfObject | undefined): Collection | undefined {
  const dict = document.dict(document.items(object, 1)?.[0] ?? object);
  const text = (key: string): string => {
    const value = document.resolve(dict?.get(key));
    return value instanceof PdfString ? latin1Text(value.bytes) : "";
  };
  const supplement = document.number(dict?.get("Supplement"));
  return supplement === undefined ? undefined : { registry: text("Registry"), ordering: text("Ordering"), supplement };
}

/** The CMap of a composite font (ISO 19005-2, 6.2.11.3). */
export function checkCMap(document: PdfDocument, font: PdfDict, descendant: PdfDict, findings: Findings): void {
  const encoding = document.resolve(font.get("Encoding"));
  if (typeof encoding === "string" && isIdentity(encoding)) return;
  const own = encoding instanceof PdfStream ? collectionOf(document, encoding.dict.get("CIDSystemInfo")) : undefined;
  const listed = typeof encoding === "string" ? predefined(encoding) : undefined;
  const cmap = own ?? listed;
  const cids = collectionOf(document, descendant.get("CIDSystemInfo"));
  const isAlike =
    cmap !== undefined &&
    cids !== undefined &&
    cids.registry === cmap.registry &&
    cids.ordering === cmap.ordering &&
    cids.supplement <= cmap.supplement;
  findings.demand(isAlike || isIdentity(nameOf(document, encoding)), "6.2.11.3.1-1");
  if (!(encoding instanceof PdfStream)) {
    findings.demand(listed !== undefined, "6.2.11.3.3-1", typeof encoding === "string" ? encoding : undefined);
    return;
  }
  checkUsed(document, encoding.dict.get("UseCMap"), findings);
  checkSource(document, encoding, findings);
}

function nameOf(document: PdfDocument, encoding: PdfObject): PdfObject {
  return encoding instanceof PdfStream ? document.resolve(encoding.dict.get("CMapName")) : encoding;
}

function checkUsed(document: PdfDocument, object: PdfObject | undefined, findings: Findings): void {
  const name = nameOf(document, document.resolve(object));
  if (typeof name !== "string") return;
  findings.demand(isIdentity(name) || predefined(name) !== undefined, "6.2.11.3.3-3", name);
}

/** What the CMap's own text says: its direction, the CIDs, and the CMap that it continues. */
function checkSource(document: PdfDocument, stream: PdfStream, findings: Findings): void {
  const bytes = unlessDamaged(() => document.streamData(stream));
  if (!bytes) return;
  let direction = 0;
  let section = "";
  let previous: string | undefined;
  let strings: number[] = [];
  for (const token of cmapTokens(bytes, document.work)) {
    if (token.kind === "word") {
      if (token.word === "usecmap" && previous !== undefined) checkUsed(document, previous, findings);
      section = token.word.startsWith("begin") ? token.word : token.word.startsWith("end") ? "" : section;
      strings = [];
    } else if (token.kind === "string") {
      if (strings.length < 2) strings.push(token.bytes.reduce((code, byte) => code * 256 + byte, 0));
    } else if (token.kind === "number") {
      if (section === "" && previous === "WMode") direction = token.value;
      const [low = 0, high = low] = strings;
      if (section === "begincidrange" || section === "begincidchar") {
        findings.demand(token.value + high - low <= 65_535, "6.1.13-10");
      }
      strings = [];
    }
    previous = token.kind === "name" ? token.name : undefined;
  }
  findings.demand((document.number(stream.dict.get("WMode")) ?? 0) === direction, "6.2.11.3.3-2");
}
