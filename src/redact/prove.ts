import { atOnce, type Turns } from "../meter/turns.ts";
import type { Work } from "../meter/work.ts";
import { Extent } from "../pdf-content/extent.ts";
import type { Reading } from "../pdf-content/interpreter/interpreter.ts";
import { readingForm, TextForms } from "../pdf-content/text/reading-form.ts";
import { MisfitProblem } from "../pdf-file/pdf-problem.ts";
import { type PdfObject, PdfStream, PdfString } from "../pdf-file/syntax/objects.ts";
import type { FurtherProof } from "../remove/prove/prove.ts";
import { unsound, type WrittenDocument } from "../remove/prove/written-document.ts";
import type { PageRemoval } from "../remove/report.ts";
import { type FindWord, inMarkup, textOfString } from "../remove/words.ts";
import { WholeGatherer } from "./page-text.ts";
import type { Finding } from "./request.ts";
import { acrossEnd, type Ends, endsOf, findOn, isAskedFor, type Searched, saidBesideOn } from "./search.ts";

/** What the pages of a finished file are compared with, by their indices. */
interface Proof {
  readonly removals: readonly PageRemoval[];
  /** Of pages that have changed: filled as they are read again. */
  readonly ends: Map<number, Ends>;
  /** What was found and is to stay. */
  readonly kept: ReadonlyMap<number, readonly Finding[]>;
}

export function hasLost({ removed, cut, dropped }: PageRemoval): boolean {
  return dropped.length > 0 || [...Object.values(removed), ...Object.values(cut)].some((count) => count > 0);
}

/** Refuses the finished file when a page still says a word. */
export function searchAgain(
  reading: Reading,
  index: number,
  { pages, rules }: Searched,
  find: FindWord,
  { removals, ends, kept }: Proof,
): ReturnType<FurtherProof["follow"]> {
  const asked = [...rules.entries()].filter(([, rule]) => isAskedFor(rule, index));
  if (asked.length === 0) return undefined;
  const { view, plan } = pages[index]!;
  const visitor = new WholeGatherer(Extent.of(view.visible), reading);
  // Nothing was found there, and nothing is gone that was between letters. Pages without a plan are read with all.
  const isSettled = !plan && !hasLost(removals[index]!);
  return {
    visitor,
    isSettled,
    end() {
      visitor.noteAnnotations(reading.document.page(index));
      const text = visitor.text();
      const said = [...text.said, ...["", " "].map((between) => text.said.join(between))];
      if (said.some((one) => find(one) !== undefined)) throw unproven(index);
      const staying = countsOf(kept.get(index) ?? []);
      for (const [at, rule] of asked) {
        const { work } = reading.document;
        const stay = staying.get(at) ?? new Map<string, number>();
        for (const one of atOnce(findOn(text, rule, work))) {
          const left = readingForm(one.spelt ?? one.text);
          const count = stay.get(left) ?? 0;
          if (count === 0) throw unproven(index);
          stay.set(left, count - 1);
        }
        if (!staying.has(at) && [...saidBesideOn(text, rule, [], work)].length > 0) throw unproven(index);
      }
      if (!isSettled) ends.set(index, endsOf(text));
      visitor.holding.letGo();
    },
  };
}

/** How often each rule's texts are to stay, in their reading form. */
function countsOf(kept: readonly Finding[]): Map<number, Map<string, number>> {
  const all = new Map<number, Map<string, number>>();
  for (const { rule, text: shown, spelt: text = shown } of kept) {
    const counts = all.get(rule) ?? new Map<string, number>();
    const form = readingForm(text);
    all.set(rule, counts.set(form, (counts.get(form) ?? 0) + 1));
  }
  return all;
}

/** Searches over the ends of pages, of which at least one has changed. */
export function* searchEnds({ pages, rules }: Searched, { ends, kept }: Proof, work: Work): Turns<void> {
  for (let index = 1; index < pages.length; index++) {
    if (!ends.has(index - 1) && !ends.has(index)) continue;
    const { last } = ends.get(index - 1) ?? pages[index - 1]!.ends ?? NO_ENDS;
    const { first } = ends.get(index) ?? pages[index]!.ends ?? NO_ENDS;
    const staying = countsOf(kept.get(index) ?? []);
    for (const [before, after] of acrossEnd(last, first)) {
      const { length } = before.join("\n");
      const lines = [...before, ...after].join("\n");
      const text = new TextForms(lines, work);
      for (const [at, rule] of rules.entries()) {
        if (!isAskedFor(rule, index - 1) || !isAskedFor(rule, index)) continue;
        for (const [from, to] of rule.find(text)) {
          if (from >= length || to <= length + 1) continue;
          const left = readingForm(lines.slice(from, to));
          if (!staying.get(at)?.has(left)) throw unproven(index);
        }
      }
    }
    yield;
  }
}

const NO_ENDS: Ends = { first: [], last: [] };

/** Entries of texts that are none: languages, operators, identifiers of collections. */
const NO_TEXTS = new Set(["Lang", "CheckSum", "DA", "Registry", "Ordering", "ID", "O", "U", "OE", "UE", "Perms"]);

export function* searchStrings(document: WrittenDocument, find: FindWord): Turns<void> {
  const isSaid = (text: string): void => {
    if (find(text) !== undefined) throw unsound("a text of the document with what is cut");
  };
  const look = (object: PdfObject): void => {
    if (object instanceof PdfString) isSaid(textOfString(object));
    else if (Array.isArray(object)) {
      if (object[0] !== "Indexed" && object[0] !== "I") for (const item of object) look(item);
    } else if (object instanceof PdfStream) {
      if (object.dict.get("Subtype") === "XML")
        inMarkup(document, object, (packet) => {
          for (const text of saidByXml(packet)) isSaid(text);
        });
      look(object.dict);
    } else if (object instanceof Map) for (const [key, value] of object) if (!NO_TEXTS.has(key)) look(value);
  };
  for (const { object, isContainer } of document.objects()) {
    if (!isContainer) look(object);
    yield;
  }
}

/** Texts and values of attributes, but for names: these are the standard's, and the same in all packets. */
function saidByXml(packet: string): string[] {
  return packet.split(/<(?!!)([^<>]*)>/).flatMap((part, index) => {
    if (index % 2 === 0) return [part];
    if (part.startsWith("?")) return [];
    const attributes = [...part.matchAll(/\s([\w:.-]+)=(?:"([^"]*)"|'([^']*)')/g)];
    return attributes.flatMap(([, name = "", one, other]) => (name.startsWith("xml") ? [] : [one ?? other ?? ""]));
  });
}

/** What is left on a page still reads like what is cut. */
export function unproven(index: number): MisfitProblem {
  return new MisfitProblem({ kind: "unproven", page: index + 1 });
}
