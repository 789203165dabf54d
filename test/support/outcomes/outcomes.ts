import { expect, it } from "vitest";
import type { CropRequest } from "../../../src/crop/crop.ts";
import { DEFAULT_THRESHOLD } from "../../../src/pdf-content/content-limits.ts";
import { autoCrop, cropPdf, inspectPdf, mergePdfs, splitDocument } from "../at-once.ts";
import "../parts.ts";
import type { PdfDocument } from "../../../src/pdf-file/document.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { PdfProblem } from "../../../src/pdf-file/pdf-problem.ts";
import { finishPdf } from "../../../src/pdf-file/repack.ts";
import { pageSet } from "../../../src/pdf-pages/page-set.ts";
import type { SplitMode } from "../../../src/split/modes.ts";
import type { Sample } from "../../fixtures/samples/sample.ts";
import { expectTable, joined, wrapped } from "../recorded/lines.ts";
import { painted } from "../recorded/painted.ts";
import { brief } from "./brief.ts";
import { tree } from "./tree.ts";

const PAGES = 3;
const MIDDLE = { x: 40, y: 30, width: 90, height: 50 };
const INFORMATION = { title: "Ein Titel — 題", producer: "Quire" };

const open = ({ file, password }: Sample): PdfDocument => openPdf(new Uint8Array(file), { password });
const numbers = (values: Iterable<number>) => [...values].map((value) => Math.round(value * 100) / 100 + 0).join(" ");

/** Size, turn, boxes and content of the first pages. */
function seen(document: PdfDocument): string {
  const { pageCount, damage, pages } = inspectPdf(document, { from: 1, limit: PAGES, content: true });
  const each = pages.map(({ width, height, rotation, userUnit, boxes, contentBox }) => {
    const { mediaBox, ...inside } = boxes;
    const isUsual = (box: Iterable<number>) => numbers(box) === numbers([0, 0, width, height]);
    const others = Object.entries(inside).filter(([, box]) => numbers(box) !== numbers(mediaBox));
    return [
      `${numbers([width])}×${numbers([height])}`,
      rotation !== 0 && `turned ${rotation}`,
      userUnit !== 1 && `unit ${userUnit}`,
      !isUsual(mediaBox) && `from ${numbers(mediaBox.slice(0, 2))} to ${numbers(mediaBox.slice(2))}`,
      ...others.map(([name, box]) => `${name} ${numbers(box)}`),
      contentBox ? `content ${numbers(Object.values(contentBox))}` : "blank",
    ];
  });
  const faults = [damage.repaired && "repaired", damage.missingPages > 0 && `${damage.missingPages} missing`];
  const alike = [...new Set(each.map((facts) => facts.filter(Boolean).join(" ")))];
  return [`${pageCount} ${pageCount === 1 ? "page" : "pages"}`, ...faults.filter(Boolean), ...alike].join(", ");
}

function cropped(sample: Sample, request: CropRequest): string {
  const document = open(sample);
  const { rope, pagesCropped } = cropPdf(document, request);
  const result = openPdf(rope.toBytes(), { password: sample.password });
  for (let index = 0; index < Math.min(PAGES, result.pageCount); index++) {
    expect(result.page(index).dict.get("Contents")).toEqual(document.page(index).dict.get("Contents"));
  }
  return `${pagesCropped} cropped: ${seen(result)}`;
}

/** What a page paints, whatever numbers its objects have, and whatever else is in the resources of its forms. */
function paintedAlike(document: PdfDocument): string[] {
  return (
    painted(document, document.pageCount)
      .replaceAll(/\b\d+ \d+ R\b/g, "ref")
      .replaceAll(/^(form <<.*?)\/Resources .*>> (?=[\d.-]+ [\d.-]+ [\d.-]+ )/gm, "$1")
      .replaceAll("/Filter /FlateDecode>> ", ">> ")
      .replaceAll(/^(image <<.*>>) \d+ /gm, "$1 ")
      // Where viewers draw: a part has no signatures, for instance.
      .replaceAll(/^by viewers .*\n?/gm, "")
      .split(/^page \d+\n/m)
      .slice(1)
      .map((page) => page.trimEnd())
  );
}

/** By its table a page of these is not there, or is the catalog: what is written instead has no size of its own. */
const WITHOUT_A_PAGE = [
  "an /Index that claims too many",
  "a hybrid whose stream is elsewhere",
  "a tree of names in a circle, byte 138 gone",
];

function paintsAsBefore({ name }: Sample, after: string[], before: string[]): void {
  if (!WITHOUT_A_PAGE.includes(name)) expect(after).toEqual(before);
}

/** Each part opens, and each of its pages paints what it painted. */
function parts(sample: Sample, mode: (document: PdfDocument) => SplitMode): PdfDocument[] {
  const document = open(sample);
  const before = paintedAlike(open(sample));
  const made = splitDocument(document, mode(document), { outputBytes: 1e9, parts: 20 }).parts;
  return made.map(({ pages, pieces }) => {
    const part = openPdf(new Uint8Array(Buffer.concat([...pieces])), { password: sample.password });
    const own = pages.runs.flatMap(({ first, last }) => before.slice(first - 1, last));
    paintsAsBefore(sample, paintedAlike(part), own);
    return part;
  });
}

const everyPage = (): SplitMode => ({ every: 1 });
const lastPagesFirst = ({ pageCount }: PdfDocument): SplitMode => {
  const first = Math.max(1, pageCount - 1);
  const runs = [{ first, last: pageCount }];
  return { parts: [pageSet(first > 1 ? [...runs, { first: 1, last: 1 }] : runs)] };
};

/** What a user can ask of a document, by what the tables call it. */
const OPERATIONS = {
  seen: (sample) => seen(open(sample)),
  paints: (sample) => brief(open(sample)),
  cropped: (sample) => cropped(sample, { definitions: [{ page: 1, area: sample.area ?? MIDDLE }], all: true }),
  "cropped in user space": (sample) =>
    cropped(sample, { definitions: [{ page: 1, area: sample.area ?? MIDDLE }], coordinates: "userspace" }),
  "cropped to its content": (sample) => {
    const document = open(sample);
    const margin = { top: 3, right: 2, bottom: 1, left: 4 };
    const whole = pageSet([{ first: 1, last: document.pageCount }]);
    const how = {
      threshold: DEFAULT_THRESHOLD,
      specks: 1.5,
      margin,
      uniform: "none",
      ignore: 0,
      keepSize: false,
    } as const;
    const { definitions } = autoCrop(document, whole, how);
    return definitions.map(({ area }) => numbers(Object.values(area))).join(", ");
  },
  "each page": (sample) => parts(sample, everyPage).map(tree).join(" | "),
  "last pages first": (sample) => parts(sample, lastPagesFirst).map(tree).join(" | "),
  parts: (sample) => `${parts(sample, everyPage).length} parts`,
  bookmarks: (sample) =>
    parts(sample, () => ({ outlineLevel: 1 }))
      .map((part) => `${part.pageCount}`)
      .join(" + "),
  merged: (sample) => {
    const document = open(sample);
    const joined = [
      { document, title: "One" },
      { document: open(sample), title: "Two" },
    ];
    return tree(openPdf(mergePdfs(joined, { tagged: true, outline: "keep" }).rope.toBytes()));
  },
  repacked: (sample) => {
    const before = paintedAlike(open(sample));
    const { rope } = finishPdf(open(sample), INFORMATION, { tagged: false });
    const result = openPdf(new Uint8Array(rope.toBytes()), { password: sample.password });
    paintsAsBefore(sample, paintedAlike(result), before);
    return tree(result);
  },
} satisfies Record<string, (sample: Sample) => string>;

export type OperationName = keyof typeof OPERATIONS;

export type Operation = (sample: Sample) => string;

/** The words of what comes out, or of the refusal. Any other error is a fault of ours. */
function outcome(sample: Sample, name: string, operation: Operation): string {
  try {
    return operation(sample);
  } catch (error) {
    if (error instanceof PdfProblem) return `(${error.kind}: ${error.message})`;
    throw new Error(`${sample.name}, ${name}`, { cause: error });
  }
}

/**
 * Compares what comes out of each sample, in words, with the text in the folder `recorded` beside the test. Samples of
 * which the same comes out share their lines. `npm run record` writes the text again; read its difference.
 */
export function comeOutAsRecorded(
  chapters: Readonly<Record<string, readonly Sample[]>>,
  operations: readonly OperationName[],
): void {
  it.each(Object.entries(chapters))("%s", async (chapter, samples) => {
    await expectTable(chapter, outcomesOf(samples, operations), "recorded");
  });
}

export function outcomesOf(samples: Iterable<Sample>, names: readonly OperationName[]): string[] {
  return linesOf(samples, Object.fromEntries(names.map((name) => [name, OPERATIONS[name]])));
}

/**
 * What most samples come to is told once, at the head. The others tell what differs from it: a clause of theirs stands
 * in the place of that of the same kind.
 */
export function linesOf(samples: Iterable<Sample>, operations: Readonly<Record<string, Operation>>): string[] {
  const came = [...samples].map((sample): [sample: string, outcomes: string[]] => [
    sample.name,
    Object.entries(operations).map(([name, operation]) => outcome(sample, name, operation)),
  ]);
  const names = Object.keys(operations);
  const usual = names.map((_, at) => commonest(came.map(([, outcomes]) => outcomes[at] as string)));
  const alike = new Map<string, string[]>();
  for (const [sample, outcomes] of came) {
    const lines = names.flatMap((name, at) => {
      const differs = differenceFrom(usual[at], outcomes[at] as string);
      if (differs === "" || outcomes[at] === "") return [];
      const isSame = at > 0 && isPartOf(outcomes[at] as string, outcomes[0] as string);
      return [`${name}: ${isSame ? `as “${names[0]}”` : differs}`];
    });
    const text = lines.join("\n");
    alike.set(text, [...(alike.get(text) ?? []), sample]);
  }
  const heading = (text: string) => wrapped(text).map((line) => line.slice(2));
  const common = names.flatMap((name, at) => (usual[at] ? wrapped(`${name}: ${usual[at]}`) : []));
  return [
    ...(common.length > 0 ? [...heading("unless told otherwise"), ...common] : []),
    ...[...alike].flatMap(([text, samples]) => [
      ...heading(joined(samples)),
      ...(text === "" ? [] : text.split("\n").flatMap(wrapped)),
    ]),
  ];
}

/** What more than a tenth of them come to. */
function commonest(outcomes: readonly string[]): string | undefined {
  const counted = [...Map.groupBy(outcomes, (outcome) => outcome)].map(([text, all]) => ({ text, times: all.length }));
  const [first] = counted.sort((a, b) => b.times - a.times);
  return first && first.times > 2 && first.times * 10 > outcomes.length ? first.text : undefined;
}

const isPartOf = (text: string, whole: string) => {
  const clauses = whole.split("; ");
  return text.split("; ").every((clause) => clauses.includes(clause));
};

/** A clause begins with its kind: a word, or the page that it tells of. */
const kindOf = (clause: string) => /^(page \d+|\S*)/.exec(clause)?.[0] ?? "";

function differenceFrom(usual: string | undefined, text: string): string {
  if (usual === text) return "";
  const clauses = text.split("; ");
  const others = usual?.split("; ") ?? [];
  const kinds = clauses.map(kindOf);
  const otherKinds = others.map(kindOf);
  const areOnce = new Set(kinds).size === kinds.length && new Set(otherKinds).size === otherKinds.length;
  if (!areOnce || !kinds.some((kind) => otherKinds.includes(kind))) return text;
  const without = otherKinds.filter((kind) => !kinds.includes(kind)).map((kind) => `no “${kind}”`);
  const different = clauses.filter((clause) => !others.includes(clause));
  const shortened = different.map((clause) => shortenedBy(others[otherKinds.indexOf(kindOf(clause))] ?? "", clause));
  return [...shortened, ...without].join("; ");
}

/** Of a list, the items at its head and end that are usual are left out. */
function shortenedBy(usual: string, text: string): string {
  const kind = kindOf(text);
  const items = text.slice(kind.length + 1).split(", ");
  const others = usual.slice(kind.length + 1).split(", ");
  const most = Math.min(items.length, others.length);
  let head = 0;
  while (head < most && items[head] === others[head]) head++;
  let end = 0;
  while (end < most - head && items.at(-1 - end) === others.at(-1 - end)) end++;
  const rest = items.slice(head, items.length - end);
  return `${kind} ${[...(head > 0 ? ["…"] : []), ...rest, ...(end > 0 ? ["…"] : [])].join(", ")}`;
}

/** Each sample is opened, or refused by a name; and so is every result, whose pages paint what they painted. */
export function openOrAreRefused(
  chapters: Readonly<Record<string, readonly Sample[]>>,
  operations: readonly OperationName[],
): void {
  it.each(Object.entries(chapters))("%s, damaged or at random", (_, samples) => {
    let opened = 0;
    for (const sample of samples) {
      const came = operations.map((name) => outcome(sample, name, OPERATIONS[name]));
      if (came.some((text) => !text.startsWith("("))) opened++;
    }
    expect(opened).toBeGreaterThan(0);
  });
}
