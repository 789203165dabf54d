import { readFileSync, statSync } from "node:fs";
import { performed } from "../../../src/api/in-page.ts";
import type { DescribedOperation } from "../../../src/api/operation.ts";
import { assemble } from "../../../src/api/operations/assemble.ts";
import { crop } from "../../../src/api/operations/crop.ts";
import { imageToPdf } from "../../../src/api/operations/images.ts";
import { inspect } from "../../../src/api/operations/inspect.ts";
import { redact } from "../../../src/api/operations/redact.ts";
import { split } from "../../../src/api/operations/split.ts";
import { markdownPage } from "../../../src/html/markdown/markdown.ts";
import { inTurns } from "../../../src/meter/turns.ts";
import type { Work } from "../../../src/meter/work.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { redactInTurns } from "../../../src/redact/redact.ts";
import { hostileImages } from "../../../test/fixtures/hostile/images.ts";
import { hostilePdfs, type PdfOperation } from "../../../test/fixtures/hostile/pdfs.ts";
import { tinyPdf } from "../../../test/fixtures/pdf.ts";
import { type Random, seeded } from "../../../test/fixtures/random.ts";
import { constructs } from "../../../test/fixtures/removal/constructs/index.ts";
import { SECRET } from "../../../test/fixtures/removal/secret.ts";
import { copiesOf, pdfInTurns } from "../../../test/support/pdf-operations.ts";
import { listFiles } from "../../corpus/files.ts";
import { gifSeeds, jpegSeeds, pngSeeds, tiffSeeds, webpSeeds } from "../targets/image-seeds.ts";
import { pdfSeeds } from "../targets/pdf-seeds.ts";
import { bodySeed, readBody, type Sent } from "./bodies.ts";
import { climbBytes, climbPdf } from "./climb.ts";
import { drawnFields } from "./options.ts";

/** Larger seeds leave no room to climb. */
const MAX_SEED = 150_000;

/**
 * What is done with an input: of a PDF an operation, texts that are cut by the rules that `rules` has, or what a request
 * asks.
 */
export interface Doing {
  readonly kind: "pdf" | "image" | "markdown" | "body";
  readonly operation?: PdfOperation;
  readonly asked?: { readonly operation: keyof typeof ASKED; readonly fields: Readonly<Record<string, unknown>> };
  readonly sent?: Sent;
  readonly rules?: readonly Readonly<Record<string, string | number | boolean>>[];
}

export interface Input {
  readonly doing: Doing;
  readonly bytes: Uint8Array;
}

type Maker = (random: Random) => Input | Promise<Input>;

const OPERATIONS = [...new Set(hostilePdfs.map(({ operation }) => operation))];
const WORDS = ["a", "b*", "[a-z]", "\\pL", "(a|b)", ".", "^", "$", "x{9}", "\\s", "é", "(?i)k", "[^a]", "|", "a?"];

/** Operations with every option that a request may have. */
const ASKED = { crop, split, redact, inspect, imageToPdf, assemble } as const;
/** So many files are asked for as documents of one request. */
const ASSEMBLED = 3;

function pdfOf(bytes: Uint8Array, random: Random, operation = random.pick(OPERATIONS)): Input {
  const chance = random.next();
  if (chance < 0.15) return { doing: { kind: "pdf", rules: rulesOf(random) }, bytes };
  if (chance < 0.6) return { doing: { kind: "pdf", operation }, bytes };
  const name = random.pick(["crop", "split", "redact", "inspect", "assemble"] as const);
  return { doing: { kind: "pdf", asked: { operation: name, fields: drawnFields(ASKED[name], random) } }, bytes };
}
const imageOf = (bytes: Uint8Array, random: Random): Input => {
  const fields = random.next() < 0.5 ? {} : drawnFields(imageToPdf, random);
  return { doing: { kind: "image", asked: { operation: "imageToPdf", fields } }, bytes };
};

function rulesOf(random: Random): NonNullable<Doing["rules"]> {
  const one = () => Array.from({ length: 1 + random.below(6) }, () => random.pick(WORDS)).join("");
  const kinds = [
    () => ({ regex: one() }),
    () => ({ contains: one(), caseSensitive: random.next() < 0.5 }),
    () => ({ words: one() }),
    () => ({ equals: one() }),
    () => ({ digits: 1 + random.below(12) }),
    () => ({ pattern: random.pick(["email", "iban", "card", "phone", "date"]) }),
  ];
  return Array.from({ length: random.pick([1, 3, 30, 100]) }, () => random.pick(kinds)());
}

const MARKDOWN =
  "# a|- b|1. c|> d|> - e|`f`|```js\ng\n```|*h*|**i**|~~j~~|[k](l)|![m](n)|[o]: p|[^q]|[^q]: r|<b>s</b>|&amp;|\\*|a|b|-|-|www.t.uv|" +
  "https://w.x|y@z.ab|- [ ] c|---|***|\n\n|    d|<!-- e -->|<details>|<table><tr><td>|\u0301|א| |\t";
const markdown: Maker = (random) => {
  const words = MARKDOWN.split("|");
  const said = Array.from(
    { length: 1 + random.below(6) },
    () => random.pick(words) + random.pick(["", "\n", " ", "\n\n"]),
  );
  const again = said.join("").repeat(10 ** (random.next() * 4));
  const open = random.pick(["", ">", "- ", "> - ", "1. "]).repeat(random.below(120));
  return { doing: { kind: "markdown" }, bytes: Buffer.from(`${open}${again}`.slice(0, 200_000)) };
};

const images = [...jpegSeeds(), ...pngSeeds(), ...gifSeeds(), ...tiffSeeds(), ...(await webpSeeds())];
const documents = [tinyPdf(1), tinyPdf(12), ...pdfSeeds(seeded(7))];
let [pdfs, pictures] = [hostilePdfs, hostileImages];
let makers: readonly Maker[] = [
  (random) => pdfOf(random.pick(documents), random),
  async (random) => pdfOf(await random.pick(constructs).make(SECRET), random),
  hostilePdf,
  hostilePdf,
  (random) => imageOf(random.pick(images), random),
  (random) => imageOf(random.pick(pictures).make(), random),
  markdown,
  async (random) => {
    const { sent, bytes } = await bodySeed(random);
    return { doing: { kind: "body", sent }, bytes };
  },
];

function hostilePdf(random: Random): Input {
  const { make, operation } = random.pick(pdfs);
  return pdfOf(make(), random, operation);
}

/** Begins with the files of a folder as often as with everything else. */
export function useFolder(folder: string): void {
  const small = (kind: "crop" | "images") => listFiles(folder, kind).filter((file) => statSync(file).size <= MAX_SEED);
  const [ownPdfs, ownImages] = [small("crop"), small("images")];
  if (ownPdfs.length + ownImages.length === 0) throw new Error(`No PDF or image of at most 150 KB is in ${folder}.`);
  const read = (random: Random): Input => {
    const at = random.below(ownPdfs.length + ownImages.length);
    const file = ownPdfs[at] ?? ownImages[at - ownPdfs.length]!;
    return at < ownPdfs.length ? pdfOf(readFileSync(file), random) : imageOf(readFileSync(file), random);
  };
  makers = [...makers, ...makers.map(() => read)];
}

let chosen: readonly (() => Input)[] = [];

/** Of what was chosen, first each as it is. */
export function chosenSeed(index: number): Input | undefined {
  return chosen[index]?.();
}

/** Begins only with hostile files whose names have these words, and with the kind of input that is called so. */
export function choose(words: string): void {
  pdfs = hostilePdfs.filter(({ name }) => name.includes(words));
  pictures = hostileImages.filter(({ name }) => name.includes(words));
  const asked = { operation: "imageToPdf", fields: {} } as const;
  chosen = [
    ...pdfs.map(
      ({ operation, make }) =>
        (): Input => ({ doing: { kind: "pdf", operation }, bytes: make() }),
    ),
    ...pictures.map(
      ({ make }) =>
        (): Input => ({ doing: { kind: "image", asked }, bytes: make() }),
    ),
  ];
  makers = [
    ...(pdfs.length > 0 ? [hostilePdf] : []),
    ...(pictures.length > 0 ? [(random: Random) => imageOf(random.pick(pictures).make(), random)] : []),
    ...("markdown".includes(words) ? [markdown] : []),
  ];
  if (makers.length === 0) throw new Error(`No seed is called ${words}.`);
}

export async function seed(random: Random): Promise<Input> {
  for (;;) {
    const made = await random.pick(makers)(random);
    if (made.bytes.length <= MAX_SEED) return made;
  }
}

export function climb({ doing, bytes }: Input, other: Input, random: Random): Input {
  const change = doing.kind === "pdf" && other.doing.kind === "pdf" ? climbPdf : climbBytes;
  const isOther = doing.kind === "pdf" && random.next() < 0.2;
  return { doing: isOther ? pdfOf(bytes, random).doing : doing, bytes: change(bytes, other.bytes, random) };
}

/** A body is read on no meter, so by its size: a byte of it may cost as much as ten of a file that is only opened. */
const BODY_BYTE = 10;

/** How often each byte of an input counts. */
export function timesRead({ doing: { kind, operation, asked }, bytes }: Input): number {
  if (kind === "body") return BODY_BYTE;
  if (asked?.operation === "assemble") return ASSEMBLED;
  return operation ? copiesOf(operation, bytes) : 1;
}

/** What is done, in a word. */
export function nameOf({ kind, operation, asked, sent, rules }: Doing): string {
  if (asked) return `asked ${asked.operation}`;
  if (sent) return `${sent.path} as ${sent.type.split(/[/;]/)[1]}`;
  return operation ?? (rules ? "rules" : kind);
}

/** Does it as the service does. */
export async function run({ doing, bytes }: Input, work: Work): Promise<unknown> {
  const { kind, operation, asked, sent } = doing;
  if (kind === "markdown") return markdownPage(new TextDecoder().decode(bytes), "markdown", { work });
  if (sent) return readBody(sent, bytes);
  if (asked) return ask(asked, bytes, work);
  if (operation) return inTurns(pdfInTurns(operation, bytes.slice(), work), work);
  const rules = doing.rules as Parameters<typeof redactInTurns>[1]["rules"];
  const document = openPdf(bytes.slice(), { work });
  return inTurns(redactInTurns(document, { rules, onUnreadable: "report", onUnremovable: "drop" }), work);
}

async function ask(
  { operation, fields }: NonNullable<Doing["asked"]>,
  bytes: Uint8Array,
  work: Work,
): Promise<unknown> {
  const names = Array.from({ length: operation === "assemble" ? ASSEMBLED : 1 }, (_, at) => `${at + 1}.pdf`);
  const files = names.map((name) => ({ field: "file", name, blob: new Blob([bytes.slice()]) }));
  const { signal } = new AbortController();
  const running = { begins: () => undefined, signal, work };
  const own = ASKED[operation] as unknown as DescribedOperation;
  const answered = await performed(own, { operation, fields, files }, running);
  if ("error" in answered)
    throw Object.assign(new Error(String(answered.error.message)), { kind: answered.error.code });
  return answered.answer;
}
