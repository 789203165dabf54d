import "./parts.ts";
import { autoCropInTurns } from "../../src/crop/auto-crop.ts";
import { contentAreasInTurns } from "../../src/crop/content-areas.ts";
import { cropInTurns } from "../../src/crop/crop.ts";
import { inspectInTurns } from "../../src/inspect/inspect.ts";
import { type MergeOptions, type MergePart, mergeInTurns, mergeWork } from "../../src/merge/merge.ts";
import { atOnce, type Turns } from "../../src/meter/turns.ts";
import { removeInTurns } from "../../src/remove/index.ts";
import { splitInTurns } from "../../src/split/split.ts";

/** The operation as one call, for tests and measurements in which nothing else waits for the thread. */
const whole =
  <Given extends unknown[], Result>(operation: (...given: Given) => Turns<Result>) =>
  (...given: Given) =>
    atOnce(operation(...given));

export const autoCrop = whole(autoCropInTurns);
export const contentAreas = whole(contentAreasInTurns);
export const cropPdf = whole(cropInTurns);
export const inspectPdf = whole(inspectInTurns);
export const mergePdfs = whole((parts: readonly MergePart[], options: MergeOptions) =>
  mergeInTurns(parts, options, mergeWork(parts)),
);
export const removeOutside = whole(removeInTurns);
export const splitDocument = whole(splitInTurns);
