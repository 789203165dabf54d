import { markdownPage } from "../../../src/html/markdown/markdown.ts";
import { DEFAULT_OPTIONS, ImageDocument } from "../../../src/images/image-document.ts";
import { atOnce } from "../../../src/meter/turns.ts";
import type { Work } from "../../../src/meter/work.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { redactInTurns } from "../../../src/redact/redact.ts";
import { hostileImages } from "../../../test/fixtures/hostile/images.ts";
import { hostilePdfs, type PdfOperation } from "../../../test/fixtures/hostile/pdfs.ts";
import { tinyPdf } from "../../../test/fixtures/pdf.ts";
import { type Random, seeded } from "../../../test/fixtures/random.ts";
import { constructs } from "../../../test/fixtures/removal/constructs/index.ts";
import { SECRET } from "../../../test/fixtures/removal/secret.ts";
import { runPdf } from "../../../test/support/pdf-operations.ts";
import { gifSeeds, jpegSeeds, pngSeeds, tiffSeeds, webpSeeds } from "../targets/image-seeds.ts";
import { pdfSeeds } from "../targets/pdf-seeds.ts";
import { climbBytes, climbPdf } from "./climb.ts";

/** Larger seeds leave no room to climb. */
const MAX_SEED = 150_000;

/** What is done with an input: of a PDF an operation, or texts that are cut by the rules that `rules` has. */
export interface Doing {
  readonly kind: "pdf" | "image" | "markdown";
  readonly operation?: PdfOperation;
  readonly rules?: readonly Readonly<Record<string, string | number | boolean>>[];
}

export interface Input {
  readonly doing: Doing;
  readonly bytes: Uint8Array;
}

type Maker = (random: Random) => Input | Promise<Input>;

const OPERATIONS = [...new Set(hostilePdfs.map(({ operation }) => operation))];
const WORDS = ["a", "b*", "[a-z]", "\\pL", "(a|b)", ".", "^", "$", "x{9}", "\\s", "é", "(?i)k", "[^a]", "|", "a?"];

const pdfOf = (bytes: Uint8Array, random: Random, operation = random.pick(OPERATIONS)): Input => ({
  doing: random.next() < 0.15 ? { kind: "pdf", rules: rulesOf(random) } : { kind: "pdf", operation },
  bytes,
});
const imageOf = (bytes: Uint8Array): Input => ({ doing: { kind: "image" }, bytes });

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
const MAKERS: readonly Maker[] = [
  (random) => pdfOf(random.pick(documents), random),
  async (random) => pdfOf(await random.pick(constructs).make(SECRET), random),
  (random) => {
    const { make, operation } = random.pick(hostilePdfs);
    return pdfOf(make(), random, operation);
  },
  (random) => imageOf(random.pick(images)),
  (random) => imageOf(random.pick(hostileImages).make()),
  markdown,
];

export async function seed(random: Random): Promise<Input> {
  const made = await random.pick(MAKERS)(random);
  return made.bytes.length <= MAX_SEED ? made : seed(random);
}

export function climb({ doing, bytes }: Input, other: Input, random: Random): Input {
  const change = doing.kind === "pdf" && other.doing.kind === "pdf" ? climbPdf : climbBytes;
  const isOther = doing.kind === "pdf" && random.next() < 0.2;
  return { doing: isOther ? pdfOf(bytes, random).doing : doing, bytes: change(bytes, other.bytes, random) };
}

/** Does it as the service does. */
export async function run({ doing, bytes }: Input, work: Work): Promise<unknown> {
  if (doing.kind === "markdown") return markdownPage(new TextDecoder().decode(bytes), "markdown", { work });
  if (doing.kind === "image") {
    return new ImageDocument(work).add({ name: "a", bytes: bytes.slice() }, DEFAULT_OPTIONS);
  }
  if (doing.operation) return runPdf(doing.operation, bytes.slice(), work);
  const rules = doing.rules as Parameters<typeof redactInTurns>[1]["rules"];
  return atOnce(
    redactInTurns(openPdf(bytes.slice(), { work }), { rules, onUnreadable: "report", onUnremovable: "drop" }),
  );
}
