import { CMap } from "./cmap.ts";

/**
 * The code spaces of the predefined CMaps (9.7.5.2, table 116), by the beginning of their names. The CIDs of all codes
 * would take a megabyte; boxes and advances are estimated safely without them.
 */
const SPACES: readonly (readonly [RegExp, string])[] = [
  [/^Identity/, "0000-ffff"],
  [/UCS2|UTF16/, "0000-d7ff d800dc00-dbffdfff e000-ffff"],
  [/UTF32/, "00000000-0010ffff"],
  [/UTF8/, "00-7f c080-dfbf e08080-efbfbf f0808080-f7bfbfbf"],
  [/RKSJ/, "00-80 a0-df 8140-9ffc e040-fcfc"],
  [/^(EUC|Ext-EUC|78-EUC|Add-EUC)/, "00-80 8ea0-8edf a1a1-fefe"],
  [/^CNS-EUC/, "00-80 a1a1-fefe 8ea1a1a1-8ea7fefe"],
  [/^(GBK|GBpc)/, "00-80 8140-fefe"],
  [/^GBK2K/, "00-7f 81308130-fe39fe39 8140-fefe"],
  [/^(GB-EUC|GBT-EUC|KSC-EUC)/, "00-80 a1a1-fefe"],
  [/^(KSCms|KSCpc)/, "00-80 8141-fefe"],
  [/^(B5pc|ETen|ETenms|HKscs|HKdl|HKm)/, "00-80 8140-fefe"],
  [
    /^(H|V|78-H|78-V|Add-H|Add-V|Ext-H|Ext-V|GB-H|GB-V|GBT-H|GBT-V|KSC-H|KSC-V|CNS1-H|CNS1-V|CNS2-H|CNS2-V)$/,
    "2121-7e7e",
  ],
];

/** The CMap of this name. An unknown name gives codes of two bytes. */
export function predefined(name: string): CMap {
  const cmap = new CMap();
  cmap.isVertical = name === "V" || name.endsWith("-V");
  cmap.isIdentity = name.startsWith("Identity");
  cmap.isUnicode = /UCS2|UTF16|UTF32/.test(name);
  cmap.isUnknown = !cmap.isIdentity;
  // GBK2K begins with GBK, so the longer name is tried first.
  const found = [...SPACES].reverse().find(([pattern]) => pattern.test(name));
  for (const range of (found?.[1] ?? "0000-ffff").split(" ")) {
    const [low, high] = range.split("-") as [string, string];
    cmap.addSpace(low.length / 2, Number.parseInt(low, 16), Number.parseInt(high, 16));
  }
  return cmap;
}
