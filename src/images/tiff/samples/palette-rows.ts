import { corrupt } from "../../../codecs/image-problem.ts";
import { indexed } from "../../write/colour.ts";
import { tagCount, tagValue } from "../directory.ts";
import type { PixelRows } from "../pixel-rows.ts";
import type { Layout } from "../tiff-layout.ts";
import { alphaSample, directRow, gatherer, isDirect, pack } from "./row-samples.ts";
import { indexReader } from "./tiff-samples.ts";

const TAG_COLOR_MAP = 320;

export function paletteRows(layout: Layout): PixelRows {
  const entries = 2 ** layout.bits;
  if (layout.bits > 16 || tagCount(layout.directory, TAG_COLOR_MAP) < entries * 3) {
    throw corrupt("The TIFF's palette is missing or too short.");
  }
  const table = colourMap(layout, entries);
  const alpha = alphaSample(layout, 1);
  const common = { decode: undefined, blackBit: undefined, layout, rowsPerBandRow: 1 };
  if (layout.bits <= 8 && !alpha) {
    const space = { components: 1 as const, colourSpace: indexed("DeviceRGB", table, entries) };
    if (isDirect(layout, 1)) return { ...common, ...space, bits: layout.bits, convert: directRow };
    const { gather, gathered } = gatherer(layout, indexReader(layout));
    const colour = new Uint8Array(layout.width);
    return {
      ...common,
      ...space,
      bits: 8,
      convert(band, row) {
        gather(band, row);
        pack(gathered, 0, layout.samples, colour, 0, 1, 8, layout.width);
        return { colour, at: 0, alpha: undefined };
      },
    };
  }
  const { gather, gathered } = gatherer(layout, indexReader(layout));
  const colour = new Uint8Array(layout.width * 3);
  const mask = alpha && new Uint8Array(layout.width);
  return {
    ...common,
    components: 3,
    colourSpace: "DeviceRGB",
    bits: 8,
    convert(band, row) {
      gather(band, row);
      for (let x = 0, at = 0; x < layout.width; x++, at += 3) {
        const entry = gathered[x * layout.samples]! * 3;
        colour[at] = table[entry]!;
        colour[at + 1] = table[entry + 1]!;
        colour[at + 2] = table[entry + 2]!;
        // The alpha has as many bits as the indices.
        if (mask) mask[x] = (gathered[x * layout.samples + alpha.index]! * 255) / (entries - 1);
      }
      return { colour, at: 0, alpha: mask };
    },
  };
}

/**
 * ColorMap: all reds, all greens, all blues, 16 bits each. Where no value is above 255, its writer has put 8 bits
 * there.
 */
function colourMap(layout: Layout, entries: number): Uint8Array {
  const values = Uint16Array.from({ length: entries * 3 }, (_, i) => tagValue(layout.directory, TAG_COLOR_MAP, i)!);
  const shift = values.some((value) => value > 255) ? 8 : 0;
  const table = new Uint8Array(entries * 3);
  for (let entry = 0; entry < entries; entry++) {
    for (let c = 0; c < 3; c++) table[entry * 3 + c] = values[c * entries + entry]! >> shift;
  }
  return table;
}
