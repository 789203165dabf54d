import { EOI, jpegSegments, MARKER, SOI } from "../../codecs/jpeg/jpeg-segments.ts";
import { type JpegPlan, planJpeg } from "../../codecs/jpeg/plan.ts";
import { COST } from "../../meter/work-limits.ts";
import { joined } from "../../platform/bytes.ts";
import type { AbbreviatedJpeg } from "./jpeg-stream.ts";
import type { Layout } from "./tiff-layout.ts";

/**
 * What a decoder would do with a strip or tile. Refuses what would be an empty page in viewers: see planJpeg. Without
 * `isRead` it does not look at the coded data itself.
 */
export function planOf(layout: Layout, shared: readonly Uint8Array[], jpeg: AbbreviatedJpeg, isRead = false): JpegPlan {
  const { work } = layout.directory.file;
  const scans = isRead ? jpeg.scans : jpeg.scans.filter((part) => part[0] === 0xff && part[1] !== 0x00);
  const tables = [...shared, ...jpeg.segments, jpeg.frameSegment!, ...scans];
  work.spend(tables.reduce((sum, { length }) => sum + length * COST.decodedByte, tables.length * COST.segment));
  const file = joined([SOI, ...tables, EOI]);
  const { segments } = jpegSegments(file);
  const frame = segments.find(({ marker }) => marker >= MARKER.SOF0 && marker <= MARKER.SOF2)!;
  return planJpeg(segments, frame, jpeg.frame!.width, jpeg.frame!.height, file);
}
