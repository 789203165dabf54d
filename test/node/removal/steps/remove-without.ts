import { registerHooks } from "node:module";
import type { Answer, Step } from "./step.ts";

/** A process in which one step of the cleaning is switched off before the engine is loaded. */
process.once("message", async ({ step, file }: { step: Step; file: Uint8Array }) => {
  process.send?.(await removeWithout(step, file));
  process.disconnect();
});

async function removeWithout({ file: name, from, to }: Step, file: Uint8Array): Promise<Answer> {
  let planted = 0;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(`/src/pdf/remove/${name}`)) return loaded;
      const parts = String(Buffer.from(loaded.source as Uint8Array)).split(from);
      planted = parts.length - 1;
      return { ...loaded, source: parts.join(to) };
    },
  });
  const { openPdf } = await import("../../../../src/pdf/open.ts");
  const { MisfitProblem } = await import("../../../../src/pdf-objects/pdf-problem.ts");
  const { removeOutside } = await import("../../../../src/pdf/remove/remove.ts");
  if (planted !== 1) return { crash: `${JSON.stringify(from)} stands ${planted} times in ${name}` };
  try {
    const definitions = [{ page: 1, area: { x: 100, y: 100, width: 200, height: 200 } }];
    return { result: removeOutside(openPdf(file), { definitions }).rope.toBytes() };
  } catch (error) {
    if (error instanceof MisfitProblem && error.misfit.kind === "unverified") return { unverified: error.misfit.fault };
    return { crash: String((error as Error).stack) };
  }
}
