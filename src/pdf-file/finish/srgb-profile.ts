import { latin1 } from "../rope.ts";

/** How the profile is named, in itself and by those who refer to it. */
export const SRGB = "sRGB IEC61966-2.1";

/** The primaries and the white point of IEC 61966-2-1 under D50 (by Bradford), as ICC.1 wants them. */
const PRIMARIES = {
  rXYZ: [0.43607, 0.22249, 0.01392],
  gXYZ: [0.38515, 0.71687, 0.09708],
  bXYZ: [0.14307, 0.06061, 0.7141],
};
const D50 = [0.9642, 1, 0.82491];
/** From D65 to D50, which a profile of a display names (ICC.1 §9.2.15). */
const ADAPTATION = [1.04788, 0.02292, -0.0502, 0.02959, 0.99048, -0.01706, -0.00923, 0.01508, 0.75168];
/** The curve of sRGB: g, a, b, c and d of the function of type 3 (ICC.1 §10.18). */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];
const HEADER = 128;

/** A profile of sRGB (ICC.1:2010, version 4.3) by its primaries and its curve. */
export function srgbProfile(): Uint8Array {
  const curve = element("para", shorts(3, 0), fixed(CURVE));
  const parts: [string, Uint8Array][] = [
    ["desc", text(SRGB)],
    ["cprt", text("No copyright, use freely")],
    ["wtpt", element("XYZ ", fixed(D50))],
    ["chad", element("sf32", fixed(ADAPTATION))],
    ...Object.entries(PRIMARIES).map(([name, xyz]): [string, Uint8Array] => [name, element("XYZ ", fixed(xyz))]),
    ["rTRC", curve],
    ["gTRC", curve],
    ["bTRC", curve],
  ];
  const table = 4 + parts.length * 12;
  const places = new Map<Uint8Array, number>();
  let length = HEADER + table;
  for (const [, part] of parts) {
    if (places.has(part)) continue;
    places.set(part, length);
    length += part.length;
  }
  const profile = new Uint8Array(length);
  const view = new DataView(profile.buffer);
  profile.set(header(length));
  view.setUint32(HEADER, parts.length);
  for (const [index, [name, part]] of parts.entries()) {
    const at = HEADER + 4 + index * 12;
    profile.set(latin1(name), at);
    view.setUint32(at + 4, places.get(part)!);
    view.setUint32(at + 8, part.length);
    profile.set(part, places.get(part)!);
  }
  return profile;
}

/** ICC.1 §7.2: of a display, in RGB, connected by XYZ. */
function header(length: number): Uint8Array {
  const bytes = new Uint8Array(HEADER);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, length);
  view.setUint32(8, 0x04300000);
  bytes.set(latin1("mntrRGB XYZ "), 12);
  // When this profile was described.
  bytes.set(shorts(2026, 1, 1, 0, 0, 0), 24);
  bytes.set(latin1("acsp"), 36);
  bytes.set(fixed(D50), 68);
  return bytes;
}

/** A tag's data, whose length is a multiple of four. */
function element(type: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 8);
  const bytes = new Uint8Array(length + ((4 - (length % 4)) % 4));
  bytes.set(latin1(type));
  let at = 8;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** One text in English (ICC.1 §10.15). */
function text(value: string): Uint8Array {
  const wide = shorts(...[...value].map((character) => character.charCodeAt(0)));
  const head = new Uint8Array(20);
  const view = new DataView(head.buffer);
  view.setUint32(0, 1);
  view.setUint32(4, 12);
  head.set(latin1("enUS"), 8);
  view.setUint32(12, wide.length);
  view.setUint32(16, 28);
  return element("mluc", head, wide);
}

function shorts(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 2);
  for (const [index, value] of values.entries()) new DataView(bytes.buffer).setUint16(index * 2, value);
  return bytes;
}

/** Numbers of 16 bits before the point and 16 behind it. */
function fixed(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4);
  for (const [index, value] of values.entries())
    new DataView(bytes.buffer).setInt32(index * 4, Math.round(value * 65536));
  return bytes;
}
