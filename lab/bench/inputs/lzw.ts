/** GIF packs codes from the low bit; TIFF from the high bit and widens one code earlier. */
export type LzwKind = "gif" | "tiff";

export function encodeLzw(data: Uint8Array, minimumBits: number, kind: LzwKind): Uint8Array {
  const clear = 1 << minimumBits;
  const early = kind === "tiff" ? 1 : 0;
  const lowFirst = kind === "gif";
  let output = new Uint8Array(Math.max(64, data.length));
  let length = 0;
  let buffer = 0;
  let bits = 0;
  let width = minimumBits + 1;
  const emit = (code: number): void => {
    if (length + 4 > output.length) {
      const grown = new Uint8Array(output.length * 2);
      grown.set(output);
      output = grown;
    }
    buffer = lowFirst ? buffer | (code << bits) : (buffer << width) | code;
    bits += width;
    while (bits >= 8) {
      output[length++] = lowFirst ? buffer & 0xff : (buffer >>> (bits - 8)) & 0xff;
      if (lowFirst) buffer >>>= 8;
      else buffer &= (1 << (bits - 8)) - 1;
      bits -= 8;
    }
  };

  // table[prefix << 8 | byte] is the code of that string; a generation number saves clearing it.
  const table = new Uint32Array(4096 << 8);
  let generation = 0;
  let next = clear + 2;
  const restart = (): void => {
    emit(clear);
    generation++;
    next = clear + 2;
    width = minimumBits + 1;
  };
  restart();
  let prefix = data[0] ?? 0;
  for (let i = 1; i < data.length; i++) {
    const key = (prefix << 8) | data[i]!;
    const entry = table[key]!;
    if (entry >>> 12 === generation) {
      prefix = entry & 0xfff;
      continue;
    }
    emit(prefix);
    table[key] = (generation << 12) | next++;
    if (next + early > 1 << width && width < 12) width++;
    if (next === 4094) restart();
    prefix = data[i]!;
  }
  emit(prefix);
  next++;
  if (next + early > 1 << width && width < 12) width++;
  emit(clear + 1);
  if (bits > 0) output[length++] = lowFirst ? buffer & 0xff : (buffer << (8 - bits)) & 0xff;
  return output.subarray(0, length);
}
