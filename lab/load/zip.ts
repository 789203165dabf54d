export interface ZipEntry {
  name: string;
  crc: number;
  data: Uint8Array;
}

/** Stored entries, read by the central directory (APPNOTE 4.3.12) without our own writer's code. */
export function readZip(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw new Error("no end of central directory");
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error("the central directory is broken");
    if (view.getUint16(at + 10, true) !== 0) throw new Error("a compressed entry");
    const size = view.getUint32(at + 24, true);
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ];
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)),
      crc: view.getUint32(at + 16, true),
      data: bytes.subarray(start, start + size),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}
