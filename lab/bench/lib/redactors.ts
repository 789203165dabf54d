import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atOnce } from "../../../src/meter/turns.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { type RedactionResult, redactInTurns } from "../../../src/redact/redact.ts";
import * as mupdf from "../../../test/fixtures/mupdf/mupdf.ts";
import { onPath, run } from "../../lib/tools.ts";

/** Cuts a word out of a file, found by the tool's own search, with all that the tool offers to leave nothing. */
export interface Redactor {
  readonly name: string;
  /** The command that does the same from file to file; undefined where it is done in this process. */
  readonly command?: (word: string, input: string, output: string) => readonly [command: string, args: string[]];
  redact(file: Uint8Array, word: string): Promise<Uint8Array>;
  /** What its answer names as not searched, and refuses unless it is told not to. Other tools answer nothing. */
  unsearched?(file: Uint8Array, word: string): string[];
}

export const ours: Redactor = {
  name: "ours",
  async redact(file, word) {
    return redacted(file, word).rope.toBytes();
  },
  unsearched(file, word) {
    const { coverage, redaction } = redacted(file, word);
    if (redaction.verified || coverage.partly + coverage.pictures === 0) return [];
    return coverage.pages.flatMap(({ why }) => why.map(({ kind }) => kind));
  },
};

function redacted(file: Uint8Array, word: string): RedactionResult {
  const request = { rules: [{ contains: word }], mark: { colour: [0, 0, 0] }, onUnreadable: "report" } as const;
  return atOnce(redactInTurns(openPdf(file), request));
}

const MUTOOL = `
var document = new PDFDocument(scriptArgs[1]);
for (var i = 0, n = document.countPages(); i < n; i++) {
  var page = document.loadPage(i);
  var found = page.search(scriptArgs[0]);
  for (var k = 0; k < found.length; k++) page.createAnnotation("Redact").setQuadPoints(found[k]);
  if (found.length > 0) page.applyRedactions(true, 2);
}
document.save(scriptArgs[2], "garbage=compact,compress");
`;

const PYMUPDF = `
import sys, fitz
word, source, target = sys.argv[1:]
document = fitz.open(source)
# By index: redacting ends the pages' own iterator.
for index in range(document.page_count):
    page = document[index]
    found = page.search_for(word, quads=True)
    for quad in found: page.add_redact_annot(quad, fill=(0, 0, 0))
    if found: page.apply_redactions(images=fitz.PDF_REDACT_IMAGE_PIXELS)
try: document.scrub()
except ValueError: pass  # It refuses documents with free numbers.
document.save(target, garbage=4, deflate=True, clean=True)
`;

/** MuPDF as npm has it, which is newer than most systems' mutool. */
const mupdfOfNpm: Redactor = {
  name: `mupdf ${versionOf("mupdf")} (npm)`,
  async redact(file, word) {
    const document = mupdf.Document.openDocument(file.slice(), "application/pdf") as mupdf.PDFDocument;
    const { REDACT_IMAGE_PIXELS, REDACT_LINE_ART_REMOVE_IF_TOUCHED, REDACT_TEXT_REMOVE } = mupdf.PDFPage;
    for (let index = 0; index < document.countPages(); index++) {
      const page = document.loadPage(index) as mupdf.PDFPage;
      const found = page.search(word, {});
      for (const quads of found) page.createAnnotation("Redact").setQuadPoints(quads);
      page.applyRedactions(true, REDACT_IMAGE_PIXELS, REDACT_LINE_ART_REMOVE_IF_TOUCHED, REDACT_TEXT_REMOVE);
    }
    const bytes = document.saveToBuffer("garbage=compact,compress,sanitize").asUint8Array().slice();
    document.destroy();
    return bytes;
  },
};

/** Compared where somebody has it: `npm install --no-save @embedpdf/pdfium`. */
const EMBEDPDF = "@embedpdf/pdfium";

/** What is used of the package. */
interface Pdfium {
  readonly pdfium: {
    readonly HEAPU8: Uint8Array;
    readonly wasmExports: { malloc(size: number): number; free(at: number): void };
    getValue(at: number, type: string): number;
    setValue(at: number, value: number, type: string): void;
    stringToUTF16(text: string, at: number, most: number): void;
  };
  readonly [call: string]: unknown;
}

/** PDFium with the redaction that EmbedPDF has added; undefined where it is not installed. */
async function embedPdf(): Promise<Redactor | undefined> {
  let module: Pdfium;
  try {
    const { init } = (await import(EMBEDPDF)) as { init(options: { wasmBinary: Uint8Array }): Promise<Pdfium> };
    const wasm = createRequire(import.meta.url).resolve(`${EMBEDPDF}/pdfium.wasm`);
    module = await init({ wasmBinary: readFileSync(wasm) });
  } catch {
    return undefined;
  }
  const call = (name: string, ...args: (number | string | boolean)[]): number =>
    (module[name] as (...all: unknown[]) => number)(...args);
  const { pdfium } = module;
  const { malloc } = pdfium.wasmExports;
  call("PDFiumExt_Init");
  return {
    name: `EmbedPDF ${versionOf(EMBEDPDF)}`,
    async redact(file, word) {
      const input = malloc(file.length);
      pdfium.HEAPU8.set(file, input);
      const document = call("FPDF_LoadMemDocument", input, file.length, "");
      const wanted = malloc(2 * word.length + 2);
      pdfium.stringToUTF16(word, wanted, 2 * word.length + 2);
      const rect = malloc(16);
      const sides = malloc(32);
      for (let index = 0; index < call("FPDF_GetPageCount", document); index++) {
        const page = call("FPDF_LoadPage", document, index);
        const text = call("FPDFText_LoadPage", page);
        const search = call("FPDFText_FindStart", text, wanted, 0, 0);
        const boxes: number[][] = [];
        while (call("FPDFText_FindNext", search)) {
          const count = call("FPDFText_GetSchCount", search);
          const rects = call("FPDFText_CountRects", text, call("FPDFText_GetSchResultIndex", search), count);
          for (let at = 0; at < rects; at++) {
            call("FPDFText_GetRect", text, at, sides, sides + 8, sides + 16, sides + 24);
            boxes.push([0, 8, 16, 24].map((offset) => pdfium.getValue(sides + offset, "double")));
          }
        }
        for (const box of boxes) {
          box.forEach((side, at) => {
            pdfium.setValue(rect + 4 * at, side, "float");
          });
          call("EPDFText_RedactInRect", page, rect, true, true);
        }
        call("FPDFPage_GenerateContent", page);
        call("FPDFText_ClosePage", text);
        call("FPDF_ClosePage", page);
      }
      const writer = call("PDFiumExt_OpenFileWriter");
      call("PDFiumExt_SaveAsCopy", document, writer);
      const size = call("PDFiumExt_GetFileWriterSize", writer);
      const output = malloc(size);
      call("PDFiumExt_GetFileWriterData", writer, output, size);
      const bytes = pdfium.HEAPU8.slice(output, output + size);
      call("FPDF_CloseDocument", document);
      return bytes;
    },
  };
}

/** A Python that has PyMuPDF, and its version. */
async function pythonWithMupdf(): Promise<{ python: string; version: string } | undefined> {
  for (const python of ["python3", "/usr/bin/python3"]) {
    const { status, stdout } = await run(python, ["-c", "import fitz; print(fitz.VersionBind)"]);
    if (status === 0) return { python, version: new TextDecoder().decode(stdout).trim() };
  }
  return undefined;
}

function versionOf(name: string): string {
  const file = join(import.meta.dirname, "../../../node_modules", name, "package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

function byCommand(name: string, command: NonNullable<Redactor["command"]>): Redactor {
  return {
    name,
    command,
    async redact(file, word) {
      const folder = mkdtempSync(join(tmpdir(), "quire-redactor-"));
      try {
        const [input, output] = [join(folder, "in.pdf"), join(folder, "out.pdf")];
        writeFileSync(input, file);
        const [tool, args] = command(word, input, output);
        const { status, stderr } = await run(tool, args);
        if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr.slice(0, 200)}`);
        return readFileSync(output);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/** The other tools that are here, and the names of those that are not. */
export async function redactors(folder: string): Promise<{ peers: Redactor[]; missing: string[] }> {
  const peers: Redactor[] = [];
  const missing: string[] = [];
  if (onPath("mutool")) {
    const script = join(folder, "redact.js");
    writeFileSync(script, MUTOOL);
    peers.push(byCommand("mutool", (word, input, output) => ["mutool", ["run", script, word, input, output]]));
  } else missing.push("mutool");
  const found = await pythonWithMupdf();
  if (found) {
    const { python, version } = found;
    const script = join(folder, "redact.py");
    writeFileSync(script, PYMUPDF);
    peers.push(byCommand(`PyMuPDF ${version}`, (word, input, output) => [python, [script, word, input, output]]));
  } else missing.push("PyMuPDF");
  peers.push(mupdfOfNpm);
  const embedded = await embedPdf();
  if (embedded) peers.push(embedded);
  else missing.push("EmbedPDF");
  return { peers, missing };
}
