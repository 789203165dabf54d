import { ensureInput } from "../inputs/index.ts";
import { EngineProcess } from "../lib/engine-process.ts";
import { type Contender, interleave, type Timing } from "../lib/interleave.ts";
import { found, timeProcess } from "../lib/peers.ts";
import { addTimings, newSection, type Section, timeOf } from "../lib/report.ts";

/** Ghostscript takes minutes for a whole document. */
const mostPages = 200;

/**
 * The targets for each document: how many times faster than Ghostscript's bbox device, and than mutool's drawing at 72
 * dpi.
 */
const asked = {
  "A.pdf": { gs: 50, mutool: 3 },
  "L.pdf": { mutool: 3 },
  "D.pdf": { gs: 50, mutool: 1 },
  "B.pdf": { mutool: 1 },
  "S.pdf": { mutool: 5 },
} as const;

/** Boxes of what pages show, compared with tools that find them and with tools that crop by drawing. */
export async function autoSection(rounds: number): Promise<Section> {
  const section = newSection("Automatic crop: boxes of content");
  section.notes.push(`The first ${mostPages} pages of each document, or all where it has fewer.`);
  const ours = new EngineProcess("ours.ts");
  try {
    for (const name of Object.keys(asked) as (keyof typeof asked)[]) {
      const path = await ensureInput(name);
      const limits: { gs?: number; mutool?: number } = asked[name];
      const contenders: Contender[] = [
        { name: "ours", run: async () => (await ours.run("contentBoxes", [path, mostPages])).ms },
      ];
      const pages = `1-${mostPages}`;
      if (found("mutool")) {
        const draw = ["draw", "-q", "-r", "72", "-F", "ppm", "-o", "/dev/null", path, pages];
        contenders.push({ name: "mutool", run: () => timeProcess("mutool", draw) });
      }
      if (found("gs") && limits.gs !== undefined) {
        const box = ["-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=bbox", `-dLastPage=${mostPages}`, path];
        contenders.push({ name: "gs", run: () => timeProcess("gs", box) });
      }
      const timings = await interleave(contenders, rounds);
      const what = name.slice(0, -4);
      addTimings(section, `${what}: boxes of ${mostPages} pages`, timings);
      addTargets(section, what, limits, timings);
    }
  } finally {
    ours.stop();
  }
  return section;
}

function addTargets(
  section: Section,
  what: string,
  limits: Readonly<Record<string, number>>,
  timings: readonly Timing[],
): void {
  for (const [who, limit] of Object.entries(limits)) {
    const value = timeOf(timings, who) / timeOf(timings, "ours");
    section.targets.push({ what: `${what}: against ${who}`, value, limit, better: "higher", unit: "×" });
  }
}
