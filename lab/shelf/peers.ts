import { createRequire } from "node:module";
import { join } from "node:path";
import { onPath, run } from "../lib/tools.ts";
import type { Wound } from "./wound.ts";

/** What reads such a file beside us: a command, and the one that prints its version. */
export interface Peer {
  readonly name: string;
  readonly kind: Wound["kind"];
  readonly command: readonly string[];
  readonly version: readonly string[];
}

const PYTHON = "/usr/bin/python3";
const require = createRequire(import.meta.url);
const packageOf = (name: string) => {
  const folder = require.resolve.paths(name)!.find((one) => onPathOf(join(one, name)))!;
  return (require(join(folder, name, "package.json")) as { version: string }).version;
};
const onPathOf = (folder: string) => {
  try {
    require.resolve(join(folder, "package.json"));
    return true;
  } catch {
    return false;
  }
};
/** A program for node, whose last argument is the file. */
const node = (program: string) => [process.execPath, "--input-type=module", "-e", `${program}`, "--"];
const said = (version: string) => [process.execPath, "-p", JSON.stringify(version)];

const PYPDF = `import sys,pypdf
r=pypdf.PdfReader(sys.argv[1])
r.outline;r.xmp_metadata
for p in r.pages: p.extract_text()`;
const FITZ = `import sys,fitz
d=fitz.open(sys.argv[1],filetype="pdf")
d.get_toc();d.xref_xml_metadata()
for p in d: p.get_text();p.get_pixmap(dpi=36)`;
const PDF_LIB = `import {readFileSync} from "node:fs";import {PDFDocument} from "pdf-lib";
const d=await PDFDocument.load(readFileSync(process.argv.at(-1)));const o=await PDFDocument.create();
for(const p of await o.copyPages(d,d.getPageIndices()))o.addPage(p);await o.save()`;
const PDF_JS = `import {readFileSync} from "node:fs";import {getDocument} from "pdfjs-dist/legacy/build/pdf.mjs";
const d=await getDocument({data:new Uint8Array(readFileSync(process.argv.at(-1))),verbosity:0}).promise;
await d.getOutline();await d.getMetadata();
for(let i=1;i<=d.numPages;i++){const p=await d.getPage(i);await p.getTextContent();await p.getOperatorList();await p.getAnnotations();await p.getStructTree()}`;
const SHARP = `import sharp from "sharp";await sharp(process.argv.at(-1),{animated:true}).raw().toBuffer()`;
const MARKED = `import {readFileSync} from "node:fs";import {marked} from "marked";marked.parse(readFileSync(process.argv.at(-1),"utf8"))`;
const MARKDOWN_IT = `import {readFileSync} from "node:fs";import m from "markdown-it";
m({html:true,linkify:true,typographer:true}).render(readFileSync(process.argv.at(-1),"utf8"))`;

const pdf = (name: string, command: readonly string[], version: readonly string[]): Peer => ({
  name,
  kind: "pdf",
  command,
  version,
});
const image = (name: string, command: readonly string[], version: readonly string[]): Peer => ({
  ...pdf(name, command, version),
  kind: "image",
});
const markdown = (name: string, command: readonly string[], version: readonly string[]): Peer => ({
  ...pdf(name, command, version),
  kind: "markdown",
});

const ALL: readonly Peer[] = [
  pdf("qpdf", ["qpdf", "--check"], ["qpdf", "--version"]),
  pdf("mutool", ["mutool", "draw", "-q", "-r", "36", "-F", "pnm", "-o", "/dev/null"], ["mutool", "-v"]),
  pdf("poppler", ["pdftotext", "-q"], ["pdftotext", "-v"]),
  pdf("Ghostscript", ["gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=nullpage"], ["gs", "--version"]),
  pdf("pdf-lib", node(PDF_LIB), said(packageOf("pdf-lib"))),
  pdf("pdfjs-dist", node(PDF_JS), said(packageOf("pdfjs-dist"))),
  pdf("PyMuPDF", [PYTHON, "-c", FITZ], [PYTHON, "-c", "import fitz;print(fitz.VersionBind)"]),
  pdf("pypdf", [PYTHON, "-c", PYPDF], [PYTHON, "-c", "import pypdf;print(pypdf.__version__)"]),
  image("ImageMagick", ["convert", "FILE[0-99]", "-format", "%k", "null:"], ["convert", "-version"]),
  image("sharp", node(SHARP), said(packageOf("sharp"))),
  markdown("marked", node(MARKED), said(packageOf("marked"))),
  markdown("markdown-it", node(MARKDOWN_IT), said(packageOf("markdown-it"))),
];

/** Those that are here, with their versions. */
export async function peersHere(): Promise<{ peer: Peer; version: string }[]> {
  const found: { peer: Peer; version: string }[] = [];
  for (const peer of ALL.filter(({ command: [tool = ""] }) => tool.startsWith("/") || onPath(tool))) {
    const { status, stdout, stderr } = await run(peer.version[0]!, peer.version.slice(1));
    const version = /\d+(\.\d+)+(-\d+)?/.exec(`${new TextDecoder().decode(stdout)} ${stderr}`)?.[0];
    if (version !== undefined && (status === 0 || !peer.version[0]!.startsWith("/"))) found.push({ peer, version });
  }
  return found;
}

/** Runs a command with 20 s of CPU and 1 GB of data, and says what it took: a process of its own knows of its child. */
const LIMITED = `import json,os,resource,subprocess,sys
def limits():
  resource.setrlimit(resource.RLIMIT_CPU,(20,21)); resource.setrlimit(resource.RLIMIT_DATA,(1<<30,1<<30))
p=subprocess.Popen(sys.argv[1:],stdin=subprocess.DEVNULL,stdout=subprocess.DEVNULL,stderr=subprocess.PIPE,preexec_fn=limits)
e=b""
while True:
  c=p.stderr.read(65536)
  if not c: break
  e=(e+c)[-2000:]
_,s,u=os.wait4(p.pid,0)
print(json.dumps({"cpu":u.ru_utime+u.ru_stime,"mb":u.ru_maxrss/1024,"status":os.waitstatus_to_exitcode(s),"said":e.decode("latin1")}))`;

const MAX_CPU = 19.5;
const NO_MEMORY = /memory|alloc|bad_alloc|VMerror|heap|out of/i;

/** How a peer fared: nothing where it ended by itself in time, and how long it took. */
export async function fared(peer: Peer, path: string): Promise<{ wound: string; cpu: number; mb: number }> {
  const command = peer.command.some((part) => part.startsWith("FILE"))
    ? peer.command.map((part) => part.replace("FILE", path))
    : [...peer.command, path, ...(peer.name === "poppler" ? ["/dev/null"] : [])];
  const { stdout } = await run(PYTHON, ["-c", LIMITED, ...command], 120_000);
  const told = new TextDecoder().decode(stdout);
  if (told === "") return { wound: "no end", cpu: Number.NaN, mb: Number.NaN };
  const { cpu, mb, status, said: text } = JSON.parse(told) as { cpu: number; mb: number; status: number; said: string };
  return { wound: woundOf(cpu, mb, status, text), cpu, mb };
}

function woundOf(cpu: number, mb: number, status: number, text: string): string {
  if (cpu > MAX_CPU) return "> 20 s";
  if (status !== 0 && mb > 500 && (NO_MEMORY.test(text) || mb > 900)) return "> 1 GB";
  // The signals of a stack that overflowed, an assertion, and memory that is not there.
  if (status === -11 || status === -6 || status === -8 || status === 134 || status === 139)
    return mb > 900 ? "> 1 GB" : "died";
  return "";
}
