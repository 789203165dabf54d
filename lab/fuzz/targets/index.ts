import type { Target } from "../target.ts";
import { contentTarget } from "./content.ts";
import { imageTargets } from "./images.ts";
import { intakeTargets } from "./intake.ts";
import type { TargetName } from "./names.ts";
import { pdfTarget } from "./pdf.ts";
import { redactTarget } from "./redact.ts";
import { removalTarget } from "./removal.ts";
import { timeTarget } from "./time.ts";

export const targets: Record<TargetName, Target> = {
  pdf: pdfTarget,
  content: contentTarget,
  ...imageTargets,
  ...intakeTargets,
  removal: removalTarget,
  redact: redactTarget,
  time: timeTarget,
};
