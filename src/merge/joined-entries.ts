import type { Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import { ByteWriter } from "../pdf-file/syntax/byte-writer.ts";
import { type PdfDict, type PdfObject, PdfRef, pdfDict } from "../pdf-file/syntax/objects.ts";
import { writeObject } from "../pdf-file/syntax/serialise.ts";
import type { ObjectCopier } from "../pdf-file/write/assembly.ts";
import { PageLabels } from "../pdf-pages/page-labels.ts";
import { latin1Text } from "../platform/latin1.ts";

/** What of a layer configuration is a list that can be joined (ISO 32000-2 table 99). */
const LISTS = ["Order", "RBGroups", "Locked", "AS"] as const;

/** The layers of all documents (§8.11.4), each as its document shows it at first. */
export function joinedLayers(members: readonly ObjectCopier[]): PdfDict | undefined {
  const groups = members.flatMap((member) => copiedList(member, layersOf(member)?.get("OCGs")));
  if (groups.length === 0) return undefined;
  const shown = pdfDict({ OFF: members.flatMap((member) => hiddenLayers(member).map((layer) => member.copy(layer))) });
  for (const name of LISTS) {
    const list = members.flatMap((member) =>
      copiedList(member, member.document.dict(layersOf(member)?.get("D"))?.get(name)),
    );
    if (list.length > 0) shown.set(name, list);
  }
  return pdfDict({ OCGs: groups, D: shown });
}

function layersOf({ document }: ObjectCopier): PdfDict | undefined {
  return document.dict(document.catalog.get("OCProperties"));
}

function copiedList(member: ObjectCopier, list: PdfObject | undefined): PdfObject[] {
  return (member.document.array(list) ?? []).map((item) => member.copy(item));
}

/** The layers that a document hides at first: those in /OFF, or with /BaseState /OFF all that are not in /ON. */
function hiddenLayers(member: ObjectCopier): readonly PdfObject[] {
  const { document } = member;
  const properties = layersOf(member);
  const shown = document.dict(properties?.get("D"));
  if (shown?.get("BaseState") !== "OFF") return document.array(shown?.get("OFF")) ?? [];
  const on = document.array(shown.get("ON")) ?? [];
  const numbers = new Set(on.map((layer) => (layer instanceof PdfRef ? layer.number : -1)));
  const all = document.array(properties?.get("OCGs")) ?? [];
  return all.filter((layer) => !(layer instanceof PdfRef && numbers.has(layer.number)));
}

/** A page of the whole, as one of its document's. */
export interface PlacedPage {
  readonly part: number;
  /** Its index in the document; undefined for a page that is new. */
  readonly index: number | undefined;
}

/** The labels that the pages have in their documents (§12.4.2); undefined where no document has any. */
export function joinedLabels(members: readonly ObjectCopier[], pages: readonly PlacedPage[]): PdfDict | undefined {
  if (!members.some(({ document }) => document.dict(document.catalog.get("PageLabels")))) return undefined;
  const labels = members.map(({ document }) => new PageLabels(document));
  const nums: PdfObject[] = [];
  for (const { at, part, indices } of runsOfParts(pages)) {
    const [first] = indices;
    const plain: PdfObject[] = first === undefined ? [0, new Map()] : [0, pdfDict({ S: "D", St: first + 1 })];
    const ranges = first === undefined ? plain : labels[part]!.of(indices)?.get("Nums");
    for (const item of Array.isArray(ranges) ? ranges : plain) nums.push(typeof item === "number" ? item + at : item);
  }
  return pdfDict({ Nums: nums });
}

/** Pages of one document that follow one another; a new page is a run without any. */
function runsOfParts(pages: readonly PlacedPage[]): { at: number; part: number; indices: number[] }[] {
  const runs: { at: number; part: number; indices: number[] }[] = [];
  for (const [at, { part, index }] of pages.entries()) {
    const last = runs.at(-1);
    if (last && last.part === part && index !== undefined && last.indices.length > 0) last.indices.push(index);
    else runs.push({ at, part, indices: index === undefined ? [] : [index] });
  }
  return runs;
}

/** What several lists of the catalogs are together: article threads, files that belong to the documents. */
export function joinedList(members: readonly ObjectCopier[], key: string): PdfObject[] {
  return members.flatMap((member) => copiedList(member, member.document.catalog.get(key)));
}

/**
 * What colours mean on paper (§14.11.5): what all documents say alike. Where they differ, or only some say it, one
 * would be wrong for pages of another: then none, and `differ`.
 */
export function joinedIntents(members: readonly ObjectCopier[]): { intents: PdfObject[]; differ: boolean } {
  const copied = members.map((member) => {
    const { document } = member;
    return (document.array(document.catalog.get("OutputIntents")) ?? []).map((intent) =>
      member.copyDict(document.dict(intent) ?? new Map()),
    );
  });
  const [first = []] = copied;
  const texts = copied.map((intents, at) => textOf(intents, members[at]!.document.work));
  const isAlike = texts.every((text) => text === texts[0]);
  return isAlike ? { intents: first, differ: false } : { intents: [], differ: true };
}

/** Enough to tell output intents apart: profiles that are alike have one reference. */
function textOf(intents: readonly PdfDict[], work: Work): string {
  const out = new ByteWriter();
  for (const intent of intents) {
    const before = out.length;
    writeObject(out, new Map([...intent].sort(([a], [b]) => (a < b ? -1 : 1))));
    work.spend((out.length - before) * COST.packedByte);
  }
  return latin1Text(out.view());
}
