import { corrupt, unsupported } from "../../codecs/image-problem.ts";
import { coefficientBytes, comesInOrder } from "../../codecs/jpeg/coefficients.ts";
import { EOI, SOI } from "../../codecs/jpeg/jpeg-segments.ts";
import type { FrameComponent, JpegPlan } from "../../codecs/jpeg/plan.ts";
import { recodedFrame } from "../../codecs/jpeg/recode.ts";
import type { Portions } from "../../meter/turns.ts";
import { joined } from "../../platform/bytes.ts";
import type { ObjectSink } from "../image.ts";
import { planOf } from "./jpeg-plan.ts";
import { type AbbreviatedJpeg, parseJpeg } from "./jpeg-stream.ts";
import type { Layout } from "./tiff-layout.ts";

type Pieces = (AbbreviatedJpeg | undefined)[];

/**
 * Strips or tiles with further samples beside the colours, of which no filter of PDF knows: the coefficients of the
 * colours and those of alpha are coded again, apart from each other, and not a pixel changes.
 */
export function* partAlpha(
  layout: Layout,
  shared: readonly Uint8Array[],
  pieces: readonly (AbbreviatedJpeg | undefined)[],
  { components, alpha }: { components: number; alpha: number | undefined },
  warn: ObjectSink["warn"],
): Portions<{ colours: Pieces; alphas: Pieces }> {
  const colours: Pieces = [];
  const alphas: Pieces = [];
  let damaged = 0;
  for (const piece of pieces) {
    colours.push(undefined);
    alphas.push(undefined);
    if (!piece) continue;
    const plan = planOf(layout, shared, piece, true);
    const parts = [plan.frame.components.slice(0, components)];
    if (alpha !== undefined) parts.push([plan.frame.components[alpha]!]);
    checkSampling(
      plan,
      parts.map((kept) => kept[0]!),
    );
    const coded: Coded[] = [];
    for (const kept of parts) coded.push(yield* coder(layout, piece, plan, kept));
    if (coded.some(({ share }) => share < 1)) damaged++;
    if (coded.some(({ share }) => share === 0)) continue;
    colours[colours.length - 1] = coded[0]!.jpeg;
    alphas[alphas.length - 1] = coded[1]?.jpeg;
  }
  if (colours.every((piece) => piece === undefined)) throw corrupt("The JPEG data of the TIFF cannot be read.");
  if (damaged > 0) warn(`The TIFF is damaged or cut off: data is missing from ${damaged} of its strips or tiles.`);
  return { colours, alphas };
}

interface Coded {
  readonly jpeg: AbbreviatedJpeg;
  readonly share: number;
}

function* coder(layout: Layout, piece: AbbreviatedJpeg, plan: JpegPlan, kept: readonly FrameComponent[]) {
  const { work } = layout.directory.file;
  const { width, height } = piece.frame!;
  const held = comesInOrder(plan) && kept.every(({ down }) => down === 1) ? 0 : coefficientBytes(plan.frame);
  work.hold(held);
  const { data, share } = yield* recodedFrame(plan, width, height, kept);
  work.letGo(held);
  const file = joined([SOI, ...data, EOI]);
  work.hold(file.length);
  return { jpeg: parseJpeg(file, work), share };
}

/** Samples of the colours that lie closer together than those of alpha would need a picture of another size. */
function checkSampling({ frame }: JpegPlan, firsts: readonly FrameComponent[]): void {
  const isFinest = ({ across, down }: FrameComponent): boolean =>
    frame.components.every((other) => other.across <= across && other.down <= down);
  if (firsts.every(isFinest)) return;
  throw unsupported("A TIFF with JPEG data whose alpha is sampled otherwise than its colours is not supported.");
}
