import type { Target } from "../target.ts";
import { imageTargets } from "./images.ts";
import { intakeTargets } from "./intake.ts";
import { pdfTarget } from "./pdf.ts";

export const targets = { pdf: pdfTarget, ...imageTargets, ...intakeTargets } satisfies Record<string, Target>;

export type TargetName = keyof typeof targets;

export const targetNames = Object.keys(targets) as TargetName[];
