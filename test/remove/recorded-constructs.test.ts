import { describe } from "vitest";
import type { Construct } from "../fixtures/removal/construct.ts";
import { annotationConstructs } from "../fixtures/removal/constructs/annotations.ts";
import { compositeFontConstructs } from "../fixtures/removal/constructs/composite-fonts.ts";
import { contentConstructs } from "../fixtures/removal/constructs/contents.ts";
import { documentConstructs } from "../fixtures/removal/constructs/document.ts";
import { fontConstructs } from "../fixtures/removal/constructs/fonts.ts";
import { geometryConstructs } from "../fixtures/removal/constructs/geometry.ts";
import { imagePartConstructs } from "../fixtures/removal/constructs/image-parts.ts";
import { imageConstructs } from "../fixtures/removal/constructs/images.ts";
import { keptObjectConstructs } from "../fixtures/removal/constructs/kept-objects.ts";
import { pathConstructs } from "../fixtures/removal/constructs/paths.ts";
import { structureConstructs } from "../fixtures/removal/constructs/structure.ts";
import { textConstructs } from "../fixtures/removal/constructs/text.ts";
import { type3Constructs } from "../fixtures/removal/constructs/type3-fonts.ts";
import { wholeImageConstructs } from "../fixtures/removal/constructs/whole-images.ts";
import { SECRET } from "../fixtures/removal/secret.ts";
import type { Sample } from "../fixtures/samples/sample.ts";
import { comeOutAsRecorded } from "../support/recorded/recorded.ts";

/** Each hides a secret in another way, and its area leaves that outside. */
async function samplesOf(constructs: readonly Construct[]): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const { name, make, password, areas } of constructs) {
    const area = areas?.[0]?.shown ?? { x: 100, y: 100, width: 200, height: 200 };
    samples.push({ name: name.replace(/^[^:]*: /, ""), file: await make(SECRET), password, area });
  }
  return samples;
}

const chapters = {
  "hidden in annotations": await samplesOf(annotationConstructs),
  "hidden in composite fonts": await samplesOf(compositeFontConstructs),
  "hidden in contents": await samplesOf(contentConstructs),
  "hidden in the document": await samplesOf(documentConstructs),
  "hidden in fonts": await samplesOf(fontConstructs),
  "hidden by geometry": await samplesOf(geometryConstructs),
  "hidden in parts of images": await samplesOf(imagePartConstructs),
  "hidden in images": await samplesOf(imageConstructs),
  "hidden in kept objects": await samplesOf(keptObjectConstructs),
  "hidden in paths": await samplesOf(pathConstructs),
  "hidden in structure": await samplesOf(structureConstructs),
  "hidden in text": await samplesOf(textConstructs),
  "hidden in type 3 fonts": await samplesOf(type3Constructs),
  "hidden in whole images": await samplesOf(wholeImageConstructs),
};

describe("what a removal leaves of documents that hide a secret is as recorded", () => {
  comeOutAsRecorded(chapters, ["painted", "judged", "verified", "remove", "remove all"]);
});
