import type { PdfDict } from "../../pdf-file/syntax/objects.ts";

type Lengths = readonly (readonly [key: string, most: number])[];

const BOXED: Lengths = [
  ["BBox", 4],
  ["Matrix", 6],
];

const FIXED: Readonly<Record<string, Lengths>> = {
  form: BOXED,
  pattern: BOXED,
  type3: [
    ["FontBBox", 4],
    ["FontMatrix", 6],
  ],
  fontDescriptor: [["FontBBox", 4]],
  calibrated: [
    ["WhitePoint", 3],
    ["BlackPoint", 3],
    ["Gamma", 3],
    ["Matrix", 9],
    ["Range", 4],
  ],
};

/** Coordinates of the shadings that have some (tables 78 to 80). */
const COORDINATES: Readonly<Record<number, number>> = { 2: 4, 3: 6 };

/** How many numbers lists of a dictionary may have: further ones have no effect, and could say anything. */
export function listLengths(kind: string, dict: PdfDict, components: () => number): Lengths {
  const count = (key: string): number => (Array.isArray(dict.get(key)) ? (dict.get(key) as unknown[]).length : 0);
  switch (kind) {
    case "image":
    case "mask": {
      if (count("Decode") < 3 && count("Mask") < 3 && count("Matte") < 2) return [];
      const sides = 2 * components();
      return sides > 0 ? ["Decode", "Mask"].map((key) => [key, sides] as const) : [];
    }
    case "profile": {
      const inks = dict.get("N");
      return typeof inks === "number" ? [["Range", 2 * inks]] : [];
    }
    case "function": {
      const inputs = dict.get("FunctionType") === 0 ? count("Size") : 1;
      const outputs = Math.max(1, count("C0"), count("C1"));
      if (dict.get("FunctionType") === 4 || inputs === 0) return [];
      const domain = ["Domain", 2 * inputs] as const;
      const encode = ["Encode", dict.get("FunctionType") === 0 ? 2 * inputs : 2 * (count("Bounds") + 1)] as const;
      if (dict.get("FunctionType") === 2) return [domain, ["Range", 2 * outputs]];
      return dict.get("FunctionType") === 0 ? [domain, encode, ["Decode", count("Range")]] : [domain, encode];
    }
    case "shading": {
      const type = Number(dict.get("ShadingType"));
      const most = COORDINATES[type];
      const own: Lengths = [
        ["Extend", 2],
        ["Domain", type === 1 ? 4 : 2],
      ];
      return [...BOXED, ...own, ...(most === undefined ? [] : [["Coords", most] as const])];
    }
    default:
      return FIXED[kind] ?? [];
  }
}
