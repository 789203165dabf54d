import type { Target } from "./target.ts";
import type { TargetName } from "./targets/names.ts";

const image = (name: "jpeg" | "png" | "gif" | "tiff" | "webp") => async () =>
  (await import("./targets/images.ts")).imageTargets[name];
const intake = (name: "multipart" | "json" | "links") => async () =>
  (await import("./targets/intake.ts")).intakeTargets[name];

/** Each run is of one target, and imports no other's part of the engine. */
export const targets: Record<TargetName, () => Promise<Target>> = {
  pdf: async () => (await import("./targets/pdf.ts")).pdfTarget,
  content: async () => (await import("./targets/content.ts")).contentTarget,
  operators: async () => (await import("./targets/content.ts")).operatorsTarget,
  font: async () => (await import("./targets/content.ts")).fontTarget,
  jpeg: image("jpeg"),
  png: image("png"),
  gif: image("gif"),
  tiff: image("tiff"),
  webp: image("webp"),
  multipart: intake("multipart"),
  json: intake("json"),
  links: intake("links"),
  removal: async () => (await import("./targets/removal.ts")).removalTarget,
  redact: async () => (await import("./targets/redact.ts")).redactTarget,
  ratio: async () => (await import("./ratio/ratio.ts")).ratioTarget,
  time: async () => (await import("./time/time.ts")).timeTarget,
};
