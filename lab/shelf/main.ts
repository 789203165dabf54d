import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeResult } from "../bench/lib/docs.ts";
import { EngineProcess } from "../bench/lib/engine-process.ts";
import { machineLine } from "../bench/lib/machine.ts";
import { figure, isMet, summary } from "../bench/lib/report.ts";
import { fared, peersHere } from "./peers.ts";
import { bodyOf, LONG_S, targetsOf } from "./report.ts";
import { keep, kept, keyOf, type Ours } from "./state.ts";
import type { Wound } from "./wound.ts";
import { wounds } from "./wounds.ts";

const usage = `Runs the denials of service that others published, each as one small file made by code, on our operations and
on the readers that are here.

  npm run shelf -- [--only TEXT] [--ours] [--again] [--write]

--only takes those whose reader, number or shape has the text, --ours leaves out the others, --write writes
bench/results/…-shelf.md and its row in docs/inside/benchmarks.md. What was measured is kept in .quire: a run that is
stopped (Ctrl-C) writes what there is, and the next one goes on from there, unless --again.`;

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    ours: { type: "boolean", default: false },
    again: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}

/** The old space of a child, as small as an isolate's. */
const HEAP_MB = 96;
/** After it grew by so much, a child makes way for a new one. */
const RESTART_MB = 30;

const folder = mkdtempSync(join(tmpdir(), "shelf-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const peers = values.ours ? [] : await peersHere();
const chosen = wounds.filter((wound) => keyOf(wound).includes(values.only));
const measured = values.again ? {} : kept();
const engine = new EngineProcess("shelf.ts", HEAP_MB);
let isStopped = false;
process.on("SIGINT", () => {
  isStopped = true;
});

for (const wound of chosen) {
  const one = measured[keyOf(wound)] ?? { theirs: {} };
  measured[keyOf(wound)] = one;
  if (isStopped || one.ours) continue;
  one.ours = await oursOf(wound, fileOf(wound));
  keep(measured);
  const { ms, grown, size, operation, outcome, failures } = one.ours;
  console.log(`${keyOf(wound)}\n  ${size} bytes: ${figure(ms)} ms, ${figure(grown)} MB, ${operation} ${outcome}`);
  for (const failure of failures) console.log(`  ${failure}`);
}
engine.stop();

for (const wound of chosen) {
  const { theirs } = measured[keyOf(wound)]!;
  const missing = peers.filter(({ peer: { name, kind } }) => kind === wound.kind && theirs[name] === undefined);
  if (isStopped || missing.length === 0) continue;
  const path = fileOf(wound);
  for (const { peer } of missing) {
    const { wound: how, cpu } = await fared(peer, path);
    theirs[peer.name] = how || (cpu > LONG_S ? `${figure(cpu)} s` : "");
  }
  keep(measured);
  console.log(`${keyOf(wound)}\n  ${JSON.stringify(theirs)}`);
}

function fileOf(wound: Wound): string {
  const path = join(folder, `file${{ pdf: ".pdf", markdown: ".md", image: "" }[wound.kind]}`);
  writeFileSync(path, wound.make());
  return path;
}

async function oursOf({ kind }: Wound, path: string): Promise<Ours> {
  try {
    const look = async () => JSON.parse((await engine.run("wound", [kind, path])).note ?? "") as Ours;
    const ours = await look();
    if (ours.grown <= RESTART_MB) return ours;
    // The garbage of those before counts not for this one, and this one's not for those after it.
    engine.stop();
    const alone = await look();
    engine.stop();
    return alone;
  } catch (error) {
    return { ms: Number.NaN, grown: Number.NaN, size: 0, operation: "", outcome: "", failures: [String(error)] };
  }
}

const shelf = { wounds: chosen, measured, peers };
const targets = targetsOf(shelf);
if (values.write) {
  const versions = {
    node: process.versions.node,
    ...Object.fromEntries(peers.map(({ peer, version }) => [peer.name, version])),
  };
  const run = { date: new Date().toISOString(), machine: machineLine(), versions, missing: [] };
  const title = "The hostile shelf: what others published";
  writeResult(run, { slug: "shelf", title, body: bodyOf(shelf), summary: summary(targets) });
}
for (const target of targets)
  console.log(`${target.what}: ${figure(target.value)}, ${isMet(target) ? "met" : "NOT MET"}`);
process.exitCode = targets.every(isMet) ? 0 : 1;
