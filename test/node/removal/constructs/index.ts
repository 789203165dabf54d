import type { Construct } from "../construct.ts";
import { annotationConstructs } from "./annotations.ts";
import { compositeFontConstructs } from "./composite-fonts.ts";
import { contentConstructs } from "./contents.ts";
import { documentConstructs } from "./document.ts";
import { fontConstructs } from "./fonts.ts";
import { geometryConstructs } from "./geometry.ts";
import { imagePartConstructs } from "./image-parts.ts";
import { imageConstructs } from "./images.ts";
import { jpegConstructs } from "./jpeg.ts";
import { pathConstructs } from "./paths.ts";
import { storageConstructs } from "./storage.ts";
import { structureConstructs } from "./structure.ts";
import { textConstructs } from "./text.ts";
import { type3Constructs } from "./type3-fonts.ts";

export const constructs: readonly Construct[] = [
  ...textConstructs,
  ...fontConstructs,
  ...compositeFontConstructs,
  ...type3Constructs,
  ...pathConstructs,
  ...imageConstructs,
  ...imagePartConstructs,
  ...jpegConstructs,
  ...contentConstructs,
  ...annotationConstructs,
  ...structureConstructs,
  ...documentConstructs,
  ...storageConstructs,
  ...geometryConstructs,
];
