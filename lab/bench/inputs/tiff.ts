/** One image of a TIFF file: its strips, and the tags besides the strips' own. */
export interface TiffPage {
  strips: Uint8Array[];
  tags: TiffTag[];
}

export interface TiffTag {
  tag: number;
  /** 1 byte, 3 short, 4 long, 7 undefined. */
  type: 1 | 3 | 4 | 7;
  values: ArrayLike<number>;
}

const sizes = { 1: 1, 3: 2, 4: 4, 7: 1 };

export const short = (tag: number, ...values: number[]): TiffTag => ({ tag, type: 3, values });
export const long = (tag: number, ...values: number[]): TiffTag => ({ tag, type: 4, values });

/** Lays out a little-endian TIFF: strips first, then the directory of each page. */
export function writeTiff(pages: readonly TiffPage[]): Uint8Array {
  const header = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0]);
  const pieces: Uint8Array[] = [header];
  let offset = 8;
  const push = (bytes: Uint8Array): number => {
    const at = offset;
    pieces.push(bytes);
    offset += bytes.length;
    // Offsets of directories and strips are even.
    if (bytes.length % 2 === 1) {
      pieces.push(Buffer.alloc(1));
      offset += 1;
    }
    return at;
  };
  let link: { bytes: Uint8Array; at: number } = { bytes: header, at: 4 };
  for (const page of pages) {
    const offsets = page.strips.map(push);
    const own = [long(273, ...offsets), long(279, ...page.strips.map((strip) => strip.length))];
    const tags = [...page.tags, ...own].sort((a, b) => a.tag - b.tag);
    const directory = Buffer.alloc(2 + tags.length * 12 + 4);
    directory.writeUInt16LE(tags.length, 0);
    tags.forEach((tag, index) => {
      const at = 2 + index * 12;
      directory.writeUInt16LE(tag.tag, at);
      directory.writeUInt16LE(tag.type, at + 2);
      directory.writeUInt32LE(tag.values.length, at + 4);
      const value = valueBytes(tag);
      if (value.length <= 4) directory.set(value, at + 8);
      else directory.writeUInt32LE(push(value), at + 8);
    });
    new DataView(link.bytes.buffer, link.bytes.byteOffset).setUint32(link.at, offset, true);
    link = { bytes: directory, at: directory.length - 4 };
    push(directory);
  }
  return Buffer.concat(pieces);
}

function valueBytes(tag: TiffTag): Uint8Array {
  const size = sizes[tag.type];
  const bytes = Buffer.alloc(tag.values.length * size);
  for (let i = 0; i < tag.values.length; i++) bytes.writeUIntLE(tag.values[i]!, i * size, size);
  return bytes;
}
