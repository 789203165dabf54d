import { type PdfObject, PdfString } from "../../pdf-file/syntax/objects.ts";
import { latin1Text } from "../../platform/latin1.ts";
import type { IccProfile } from "../image.ts";

export type Components = 1 | 3 | 4;

const DEVICE_SPACES = { 1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK" } as const;

/** ICC.1 §7.2.6: the data colour space of the profile, at byte 16. */
const PROFILE_SPACES = new Map<string, Components>([
  ["GRAY", 1],
  ["RGB ", 3],
  ["CMYK", 4],
]);

/** ICC.1 §7.2.5: device classes whose profiles say what colours an image's samples are. */
const PROFILE_CLASSES = new Set(["scnr", "mntr", "prtr", "spac"]);

export function deviceSpace(components: Components): string {
  return DEVICE_SPACES[components];
}

/**
 * The profile, when PDF can use it for samples of that many components. Otherwise undefined: the image is then shown in
 * device colours, as image viewers do with a profile that does not fit.
 */
export function iccProfile(bytes: Uint8Array, components: Components): IccProfile | undefined {
  if (bytes.length < 128 + 4 || latin1Text(bytes, 36, 40) !== "acsp") return undefined;
  if (PROFILE_SPACES.get(latin1Text(bytes, 16, 20)) !== components) return undefined;
  if (!PROFILE_CLASSES.has(latin1Text(bytes, 12, 16))) return undefined;
  // ICCBased takes profiles up to version 4 (ISO 32000-2 table 66).
  if (bytes[8]! > 4) return undefined;
  const declared = ((bytes[0]! << 24) | (bytes[1]! << 16) | (bytes[2]! << 8) | bytes[3]!) >>> 0;
  if (declared < 132 || declared > bytes.length) return undefined;
  return { components, bytes: bytes.subarray(0, declared) };
}

/** A palette (ISO 32000-2 §8.6.6.3); entries of `table` are as long as the base has components. */
export function indexed(base: PdfObject, table: Uint8Array, entries: number): PdfObject {
  return ["Indexed", base, entries - 1, new PdfString(table, true)];
}
