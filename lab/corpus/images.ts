import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import sharp from "sharp";
import { ImageProblem } from "../../src/codecs/image-problem.ts";
import { DEFAULT_OPTIONS, imagesToPdf } from "../../src/images/image-document.ts";
import type { Rope } from "../../src/pdf-file/rope.ts";
import { latin1Text, onPath, run } from "../lib/tools.ts";
import { decodeDoubles } from "./doubles.ts";
import type { OperationJob, Verdict } from "./outcome.ts";
import { compare, type Pixels, readPnm } from "./pixels.ts";
import { decodeWithSharp } from "./sharp.ts";

interface Made {
  rope: Rope;
  pageCount: number;
  /** What the client is told to be missing. */
  warnings: string[];
}

/** Pages of one file that are rendered and compared. */
const judgedPages = 12;

/**
 * Converts one image and renders the PDF at the image's own size, beside ImageMagick's decoding and sharp's. An empty
 * page is wrong when they see a picture, and so is an unqualified success for a file that neither opens.
 */
export const imagesJob: OperationJob<Made> = {
  async run(bytes, { file }) {
    const result = await imagesToPdf([{ name: basename(file), bytes }], DEFAULT_OPTIONS);
    const failure = result.failures[0];
    if (failure !== undefined) throw new ImageProblem(failure.code, failure.message);
    const warnings = result.warnings.map(({ message }) => message);
    return { rope: result.rope, pageCount: result.pageCount, warnings };
  },

  async judge({ rope, pageCount, warnings }, file, folder): Promise<Verdict> {
    const path = join(folder, "made.pdf");
    await writeFile(path, rope.pieces);
    if (!onPath("mutool")) return { kind: "produced", detail: "no renderer" };
    const said = warnings.length > 0 ? `${warnings[0]}; ` : "";
    const space = `${onPath("convert") ? await colorspace(file) : ""} ${(await sampleFormat(file)).format}`;
    const sources = onPath("convert") ? await sourceFrames(file, pageCount, space) : undefined;
    const first = await decodeWithSharp(file, 0);
    if (sources === undefined && first.pixels === undefined) {
      const known = first.unsupported || !sharpReads.test(file) || (await otherTiffDecoders(file, 1)).length > 0;
      if (known || said !== "") return { kind: "produced", detail: `${said}no decoder at hand takes it` };
      return { kind: "wrong", detail: "success without a warning, though neither ImageMagick nor sharp opens it" };
    }
    if (sources !== undefined && sources.length < pageCount)
      return { kind: "wrong", detail: `${pageCount} pages from ${sources.length} images` };
    const wrong: string[] = [];
    const tolerance = toleranceFor(file, space);
    const doubles = await decodeDoubles(file);
    for (let page = 1; page <= Math.min(pageCount, judgedPages); page++) {
      const second = page === 1 ? first.pixels : (await decodeWithSharp(file, page - 1)).pixels;
      const decoded = doubles ? [doubles] : [sources?.[page - 1], second];
      const expected = decoded.filter((pixels) => pixels !== undefined);
      const reason = await judgePage(path, file, page, expected, tolerance);
      if (reason !== undefined) wrong.push(`page ${page}: ${reason}`);
    }
    if (wrong.length === 0) return { kind: "right" };
    const detail = `${said}${wrong.join("; ")}`;
    const fault = await faultOfDecoders(file);
    if (fault !== undefined) return { kind: "produced", detail: `${fault}; ${detail}` };
    if (detail.includes(blankPage)) return { kind: "wrong", detail };
    // Each decoder makes its own guess of what is missing or damaged.
    if (said !== "") return { kind: "produced", detail };
    if (/\.jpe?g$/i.test(file) && !first.clean) return { kind: "produced", detail: `damaged input, ${detail}` };
    return { kind: "wrong", detail };
  },

  async clean(file) {
    if ((await decodeWithSharp(file, 0)).clean) return true;
    if (!onPath("convert")) return false;
    const { status, stdout, stderr } = await run("convert", [`${file}[0]`, "-depth", "8", "ppm:-"]);
    return status === 0 && stdout.length > 0 && stderr.trim() === "";
  },
};

const blankPage = "the page is empty";

/** Formats that sharp's own build opens. */
const sharpReads = /\.(jpe?g|png|gif|webp|tiff?)$/i;

/** ImageMagick's decoding of the frames that become pages, upright and over white. */
async function sourceFrames(file: string, pageCount: number, space: string): Promise<Pixels[] | undefined> {
  const isTiff = /\.tiff?$/i.test(file);
  const input = isTiff ? file : `${file}[0]`;
  // A first frame smaller than the animation's canvas is shown on the canvas.
  const canvas = /\.(gif|webp)$/i.test(file) ? ["-alpha", "set", "-coalesce"] : [];
  // Samples are compared as stored: ImageMagick would apply a gamma that the file states.
  const colour = /rgb|gray/i.test(space) ? ["-set", "colorspace", "sRGB"] : ["-colorspace", "sRGB"];
  const flags = ["-auto-orient", "-background", "white", "-alpha", "remove", "-alpha", "off", "+set", "comment"];
  const { stdout } = await run("convert", [
    input,
    ...colour,
    ...canvas,
    ...flags,
    "-depth",
    "8",
    "-type",
    "TrueColor",
    "ppm:-",
  ]);
  if (stdout.length === 0 || /^P6\n0 0\n/.test(latin1Text(stdout.subarray(0, 10)))) return undefined;
  const frames = readPnm(stdout);
  return isTiff && frames.length > pageCount ? withoutThumbnails(file, frames) : frames;
}

/** Reduced images (NewSubfileType 1, transparency masks 4) are no pages. */
async function withoutThumbnails(file: string, frames: Pixels[]): Promise<Pixels[]> {
  const { stdout } = await run("identify", ["-format", "%[tiff:subfiletype]\n", file]);
  const kinds = latin1Text(stdout).split("\n");
  return frames.filter((_, index) => !/REDUCEDIMAGE|MASK/.test(kinds[index] ?? ""));
}

async function colorspace(file: string): Promise<string> {
  const { stdout } = await run("identify", ["-format", "%[colorspace]", `${file}[0]`]);
  return latin1Text(stdout);
}

/**
 * Why no renderer shows what any decoder reads. All have faults: mutool drops colour-key masks of images below 8 bits;
 * ImageMagick turns some MinIsWhite and YCbCr TIFFs into other colours, so other decoders are asked about those.
 */
async function judgePage(
  path: string,
  file: string,
  page: number,
  expected: readonly Pixels[],
  tolerance: Tolerance,
): Promise<string | undefined> {
  let reason: string | undefined;
  for (const source of expected) {
    const shown = source.height > MAX_ROWS ? await pictureOf(path, page) : await renderAt(path, page, source);
    const why = shown === undefined ? "does not render" : differs(source, shown, tolerance);
    if (why === undefined) return undefined;
    const second = await ghostscriptAt(path, page, source);
    if (second !== undefined && differs(source, second, tolerance) === undefined) return undefined;
    if (shown !== undefined && isWhite(shown)) return blankPage;
    reason ??= why;
    if (!/\.tiff?$/i.test(file)) continue;
    const shownAll = [shown, second].filter((pixels) => pixels !== undefined);
    for (const other of await otherTiffDecoders(file, page, source)) {
      if (shownAll.some((pixels) => differs(other, pixels, tolerance) === undefined)) return undefined;
    }
  }
  return reason;
}

function isWhite({ data }: Pixels): boolean {
  return data.every((level) => level === 255);
}

/**
 * Kinds of TIFF that these decoders misread. ImageMagick takes 24-bit samples for bytes, MinIsWhite of odd depths for
 * MinIsBlack, and the colours of old-style JPEG for others. libvips takes floats and 32-bit samples for bytes, and
 * values below zero for the nearest byte.
 */
async function faultOfDecoders(file: string): Promise<string | undefined> {
  if (!/\.tiff?$/i.test(file)) return undefined;
  const { depth, format } = await sampleFormat(file);
  if (depth === "float" || depth === "double" || depth === "uint" || depth === "int")
    return `libvips misreads ${depth} samples`;
  if (depth === "char" || depth === "short") return "decoders disagree on what signed samples mean";
  const { stdout, stderr } = onPath("tiffinfo")
    ? await run("tiffinfo", [file])
    : { stdout: new Uint8Array(0), stderr: "" };
  const text = `${latin1Text(stdout)} ${stderr}`;
  const bits = /Bits\/Sample: (\d+)/.exec(text)?.[1] ?? "1";
  if (bits === "24") return "ImageMagick misreads samples of 24 bits";
  if (/min-is-white/.test(text) && !["1", "8", "16"].includes(bits))
    return "ImageMagick inverts MinIsWhite of this depth";
  if (/old-style JPEG/i.test(text)) return "ImageMagick misreads old-style JPEG";
  return format === "cmyk" ? "there is no one conversion of CMYK" : undefined;
}

async function sampleFormat(file: string): Promise<{ depth: string; format: string }> {
  try {
    const { depth = "", space = "" } = await sharp(file).metadata();
    return { depth, format: space };
  } catch {
    return { depth: "", format: "" };
  }
}

/** What mutool and Ghostscript draw of a picture. */
const MAX_ROWS = 65_535;

/** The page's image alone, as poppler decodes it. */
async function pictureOf(path: string, page: number): Promise<Pixels | undefined> {
  if (!onPath("pdfimages")) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "quire-corpus-"));
  try {
    await run("pdfimages", ["-png", "-f", String(page), "-l", String(page), path, join(folder, "image")]);
    return (await decodeWithSharp(join(folder, "image-000.png"), 0)).pixels;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The page at exactly the image's size, without colour management: the samples themselves are compared. */
async function renderAt(path: string, page: number, like: Pixels): Promise<Pixels | undefined> {
  const size = ["-w", String(like.width), "-h", String(like.height), "-f"];
  const { stdout } = await run("mutool", ["draw", "-q", "-N", "-F", "ppm", ...size, "-o", "-", path, String(page)]);
  return firstPicture(stdout);
}

async function ghostscriptAt(path: string, page: number, like: Pixels): Promise<Pixels | undefined> {
  if (!onPath("gs")) return undefined;
  const place = [`-g${like.width}x${like.height}`, "-dPDFFitPage", "-dFIXEDMEDIA"];
  const pages = [`-dFirstPage=${page}`, `-dLastPage=${page}`];
  const { stdout } = await run("gs", ["-q", "-sDEVICE=ppmraw", ...place, ...pages, "-o", "-", path]);
  return firstPicture(stdout);
}

/** libtiff's own conversion (of the first page), and mutool, which opens TIFF files as documents. */
async function otherTiffDecoders(file: string, page: number, like?: Pixels): Promise<Pixels[]> {
  const found: (Pixels | undefined)[] = [];
  if (!/\.tiff?$/i.test(file)) return [];
  if (page === 1 && onPath("tiff2rgba") && onPath("convert")) {
    const rgba = join(tmpdir(), `quire-corpus-${process.pid}.tif`);
    await run("tiff2rgba", [file, rgba]);
    const flat = ["-auto-orient", "-background", "white", "-alpha", "remove", "-alpha", "off", "-type", "TrueColor"];
    found.push(firstPicture((await run("convert", [rgba, ...flat, "-depth", "8", "ppm:-"])).stdout));
    await rm(rgba, { force: true });
  }
  const whole = like ? ["-w", String(like.width), "-h", String(like.height), "-f"] : [];
  const { stdout } = await run("mutool", ["draw", "-q", "-N", "-F", "ppm", ...whole, "-o", "-", file, String(page)]);
  found.push(firstPicture(stdout));
  return found.filter((pixels) => pixels !== undefined);
}

function firstPicture(bytes: Uint8Array): Pixels | undefined {
  return bytes[0] === 0x50 ? readPnm(bytes)[0] : undefined;
}

/** The differences that rounding, resampling at edges and a second lossy encoding may cause. */
interface Tolerance {
  threshold: number;
  mean: number;
  share: number;
}

function toleranceFor(file: string, space: string): Tolerance {
  // CMYK can be converted in many ways, so only a gross difference (an inversion, a lost channel) is wrong.
  if (/cmyk/i.test(space)) return { threshold: 96, mean: 32, share: 0.2 };
  // An opaque lossy WebP goes into the PDF as a JPEG of high quality.
  if (/\.webp$/i.test(file)) return { threshold: 48, mean: 5, share: 0.01 };
  return { threshold: 12, mean: 1.5, share: 0.01 };
}

function differs(expected: Pixels, shown: Pixels, tolerance: Tolerance): string | undefined {
  if (expected.width !== shown.width || expected.height !== shown.height) {
    return `${shown.width}×${shown.height} instead of ${expected.width}×${expected.height}`;
  }
  const { mean, share } = compare(expected, shown, tolerance.threshold);
  if (mean <= tolerance.mean && share <= tolerance.share) return undefined;
  return `differs by ${mean.toFixed(2)} on average, ${(100 * share).toFixed(2)} % of pixels clearly`;
}
