import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeResult } from "../bench/lib/docs.ts";
import { EngineProcess } from "../bench/lib/engine-process.ts";
import { machineLine } from "../bench/lib/machine.ts";
import { figure, isMet, summary, type Target, table } from "../bench/lib/report.ts";
import { fared, peersHere } from "./peers.ts";
import type { Wound } from "./wound.ts";
import { wounds } from "./wounds.ts";

const usage = `Runs the denials of service that others published, each as one small file made by code, on our operations and
on the readers that are here.

  npm run shelf -- [--only TEXT] [--ours] [--write]

--only takes those whose reader, number or shape has the text, --ours leaves out the others, --write writes
bench/results/…-shelf.md and its row in docs/inside/benchmarks.md.`;

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    ours: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit(0);
}

const MAX_MS = 2000;
const MAX_MB = 100;
/** The old space of a child, as small as an isolate's. */
const HEAP_MB = 96;
/** After it grew by so much, a child makes way for a new one. */
const RESTART_MB = 30;

interface Ours {
  readonly ms: number;
  readonly grown: number;
  readonly size: number;
  readonly operation: string;
  readonly outcome: string;
  readonly failures: readonly string[];
}

const folder = mkdtempSync(join(tmpdir(), "shelf-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const peers = values.ours ? [] : await peersHere();
const totals = new Map(peers.map(({ peer }) => [peer.name, { tried: 0, wounds: 0 }]));
const rows: string[][] = [];
const engine = new EngineProcess("shelf.ts", HEAP_MB);
let [slowest, largest, failures, count] = [0, 0, 0, 0];
const readers = new Set<string>();
/** What was measured until then is told. */
let isStopped = false;
process.on("SIGINT", () => {
  isStopped = true;
});

for (const wound of wounds) {
  const what = `${wound.reader} ${wound.number}: ${wound.shape}`;
  if (isStopped || !what.includes(values.only)) continue;
  count++;
  readers.add(wound.reader);
  const path = join(folder, `file${{ pdf: ".pdf", markdown: ".md", image: "" }[wound.kind]}`);
  writeFileSync(path, wound.make());
  const ours = await oursOf(wound, path);
  slowest = Math.max(slowest, ours.ms);
  largest = Math.max(largest, ours.grown);
  failures += ours.failures.length;
  const theirs = await theirsOf(wound, path);
  const own = `${figure(ours.ms)} ms, ${figure(ours.grown)} MB (${ours.operation})`;
  rows.push([
    wound.reader,
    `${wound.number} (${wound.year})`,
    `${wound.shape}${wound.told === "test" ? "" : " *"}`,
    String(ours.size),
    own,
    theirs,
  ]);
  console.log(
    `${what}\n  ${ours.size} bytes; ours ${own} ${ours.outcome} ${ours.failures.join("; ")}; ${theirs || "none"}`,
  );
}

async function oursOf({ kind }: Wound, path: string): Promise<Ours> {
  try {
    const ours = JSON.parse((await engine.run("wound", [kind, path])).note ?? "") as Ours;
    // What garbage is left of this file is not to count for the next ones.
    if (ours.grown > RESTART_MB) engine.stop();
    return ours;
  } catch (error) {
    return { ms: Number.NaN, grown: Number.NaN, size: 0, operation: "", outcome: "", failures: [String(error)] };
  }
}

/** Which of the peers the file hurts, and how. */
async function theirsOf(wound: Wound, path: string): Promise<string> {
  const hurt: string[] = [];
  for (const { peer } of peers.filter(({ peer: { kind } }) => kind === wound.kind)) {
    const { wound: how, cpu } = await fared(peer, path);
    const total = totals.get(peer.name)!;
    total.tried++;
    if (how !== "") total.wounds++;
    if (how !== "") hurt.push(`${peer.name} ${how}`);
    else if (cpu > MAX_MS / 1000) hurt.push(`${peer.name} ${figure(cpu)} s`);
  }
  return hurt.join(", ");
}

engine.stop();
const targets: Target[] = [
  { what: "CPU of the dearest of ours", value: slowest, limit: MAX_MS, better: "lower", unit: "ms" },
  { what: "growth of the largest of ours", value: largest, limit: MAX_MB, better: "lower", unit: "MB" },
  { what: "failures of ours", value: failures, limit: 0, better: "lower", unit: "" },
];
const body = [
  `${count} of ${wounds.length} files, of ${readers.size} readers, made by lab/shelf. Ours does all operations that take such a file, each with`,
  "the work that a request may do: the figures are the dearest operation's CPU time and how much the process grew over all",
  "of them, garbage included. Beside it stand the readers that a file hurts: more than 20 s of CPU, more than 1 GB, a process that dies, or the",
  "time where it is above 2 s. A star marks a shape that no more than the text of an advisory or a fix describes: such a",
  "file need not be the one that was reported, and may hurt nobody. Those of these releases that are old have mended much.",
  "",
  ...table(["reader", "number", "shape", "bytes", "ours", "hurts"], rows),
  "",
  ...table(
    ["reader", "version", "files", "> 20 s, > 1 GB or died"],
    [
      ["ours", "", String(count), String(failures)],
      ...peers.map(({ peer: { name }, version }) => {
        const { tried, wounds: hurt } = totals.get(name)!;
        return [name, version, String(tried), String(hurt)];
      }),
    ],
  ),
  "",
  ...table(
    ["target", "measured", "asked", "met"],
    targets.map((target) => [
      target.what,
      `${figure(target.value)} ${target.unit}`.trim(),
      `≤ ${target.limit} ${target.unit}`.trim(),
      isMet(target) ? "yes" : "NO",
    ]),
  ),
  "",
  "`npm run shelf -- --write` makes this table.",
].join("\n");
if (values.write) {
  const versions = Object.fromEntries([
    ["node", process.versions.node],
    ...peers.map(({ peer, version }) => [peer.name, version]),
  ]);
  const run = { date: new Date().toISOString(), machine: machineLine(), versions, missing: [] };
  writeResult(run, {
    slug: "shelf",
    title: "The hostile shelf: what others published",
    body,
    summary: summary(targets),
  });
}
console.log(
  `${count} files; ours: ${targets.map((one) => `${one.what} ${figure(one.value)} (${isMet(one) ? "met" : "NOT MET"})`).join("; ")}`,
);
for (const [name, { tried, wounds: hurt }] of totals) console.log(`${name}: ${hurt} of ${tried}`);
process.exitCode = targets.every(isMet) ? 0 : 1;
