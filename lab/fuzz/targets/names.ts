export const targetNames = [
  "pdf",
  "content",
  "operators",
  "font",
  "jpeg",
  "png",
  "gif",
  "tiff",
  "webp",
  "multipart",
  "json",
  "links",
  "removal",
  "redact",
  "time",
  "ratio",
] as const;

export type TargetName = (typeof targetNames)[number];
