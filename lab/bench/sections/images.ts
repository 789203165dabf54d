import { rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInput, type InputName } from "../inputs/index.ts";
import { EngineProcess } from "../lib/engine-process.ts";
import { type Contender, interleave } from "../lib/interleave.ts";
import { found, timeProcess } from "../lib/peers.ts";
import { addTimings, newSection, type Section, timeOf } from "../lib/report.ts";

/** Targets: how many times faster than pdf-lib, for images that pdf-lib can embed. */
const askedOfPdfLib: Partial<Record<InputName, number>> = {
  "rgb.png": 40,
  "palette.png": 60,
  "gray.png": 60,
  "rgba.png": 4,
};

const names: InputName[] = [
  "rgb.png",
  "gray.png",
  "palette.png",
  "rgba.png",
  "large.jpg",
  "still.gif",
  "g4.tif",
  "lzw.tif",
  "strips.tif",
  "lossy.webp",
  "lossless.webp",
  "alpha.webp",
];

export async function imagesSection(rounds: number): Promise<Section> {
  const section = newSection("Images: engine");
  const ours = new EngineProcess("ours.ts");
  const pdfLib = new EngineProcess("pdf-lib.ts");
  const output = join(tmpdir(), `quire-bench-images-${process.pid}.pdf`);
  try {
    for (const name of names) {
      const path = await ensureInput(name);
      let ourBytes = Number.NaN;
      const contenders: Contender[] = [
        {
          name: "ours",
          run: async () => {
            const result = await ours.run("image", [path]);
            ourBytes = result.bytesOut;
            return result.ms;
          },
        },
      ];
      if (/\.(png|jpg)$/.test(name)) {
        contenders.push({ name: "pdf-lib", run: async () => (await pdfLib.run("image", [path])).ms });
      }
      if (name === "large.jpg") {
        contenders.push({ name: "a copy of the bytes", run: async () => (await ours.run("copy", [path])).ms });
      }
      if (found("img2pdf"))
        contenders.push({ name: "img2pdf", run: () => timeProcess("img2pdf", [path, "-o", output]) });
      if (found("convert")) contenders.push({ name: "convert", run: () => timeProcess("convert", [path, output]) });
      const timings = await interleave(contenders, rounds);
      addTimings(section, name, timings);
      const limit = askedOfPdfLib[name];
      if (limit !== undefined) {
        const value = timeOf(timings, "pdf-lib") / timeOf(timings, "ours");
        section.targets.push({ what: `${name}: against pdf-lib`, value, limit, better: "higher", unit: "×" });
      }
      if (name === "large.jpg") {
        const value = timeOf(timings, "ours") - timeOf(timings, "a copy of the bytes");
        section.targets.push({
          what: `${name}: beyond a copy of its bytes`,
          value,
          limit: 5,
          better: "lower",
          unit: "ms",
        });
      }
      await addSize(section, name, path, output, ourBytes);
    }
  } finally {
    ours.stop();
    pdfLib.stop();
    rmSync(output, { force: true });
  }
  return section;
}

/** At most 2 % larger than img2pdf's result, where img2pdf converts the same image. */
async function addSize(section: Section, name: string, path: string, output: string, ourBytes: number): Promise<void> {
  section.rows.push({
    what: name,
    who: "ours, size",
    value: ourBytes / 1024,
    unit: "KB",
    note: `input ${kilobytes(path)} KB`,
  });
  if (!found("img2pdf")) return;
  rmSync(output, { force: true });
  try {
    await timeProcess("img2pdf", [path, "-o", output]);
  } catch {
    section.notes.push(`img2pdf refuses ${name}.`);
    return;
  }
  const theirs = statSync(output).size;
  section.rows.push({ what: name, who: "img2pdf, size", value: theirs / 1024, unit: "KB" });
  section.targets.push({
    what: `${name}: size against img2pdf's`,
    value: ourBytes / theirs,
    limit: 1.02,
    better: "lower",
    unit: "×",
  });
}

function kilobytes(path: string): string {
  return (statSync(path).size / 1024).toFixed(0);
}
