import type { Target } from "./target.ts";
import { contentTarget } from "./targets/content.ts";
import { imageTargets } from "./targets/images.ts";
import { intakeTargets } from "./targets/intake.ts";
import type { TargetName } from "./targets/names.ts";
import { pdfTarget } from "./targets/pdf.ts";
import { redactTarget } from "./targets/redact.ts";
import { removalTarget } from "./targets/removal.ts";
import { timeTarget } from "./time/time.ts";

export const targets: Record<TargetName, Target> = {
  pdf: pdfTarget,
  content: contentTarget,
  ...imageTargets,
  ...intakeTargets,
  removal: removalTarget,
  redact: redactTarget,
  time: timeTarget,
};
