import { crc32 } from "node:zlib";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { centralHeader, endRecords, localHeader, type ZipEntry, zip } from "../../src/deliver/zip.ts";

function entry(name: string, ...pieces: Uint8Array[]): ZipEntry {
  let sum = 0;
  for (const piece of pieces) sum = crc32(piece, sum);
  return { name, pieces, length: pieces.reduce((total, piece) => total + piece.length, 0), crc32: () => sum };
}

const text = (value: string) => new TextEncoder().encode(value);
const joined = (pieces: Iterable<Uint8Array>) => new Uint8Array(Buffer.concat([...pieces]));

it("stores files that an independent reader finds, names and all", () => {
  const archive = zip([
    entry("a-1.pdf", text("one "), text("and more")),
    entry("Übung 漢字.pdf", text("two")),
    entry("empty.pdf"),
  ]);
  const bytes = joined(archive.pieces);
  expect(bytes.length).toBe(archive.length);
  const files = unzipSync(bytes);
  expect(Object.keys(files)).toEqual(["a-1.pdf", "Übung 漢字.pdf", "empty.pdf"]);
  expect(Buffer.from(files["a-1.pdf"] ?? []).toString()).toBe("one and more");
  expect(Buffer.from(files["Übung 漢字.pdf"] ?? []).toString()).toBe("two");
  expect(files["empty.pdf"]).toHaveLength(0);
});

it("each record of an archive begins with its own signature", () => {
  const bytes = Buffer.from(joined(zip([entry("a", text("first")), entry("b", text("second"))]).pieces));
  const places = (signature: string) => bytes.toString("latin1").split(signature).length - 1;
  expect([places("PK\x03\x04"), places("PK\x01\x02"), places("PK\x05\x06")]).toEqual([2, 2, 1]);
});

it("an archive finds no checksum for the bytes of its files", () => {
  const unsummed = (name: string): ZipEntry => ({
    ...entry(name, text(`This is ${name}.`)),
    crc32: () => {
      throw new Error("summed for nothing");
    },
  });
  const archive = zip([unsummed("a"), unsummed("b")]);
  const files = archive.ranges.map(({ start, end }) => joined(archive.between(start, end)));
  expect(files.map((file) => Buffer.from(file).toString())).toEqual(["This is a.", "This is b."]);
  expect(() => joined(archive.pieces)).toThrow("summed for nothing");
});

it("an archive says where each file's bytes lie in it", () => {
  const archive = zip([entry("a", text("first")), entry("b", text("second"))]);
  const bytes = joined(archive.pieces);
  expect(archive.ranges.map(({ start, end }) => Buffer.from(bytes.subarray(start, end)).toString())).toEqual([
    "first",
    "second",
  ]);
});

it("an archive gives the same bytes each time that it is iterated, and for the same files", () => {
  const archive = zip([entry("a", text("first"))]);
  expect(joined(archive.pieces)).toEqual(joined(archive.pieces));
  expect(joined(zip([entry("a", text("first"))]).pieces)).toEqual(joined(archive.pieces));
});

it("an archive gives any range of itself, and makes no file that lies before it", () => {
  const untouched: ZipEntry = {
    ...entry("a", text("first")),
    pieces: {
      [Symbol.iterator]() {
        throw new Error("made for nothing");
      },
    },
  };
  const rest = [entry("b", text("second "), text("file")), entry("c"), entry("d", text("last"))];
  const archive = zip([entry("a", text("first")), ...rest]);
  const bytes = joined(archive.pieces);
  for (let start = 0; start < bytes.length; start += 7) {
    for (let end = start; end <= bytes.length; end += 11) {
      expect(joined(archive.between(start, end))).toEqual(bytes.subarray(start, end));
    }
  }
  const from = archive.ranges[0]?.end as number;
  expect(joined(zip([untouched, ...rest]).between(from, bytes.length))).toEqual(bytes.subarray(from));
});

it("an archive without files is a valid archive", () => {
  expect(unzipSync(joined(zip([]).pieces))).toEqual({});
});

/** What an archive of large files says of itself, with the files' own bytes counted and left out. */
function outline(entries: ZipEntry[], view: Uint8Array) {
  const archive = zip(entries);
  let length = 0;
  const records: { at: number; bytes: Uint8Array }[] = [];
  for (const piece of archive.pieces) {
    if (piece !== view) records.push({ at: length, bytes: piece });
    length += piece.length;
  }
  expect(length).toBe(archive.length);
  return { archive, records };
}

function u64(bytes: Uint8Array, at: number): number {
  return Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(at, true));
}

function u32(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);
}

/** The same view again and again: gigabytes that nobody holds. */
function large(name: string, view: Uint8Array, times: number): ZipEntry {
  return {
    name,
    crc32: () => 0x12345678,
    length: view.length * times,
    pieces: {
      *[Symbol.iterator]() {
        for (let i = 0; i < times; i++) yield view;
      },
    },
  };
}

it("turns to ZIP64 where a file begins beyond 4 GiB, and only there", () => {
  const view = new Uint8Array(1 << 20);
  const gib3 = 3 * 2 ** 30;
  const { records } = outline([large("a", view, 3072), large("b", view, 3072), large("c", view, 1)], view);
  const [, , third, centralA, centralB, centralC, end] = records.map(({ bytes }) => bytes);
  expect(records[2]?.at).toBe(2 * gib3 + 62);
  expect(u32(third as Uint8Array, 18)).toBe(1 << 20);
  expect(u32(centralA as Uint8Array, 42)).toBe(0);
  expect(u32(centralB as Uint8Array, 42)).toBe(gib3 + 31);
  expect(centralB).toHaveLength(47);
  expect(u32(centralC as Uint8Array, 42)).toBe(0xffffffff);
  expect(u64(centralC as Uint8Array, 51)).toBe(2 * gib3 + 62);
  const last = end as Uint8Array;
  expect(u32(last, 0)).toBe(0x06064b50);
  // Readers of version 4.5 know ZIP64; the files before it ask for 2.0.
  expect([centralA?.[6], centralC?.[6], last[14]]).toEqual([20, 45, 45]);
  // Its own length, without its first twelve bytes.
  expect(u64(last, 4)).toBe(56 - 12);
  expect(u64(last, 24)).toBe(3);
  expect(u64(last, 40)).toBe(47 + 47 + 59);
  expect(u64(last, 48)).toBe(records[3]?.at);
  expect(u64(last, 56 + 8)).toBe(records[6]?.at);
  expect(u32(last, 76 + 16)).toBe(0xffffffff);
});

it("an archive gives sizes of 64 bits to a file beyond 4 GiB", () => {
  const view = new Uint8Array(1 << 22);
  const { archive, records } = outline([large("a", view, 1500)], view);
  const size = 1500 * 2 ** 22;
  const local = records[0]?.bytes as Uint8Array;
  expect([u32(local, 18), u32(local, 22)]).toEqual([0xffffffff, 0xffffffff]);
  expect([u64(local, 35), u64(local, 43)]).toEqual([size, size]);
  expect(u64(records[1]?.bytes as Uint8Array, 51)).toBe(size);
  expect(archive.ranges[0]).toEqual({ start: 51, end: 51 + size });
});

it("an archive counts more files than 16 bits hold", () => {
  const bytes = joined(zip(Array.from({ length: 70_000 }, (_, i) => entry(String(i)))).pieces);
  expect(u64(bytes, bytes.length - 98 + 24)).toBe(70_000);
});

describe("the edge at which a number no longer fits 32 bits", () => {
  const name = text("a");
  const most = 0xfffffffe;

  it("is where a local header gets its 64-bit sizes", () => {
    expect(localHeader({ name, crc32: 0, offset: 0, length: most })).toHaveLength(31);
    expect(localHeader({ name, crc32: 0, offset: 0, length: most + 1 })).toHaveLength(51);
  });

  it("is where a central header gets a 64-bit size, or offset, or both", () => {
    const lengthOf = (length: number, offset: number) => centralHeader({ name, crc32: 0, length, offset }).length;
    expect([lengthOf(most, most), lengthOf(most + 1, most), lengthOf(most, most + 1)]).toEqual([47, 67, 59]);
    expect(lengthOf(most + 1, most + 1)).toBe(75);
  });

  it("is where the archive ends with the records of ZIP64", () => {
    expect(endRecords(0xfffe, most, most)).toHaveLength(22);
    expect(endRecords(0xffff, 0, 0)).toHaveLength(98);
    expect(endRecords(1, most + 1, 0)).toHaveLength(98);
    expect(endRecords(1, 0, most + 1)).toHaveLength(98);
  });

  it("leaves the largest number in a field of 32 bits where ZIP64 has the real one", () => {
    const end = endRecords(3, 2 ** 33, 2 ** 34);
    expect([u64(end, 40), u64(end, 48)]).toEqual([2 ** 34, 2 ** 33]);
    expect([u32(end, 76 + 12), u32(end, 76 + 16)]).toEqual([0xffffffff, 0xffffffff]);
  });
});
