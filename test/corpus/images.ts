import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { DEFAULT_OPTIONS, imagesToPdf } from "../../src/images/document.ts";
import { ImageProblem } from "../../src/images/image.ts";
import type { Rope } from "../../src/pdf/rope.ts";
import type { OperationJob, Verdict } from "./job.ts";
import { compare, type Pixels, readPnm } from "./pixels.ts";
import { latin1Text, onPath, run } from "./tools.ts";

interface Made {
  rope: Rope;
  pageCount: number;
}

/** Pages of one file that are rendered and compared. */
const judgedPages = 12;

/** One image into a PDF, judged by rendering it at the image's own size beside ImageMagick's decoding. */
export const imagesJob: OperationJob<Made> = {
  async run(bytes, file) {
    const result = await imagesToPdf([{ name: basename(file), bytes }], DEFAULT_OPTIONS);
    const failure = result.failures[0];
    if (failure !== undefined) throw new ImageProblem(failure.code, failure.message);
    return { rope: result.rope, pageCount: result.pageCount };
  },

  async judge({ rope, pageCount }, file, folder): Promise<Verdict> {
    const path = join(folder, "made.pdf");
    await writeFile(path, rope.pieces);
    if (!onPath("mutool") || !onPath("convert")) return { kind: "produced", detail: "no renderer" };
    const space = await colorspace(file);
    const sources = await sourceFrames(file, pageCount, space);
    if (sources === undefined) return { kind: "produced", detail: "ImageMagick does not decode it" };
    if (sources.length < pageCount)
      return { kind: "wrong", detail: `${pageCount} pages from ${sources.length} images` };
    const wrong: string[] = [];
    for (const [index, expected] of sources.slice(0, Math.min(pageCount, judgedPages)).entries()) {
      const reason = await judgePage(path, index + 1, expected, space.includes("CMYK"));
      if (reason !== undefined) wrong.push(`page ${index + 1}: ${reason}`);
    }
    if (wrong.length === 0) return { kind: "right" };
    const detail = wrong.join("; ");
    // The bytes of a JPEG are the input's own: where they are damaged, each decoder makes its own guess of them.
    if (/\.jpe?g$/i.test(file) && !(await imagesJob.clean(file)))
      return { kind: "produced", detail: `damaged input, ${detail}` };
    return { kind: "wrong", detail };
  },

  async clean(file) {
    if (!onPath("convert")) return false;
    const { status, stdout, stderr } = await run("convert", [`${file}[0]`, "-depth", "8", "ppm:-"]);
    return status === 0 && stdout.length > 0 && stderr.trim() === "";
  },
};

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

/** Why the page is wrong in both renderers; mutool alone drops colour-key masks of images below 8 bits. */
async function judgePage(path: string, page: number, expected: Pixels, cmyk: boolean): Promise<string | undefined> {
  const shown = await renderAt(path, page, expected);
  const reason = shown === undefined ? "does not render" : differs(expected, shown, cmyk);
  if (reason === undefined || !onPath("gs")) return reason;
  const place = [`-g${expected.width}x${expected.height}`, "-dPDFFitPage", "-dFIXEDMEDIA"];
  const pages = [`-dFirstPage=${page}`, `-dLastPage=${page}`];
  const { stdout } = await run("gs", ["-q", "-sDEVICE=ppmraw", ...place, ...pages, "-o", "-", path]);
  const second = stdout[0] === 0x50 ? readPnm(stdout)[0] : undefined;
  return second !== undefined && differs(expected, second, cmyk) === undefined ? undefined : reason;
}

/** The page at exactly the image's size, without colour management: the samples themselves are compared. */
async function renderAt(path: string, page: number, like: Pixels): Promise<Pixels | undefined> {
  const size = ["-w", String(like.width), "-h", String(like.height), "-f"];
  const { stdout } = await run("mutool", ["draw", "-q", "-N", "-F", "ppm", ...size, "-o", "-", path, String(page)]);
  return stdout.length === 0 ? undefined : readPnm(stdout)[0];
}

/** Why two pictures are not the same; rounding of decoders and of resampling at edges is allowed for. */
function differs(expected: Pixels, shown: Pixels, cmyk: boolean): string | undefined {
  if (expected.width !== shown.width || expected.height !== shown.height) {
    return `${shown.width}×${shown.height} instead of ${expected.width}×${expected.height}`;
  }
  // There is no one conversion of CMYK: only a gross difference (an inversion, a lost channel) tells.
  const { mean, share } = compare(expected, shown, cmyk ? 96 : 12);
  const meanLimit = cmyk ? 32 : 1.5;
  const shareLimit = cmyk ? 0.2 : 0.01;
  if (mean <= meanLimit && share <= shareLimit) return undefined;
  return `differs by ${mean.toFixed(2)} on average, ${(100 * share).toFixed(2)} % of pixels clearly`;
}
