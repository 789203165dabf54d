import { parseArgs } from "node:util";
import { wholeNumber } from "../lib/options.ts";
import { writeResult } from "./lib/docs.ts";
import { machineLine, packageVersions } from "./lib/machine.ts";
import { found, missingPeers, type PeerName, peerVersion, startUpMs } from "./lib/peers.ts";
import { figure, isMet, type Results, type Section, saveResults, sectionText, summary } from "./lib/report.ts";
import type { Build } from "./sections/studio.ts";

const usage = `Measures this service beside its peers, on inputs made by seeded code.

  npm run bench -- [startup] [intake] [crop] [auto] [removal] [redact] [split] [assemble]
                   [ceilings] [images] [html] [finish] [hostile] [isolation] [markdown] [studio] [ocr]
                   [--rounds N] [--json] [--write]

Each has parts of its own (crop-engine, crop-http …). Without a section, all of them. --json also writes
bench/results/*.json, --write bench/results/*.md and their rows in docs/inside/benchmarks.md.

  npm run bench -- studio --beside "http://localhost:8790 KEY NAME"     beside another build, which runs there`;

type Measure = (rounds: number, beside?: Build) => Promise<Section>;

/** A section is loaded when it is measured: most need the whole engine, and --help none of it. */
const sections: Record<string, () => Promise<Measure>> = {
  startup: async () => (await import("./sections/startup.ts")).startupSection,
  intake: async () => (await import("./sections/intake.ts")).intakeSection,
  "auto-engine": async () => (await import("./sections/auto.ts")).autoSection,
  "crop-engine": async () => (await import("./sections/crop.ts")).cropSection,
  "crop-http": async () => (await import("./sections/crop-http.ts")).cropHttpSection,
  "removal-engine": async () => (await import("./sections/removal.ts")).removalEngineSection,
  "removal-memory": async () => (await import("./sections/removal.ts")).removalMemorySection,
  "redact-engine": async () => (await import("./sections/redact.ts")).redactEngineSection,
  "redact-leaks": async () => (await import("./sections/redact.ts")).redactLeaksSection,
  "split-engine": async () => (await import("./sections/split.ts")).splitSection,
  "split-http": async () => (await import("./sections/split-http.ts")).splitHttpSection,
  "assemble-engine": async () => (await import("./sections/assemble.ts")).assembleEngineSection,
  "assemble-memory": async () => (await import("./sections/assemble.ts")).assembleMemorySection,
  ceilings: async () => (await import("./sections/ceilings.ts")).ceilingsSection,
  "images-engine": async () => (await import("./sections/images.ts")).imagesSection,
  "images-http": async () => (await import("./sections/images-http.ts")).imagesHttpSection,
  html: async () => (await import("./sections/html.ts")).htmlSection,
  "html-libraries": async () => (await import("./sections/html-libraries.ts")).htmlLibrariesSection,
  finish: async () => (await import("./sections/finish.ts")).finishSection,
  "hostile-files": async () => (await import("./sections/hostile-files.ts")).hostileFilesSection,
  "hostile-neighbours": async () => (await import("./sections/hostile-files.ts")).hostileNeighboursSection,
  "hostile-together": async () => (await import("./sections/hostile.ts")).hostileSection,
  isolation: async () => (await import("./sections/isolation.ts")).isolationSection,
  markdown: async () => (await import("./sections/markdown.ts")).markdownSection,
  "ocr-reading": async () => (await import("./sections/ocr.ts")).ocrReadingSection,
  "ocr-service": async () => (await import("./sections/ocr-service.ts")).ocrServiceSection,
  "ocr-margin": async () => (await import("./sections/ocr.ts")).ocrMarginSection,
  "ocr-redaction": async () => (await import("./sections/ocr.ts")).ocrRedactionSection,
  "studio-files": async () => (await import("./sections/studio.ts")).studioSection,
  "studio-scrolling": async () => (await import("./sections/studio.ts")).studioScrollingSection,
};

/** A section can be chosen by its own name, or with others by the part before the hyphen. */
const isChosen = (name: string, asked: string) => name === asked || name.startsWith(`${asked}-`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "5" },
    json: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    beside: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const names = Object.keys(sections);
const unknown = positionals.filter((asked) => !names.some((name) => isChosen(name, asked)));
if (values.help || unknown.length > 0) {
  console.log(unknown.length > 0 ? `No section ${unknown.join(", ")}.\n\n${usage}` : usage);
  process.exit(values.help ? 0 : 2);
}

const rounds = wholeNumber("rounds", values.rounds, 1, 100);
const [url, key = "", ...name] = values.beside?.split(" ") ?? [];
const beside = url === undefined ? undefined : { url, key, name: name.join(" ") };
const peers: PeerName[] = ["qpdf", "mutool", "gs", "pdfseparate", "img2pdf", "convert"];
const versions = packageVersions();
const startUps: string[] = [];
for (const peer of peers.filter(found)) {
  versions[peer] = await peerVersion(peer);
  startUps.push(`${peer} ${figure(await startUpMs(peer))} ms`);
}
const missing = missingPeers(peers);
const results: Results = { date: new Date().toISOString(), machine: machineLine(), versions, missing, sections: [] };

console.log(`${results.date.slice(0, 10)} · ${results.machine}`);
console.log(
  Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(" · "),
);
console.log(`Process start-up, contained in the peers' times: ${startUps.join(", ") || "no peer found"}`);
if (missing.length > 0) console.log(`Not on PATH, so not measured: ${missing.join(", ")}`);

const chosen = Object.entries(sections).filter(
  ([name]) => positionals.length === 0 || positionals.some((asked) => isChosen(name, asked)),
);
for (const [index, [name, load]] of chosen.entries()) {
  console.error(`\nMeasuring ${name} (${index + 1} of ${chosen.length}) …`);
  const measure = await load();
  const section = await measure(rounds, beside);
  results.sections.push(section);
  const text = sectionText(section);
  console.log(`\n## ${section.name}\n\n${text}`);
  if (values.write)
    writeResult(results, { slug: name, title: section.name, body: text, summary: summary(section.targets) });
}

const targets = results.sections.flatMap((section) => section.targets);
const met = targets.filter(isMet).length;
console.log(`\n${met} of ${targets.length} targets met.`);
if (values.json) console.log(`Written: ${saveResults(results).replace(/^.*bench\/results/, "bench/results")}`);
