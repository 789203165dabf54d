#!/usr/bin/env node
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import * as engine from "../src/engine.ts";

/** The engine for people at a shell. */
const USAGE = `Usage: quire-engine COMMAND FILE… [options]

  crop in.pdf --auto [--margin 10] -o out.pdf        to what shows on each page
  crop in.pdf --area 1:36,36,200,100 -o out.pdf      page:x,y,width,height in points, from the lower left corner
      --remove            removes what lies outside, instead of hiding it
  split in.pdf --pages 1-3 --pages 4- -o folder      a file for each --pages
  split in.pdf --every 10 -o folder                  or --outline 1, or --bytes 5000000
  images a.jpg b.png -o out.pdf [--page-size A4] [--margin 20]
  redact in.pdf --text "Jane Doe" --pattern email -o out.pdf
      --dry-run           says what would be cut, and makes no file
  inspect in.pdf [--lines]                           pages, boxes and text, as JSON
      --markdown          the text alone, as Markdown
  check in.pdf --level pdfa-2b                       PDF/A or PDF/UA: ${engine.LEVELS.join(", ")}

  --password TEXT   opens an encrypted PDF
  --json            says on standard output, as JSON, what was done

Ends with 0 where it is done; 1 where the file cannot be used; 2 where the command is wrong; 3 where the answer is no:
the file does not meet the level, or nothing was found to redact.`;

const OPTIONS = {
  area: { type: "string", multiple: true },
  auto: { type: "boolean" },
  bytes: { type: "string" },
  "dry-run": { type: "boolean" },
  every: { type: "string" },
  help: { type: "boolean", short: "h" },
  json: { type: "boolean" },
  level: { type: "string" },
  lines: { type: "boolean" },
  margin: { type: "string" },
  markdown: { type: "boolean" },
  out: { type: "string", short: "o" },
  outline: { type: "string" },
  "page-size": { type: "string" },
  pages: { type: "string", multiple: true },
  password: { type: "string" },
  pattern: { type: "string", multiple: true },
  remove: { type: "boolean" },
  text: { type: "string", multiple: true },
} as const;

type Options = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>["values"];

/** The command is wrong. */
class UsageProblem extends Error {}

/** What was done: a line for a person, facts for a program, and whether the answer is yes. */
interface Done {
  readonly line: string;
  readonly facts: unknown;
  readonly yes?: boolean;
}

const COMMANDS: Record<string, (files: readonly string[], options: Options) => Promise<Done>> = {
  crop: async ([file], options) => {
    const pdf = opened(file, options);
    const definitions = options.auto
      ? (await engine.autoCrop(pdf, { margin: number(options.margin ?? "0", "margin") })).definitions
      : (options.area ?? []).map(areaOf);
    if (definitions.length === 0 && !options.auto) throw new UsageProblem("crop needs --auto or --area.");
    if (!options.remove) {
      const { file: made, ...facts } = await engine.crop(pdf, { definitions });
      return { ...written(made, options), facts: { ...facts, definitions } };
    }
    const { file: made, removal } = await engine.removeOutside(pdf, { definitions });
    return { ...written(made, options), facts: removal };
  },
  split: async ([file], options) => {
    const pdf = opened(file, options);
    const folder = needed(options.out, "-o FOLDER");
    const { parts } = await engine.split(pdf, modeOf(pdf, options));
    mkdirSync(folder, { recursive: true });
    const digits = String(parts.length).length;
    const names = parts.map(({ file: made }, index) => {
      const name = path.join(folder, `${String(index + 1).padStart(digits, "0")}.pdf`);
      write(name, made);
      return name;
    });
    const facts = parts.map(({ pages }, index) => ({ name: names[index], pages: pages.label }));
    return { line: `${names.length} files in ${folder}`, facts };
  },
  images: async (files, options) => {
    if (files.length === 0) throw new UsageProblem("images needs a file or more.");
    const images = files.map((name) => ({ name: path.basename(name), bytes: new Uint8Array(readFileSync(name)) }));
    const { file, failures, ...facts } = await engine.imagesToPdf(images, {
      ...(options["page-size"] && { pageSize: options["page-size"] as engine.PageSize }),
      ...(options.margin && { margin: number(options.margin, "margin") }),
    });
    for (const { name, message } of failures) console.error(`Not used: ${name}: ${message}`);
    return { ...written(file, options), facts: { ...facts, failures } };
  },
  redact: async ([file], options) => {
    const rules = [
      ...(options.text ?? []).map((contains) => ({ contains })),
      ...(options.pattern ?? []).map((pattern) => ({ pattern })),
    ] as engine.RedactionRule[];
    if (rules.length === 0) throw new UsageProblem("redact needs --text or --pattern.");
    const pdf = opened(file, options);
    const plan = await engine.findRedactions(pdf, { rules });
    const { findings, elsewhere, coverage } = plan;
    // What was not looked at comes first.
    for (const { page, state, why } of coverage.pages) {
      const kinds = [...new Set(why.map(({ kind }) => kind))].join(", ");
      if (state !== "read") console.error(`Page ${page} was not searched, or not all of it: ${kinds}`);
    }
    const facts = { coverage, findings, elsewhere };
    const count = findings.length + elsewhere.length;
    if (count === 0) return { line: "No text was found that the rules name. No file was made.", facts, yes: false };
    if (options["dry-run"]) return { line: `${count} texts would be cut.`, facts };
    const { file: made } = await engine.redactPdf(opened(file, options), { rules, mark: { colour: [0, 0, 0] } });
    return { ...written(made, options), facts };
  },
  inspect: async ([file], options) => {
    const text = options.markdown ? "markdown" : options.lines ? "lines" : undefined;
    const facts = await engine.inspect(opened(file, options), { text });
    const markdown = facts.pages.map((page) => page.text?.markdown).join("\n\n");
    return { line: options.markdown ? markdown : JSON.stringify(facts, null, 2), facts };
  },
  check: async ([file], options) => {
    const level = engine.LEVELS.find((each) => each === options.level);
    if (level === undefined) throw new UsageProblem(`check needs --level, one of ${engine.LEVELS.join(", ")}.`);
    if (file === undefined) throw new UsageProblem("A PDF is needed.");
    // The whole file is looked at, also what lies between its objects.
    const { password } = options;
    const facts = await engine.checkConformance(new Uint8Array(readFileSync(file)), level, { password });
    const line = facts.met ? `It meets ${level}.` : `It does not meet ${level}; --json says which rules.`;
    return { line, facts, yes: facts.met };
  },
};

/** A file is read where its bytes are asked for, so that its size does not matter. */
function opened(name: string | undefined, { password }: Options): engine.PdfDocument {
  if (name === undefined) throw new UsageProblem("A PDF is needed.");
  const file = openSync(name, "r");
  const read = (start: number, end: number) => {
    const bytes = new Uint8Array(end - start);
    for (let at = 0; at < bytes.length; ) {
      const count = readSync(file, bytes, at, bytes.length - at, start + at);
      if (count === 0) throw new Error(`${name} became shorter while it was read.`);
      at += count;
    }
    return bytes;
  };
  return engine.openPdf(engine.readOnDemand(fstatSync(file).size, read), { password });
}

function written(file: engine.PdfFile, options: Options): { line: string } {
  const name = needed(options.out, "-o FILE");
  write(name, file);
  return { line: `${name}: ${file.size} bytes` };
}

function write(name: string, { pieces }: engine.PdfFile): void {
  const file = openSync(name, "w");
  try {
    for (const piece of pieces) {
      for (const view of engine.passing(piece)) for (let at = 0; at < view.length; ) at += writeSync(file, view, at);
    }
  } finally {
    closeSync(file);
  }
}

function modeOf({ pageCount }: engine.PdfDocument, { pages, every, outline, bytes }: Options): engine.SplitInto {
  if (every) return { every: number(every, "every") };
  if (outline) return { outlineLevel: number(outline, "outline") };
  if (bytes) return { partBytes: number(bytes, "bytes") };
  if (!pages) throw new UsageProblem("split needs --pages, --every, --outline or --bytes.");
  const parts = pages.map((text) => engine.pageSet(engine.runsNamed(engine.readPageRanges(text), pageCount, {})));
  return { parts };
}

function areaOf(text: string): engine.CropDefinition {
  const [, page, ...sides] = /^(\d+):([\d.]+),([\d.]+),([\d.]+),([\d.]+)$/.exec(text) ?? [];
  if (page === undefined) throw new UsageProblem(`--area is page:x,y,width,height, not ${JSON.stringify(text)}.`);
  const [x, y, width, height] = sides.map(Number) as [number, number, number, number];
  return { page: Number(page), area: { x, y, width, height } };
}

function number(text: string, name: string): number {
  const value = Number(text);
  if (!(value >= 0)) throw new UsageProblem(`--${name} is a number, not ${JSON.stringify(text)}.`);
  return value;
}

function needed(value: string | undefined, name: string): string {
  if (value === undefined) throw new UsageProblem(`${name} is needed.`);
  return value;
}

/** A line on a terminal while something takes long. */
function progress(command: string): () => void {
  if (!process.stderr.isTTY) return () => {};
  let seconds = 0;
  const timer = setInterval(() => process.stderr.write(`\r${command}: ${++seconds} s `), 1_000);
  return () => {
    clearInterval(timer);
    if (seconds > 0) process.stderr.write("\r\u001b[K");
  };
}

async function main(): Promise<number> {
  let end = () => {};
  try {
    const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
    const [name = "", ...files] = positionals;
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command === undefined || values.help) {
      (values.help ? console.log : console.error)(USAGE);
      return values.help ? 0 : 2;
    }
    end = progress(name);
    const { line, facts, yes = true } = await command(files, values);
    end();
    console.log(values.json ? JSON.stringify(facts) : line);
    return yes ? 0 : 3;
  } catch (error) {
    end();
    const isUsage = error instanceof UsageProblem || (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
    console.error((error as Error).message);
    return isUsage ? 2 : 1;
  }
}

process.exitCode = await main();
