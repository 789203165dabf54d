import { corrupt, unsupported } from "../image.ts";

export interface Codestream {
  width: number;
  height: number;
  components: number;
  /** Bits of the first component. */
  bits: number;
}

const SIZ = 0xff51;
const CAP = 0xff50;
const SOT = 0xff90;
/** ISO/IEC 15444-1 table A.9. */
const MAX_COMPONENTS = 16384;
/** Offsets from the beginning of the codestream, which starts with SOC and SIZ (ISO/IEC 15444-1 table A.9). */
const SIZ_AT = { marker: 2, length: 4, right: 8, bottom: 12, left: 16, top: 20, components: 40, component: 42 };
/** Of each component: its bits, and its distances between samples. */
const COMPONENT_BYTES = 3;
/** Offset of a tile-part's length from its SOT marker (table A.5). */
const PSOT = 6;
const SOT_BYTES = 12;

/** Reads the main header, and how far the tile-parts go (ISO/IEC 15444-1 annex A). */
export function readCodestream(bytes: Uint8Array): Codestream {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const u16 = (at: number): number => (at + 2 <= bytes.length ? view.getUint16(at) : 0);
  if (bytes.length < SIZ_AT.component || u16(SIZ_AT.marker) !== SIZ)
    throw corrupt("The JPEG 2000 codestream is cut off in its header.");
  const width = view.getUint32(SIZ_AT.right) - view.getUint32(SIZ_AT.left);
  const height = view.getUint32(SIZ_AT.bottom) - view.getUint32(SIZ_AT.top);
  const components = u16(SIZ_AT.components);
  if (
    components === 0 ||
    components > MAX_COMPONENTS ||
    SIZ_AT.component + components * COMPONENT_BYTES > bytes.length
  ) {
    throw corrupt("The JPEG 2000 codestream declares no components.");
  }
  for (let i = 0; i < components; i++) {
    const at = SIZ_AT.component + i * COMPONENT_BYTES;
    if (bytes[at + 1] === 0 || bytes[at + 2] === 0) throw corrupt("A component of the JPEG 2000 has no size.");
  }
  let at = SIZ_AT.length + u16(SIZ_AT.length);
  for (; u16(at) !== SOT; at += 2 + u16(at + 2)) {
    if (u16(at) === CAP)
      throw unsupported("This is high-throughput JPEG 2000, which a PDF cannot hold; save it as JPEG 2000.");
    if (u16(at) < 0xff00 || u16(at + 2) < 2) throw corrupt("The JPEG 2000 codestream is damaged in its header.");
  }
  checkTiles(bytes, at);
  return { width, height, components, bits: (bytes[SIZ_AT.component]! & 0x7f) + 1 };
}

/** Most viewers show nothing of a tile that is cut off: the page would be empty. */
function checkTiles(bytes: Uint8Array, first: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = first;
  while (at + SOT_BYTES <= bytes.length && view.getUint16(at) === SOT) {
    // The last tile-part may leave out its length.
    const length = view.getUint32(at + PSOT) || bytes.length - at;
    if (length < 14) throw corrupt("A tile of the JPEG 2000 has a length that makes no sense.");
    if (at + length > bytes.length) {
      const share = (bytes.length - first) / (at + length - first);
      throw corrupt(`The JPEG 2000 is cut off: ${Math.ceil((1 - share) * 100)} % of its data is missing.`);
    }
    at += length;
  }
  if (at === first) throw corrupt("The JPEG 2000 holds no tiles.");
}
