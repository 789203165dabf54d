import { readFileSync, statSync } from "node:fs";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { tinyPdf } from "../../../test/fixtures/pdf.ts";
import { type Random, seeded } from "../../../test/fixtures/random.ts";
import { constructs } from "../../../test/fixtures/removal/constructs/index.ts";
import { type Kept, type Kind, SECRET, type Secret } from "../../../test/fixtures/removal/secret.ts";
import { removeOutside } from "../../../test/support/at-once.ts";
import { Finder, type Sought } from "../../../test/support/finder/finder.ts";
import { listFiles } from "../../corpus/files.ts";
import { refusalCode } from "../../corpus/refusal.ts";
import { mutateBytes } from "../mutate.ts";
import { mutateTokens } from "../mutate-tokens.ts";
import { keptOf } from "../removal/kept.ts";
import { plant } from "../removal/plant.ts";
import type { Target } from "../target.ts";
import { pdfSeeds } from "./pdf-seeds.ts";

/** Larger files take too long for what they show. */
const MAX_BYTES = 1 << 20;
/** Other letters than in the made documents, which have secrets of their own. */
const PLANTED: Secret = { ...SECRET, word: "XKVQZJWX" };

/** Ends a document that was broken after planting. What was outside may then be inside. */
const BROKEN = Buffer.from("\n% broken");

let folderFiles: string[] | undefined;
const seeds = [tinyPdf(1), tinyPdf(5), ...pdfSeeds(seeded(7))];

/** A secret planted outside, in a document that may also be broken, must be nowhere in the result of a removal. */
export const removalTarget: Target = {
  extension: "pdf",
  useFolder(folder) {
    folderFiles = listFiles(folder, "crop").filter((file) => statSync(file).size <= MAX_BYTES);
    if (folderFiles.length === 0) throw new Error(`No PDF of at most ${MAX_BYTES >> 20} MB is in ${folder}.`);
  },
  async make(random) {
    const base = await document(random);
    const planted = plant(base, keptOf(base), PLANTED.word, random) ?? base;
    if (random.next() < 0.6) return planted;
    const broken = random.next() < 0.5 ? mutateTokens(planted, random) : mutateBytes(planted, random);
    return Buffer.concat([broken, BROKEN]);
  },
  async check(input) {
    const kept = keptOf(input);
    try {
      return judge(input, kept);
    } catch (error) {
      const code = refusalCode(error);
      // A proof that fails is a fault of the removal, whatever it was given.
      if (code === undefined || code === "unverified") throw error;
      return `refused: ${code}`;
    }
  },
};

async function document(random: Random): Promise<Uint8Array> {
  if (folderFiles !== undefined) return new Uint8Array(readFileSync(random.pick(folderFiles)));
  return random.next() < 0.3 ? random.pick(seeds) : random.pick(constructs).make(SECRET);
}

function judge(input: Uint8Array, kept: readonly Kept[]): string {
  const document = openPdf(input);
  const areas = kept.filter(({ page }) => page <= document.pageCount);
  if (areas.length === 0) return "no page";
  const definitions = areas.map(({ page, box: [left, bottom, right, top] }) => ({
    page,
    area: { x: left, y: bottom, width: right - left, height: top - bottom },
  }));
  const result = removeOutside(document, { definitions, coordinates: "userspace" }).rope.toBytes();
  const isBroken = Buffer.from(input.buffer, input.byteOffset, input.length).subarray(-BROKEN.length).equals(BROKEN);
  const kinds: Kind[] = isBroken ? ["far"] : ["word", "far"];
  const sought: Sought = { secret: PLANTED, kept: areas, kinds };
  const left = Finder.search(result, sought);
  if (left.length > 0) throw new Error(`left: ${left.map(({ kind, where }) => `${kind} in ${where}`).join("; ")}`);
  if (isBroken) return "removed from what is broken";
  // A secret that was not found before proves nothing when it is not found afterwards.
  return Finder.search(input, { ...sought, kept: [] }).length > 0 ? "removed" : "nothing planted";
}
