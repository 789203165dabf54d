import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { atOnce, type Turns } from "../../../../src/meter/turns.ts";
import type { PdfDocument } from "../../../../src/pdf-file/document.ts";
import { openPdf } from "../../../../src/pdf-file/open.ts";
import { MisfitProblem } from "../../../../src/pdf-file/pdf-problem.ts";
import type { RemovalRequest, RemovalResult } from "../../../../src/remove/index.ts";
import type { Answer, Step } from "./step.ts";

const room = "/src/remove/";
const folder = new URL(`../../../..${room}`, import.meta.url);
/** The step that is switched off now, how many there were before it, and how often its line was found. */
let [step, count, planted]: [Step | undefined, number, number] = [undefined, 0, 0];

// The room of removal is loaded again for each step, under addresses of its own; all else stays loaded.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    return resolved.url.includes(room) || resolved.url.includes(reader)
      ? { ...resolved, url: `${resolved.url.split("?")[0]}?step=${count}` }
      : resolved;
  },
  load(url, context, nextLoad) {
    const [path = url] = url.split("?");
    const loaded = nextLoad(url, context);
    if (!step || path !== new URL(step.file, folder).href) return loaded;
    // Its own text, whatever another hook has made of it.
    const parts = readFileSync(fileURLToPath(path), "utf8").split(step.from);
    planted = parts.length - 1;
    return { ...loaded, source: parts.join(step.to) };
  },
});

/** A reader of the old file that the room uses, in which a step may be as well. */
const reader = "/src/pdf-content/images/image-rows.ts";

/** A process in which one step of the cleaning after the other is switched off before the engine is loaded. */
process.on("message", async ({ step: next, file }: { step: Step; file: Uint8Array }) => {
  [step, count, planted] = [next, count + 1, 0];
  process.send?.(await removeWithout(next, file));
});

async function removeWithout({ file: name, from }: Step, file: Uint8Array): Promise<Answer> {
  const entry = `../../../../src/remove/index.ts?step=${count}`;
  const engine = (await import(entry)) as {
    removeInTurns(document: PdfDocument, request: RemovalRequest): Turns<RemovalResult>;
  };
  if (planted !== 1) return { crash: `${JSON.stringify(from)} stands ${planted} times in ${name}` };
  try {
    const definitions = [{ page: 1, area: { x: 100, y: 100, width: 200, height: 200 } }];
    return { result: atOnce(engine.removeInTurns(openPdf(file), { definitions })).rope.toBytes() };
  } catch (error) {
    if (error instanceof MisfitProblem && error.misfit.kind === "unverified") return { unverified: error.misfit.fault };
    return { crash: String((error as Error).stack) };
  }
}
