import { be16, be32, bytes } from "../../fixtures/bytes.ts";
import { box, codestream, jp2 } from "../../fixtures/jp2.ts";
import { random } from "../../fixtures/random.ts";
import { type TgaFixture, tga as tgaFile } from "../../fixtures/tga.ts";
import { damages } from "./damage.ts";
import { type Row, recorded, type Sweep } from "./table.ts";

const noise = (length: number, seed = 1): number[] => {
  const next = random(seed);
  return Array.from({ length }, () => Math.floor(next() * 256));
};

const tga = (change: Partial<TgaFixture>) => {
  const { bits = 24 } = change;
  return tgaFile({ type: 2, width: 11, height: 6, bits, pixels: noise(66 * ((bits + 7) >> 3)), ...change });
};
const coloursFrom = (first: number, entries: number, bits: number) => ({
  palette: { first, entries: noise(entries * ((bits + 7) >> 3), 4), bits },
});

recorded("TGA", function* (): Iterable<Row | Sweep> {
  for (const type of [0, 1, 2, 3, 4, 9, 10, 11, 12]) {
    for (const bits of [1, 8, 15, 16, 24, 32]) {
      yield { name: `type ${type}, ${bits} bits`, file: tga({ type, bits }) };
    }
    yield { name: `type ${type}, alpha`, file: tga({ type, bits: 32, descriptor: 0x28 }) };
  }
  for (const entryBits of [8, 15, 16, 24, 32]) {
    for (const type of [1, 2, 9]) {
      yield {
        name: `type ${type}, palette of ${entryBits} bits`,
        file: tga({ type, bits: type === 2 ? 24 : 8, ...coloursFrom(0, 256, entryBits) }),
      };
    }
    yield {
      name: `palette of ${entryBits} bits from 100`,
      file: tga({ type: 1, bits: 8, ...coloursFrom(100, 40, entryBits) }),
    };
  }
  for (let descriptor = 0; descriptor < 256; descriptor += 0x10)
    yield { name: `descriptor ${descriptor}`, file: tga({ descriptor }) };
  yield { name: "words before the pixels", file: tga({ id: [9, 8, 7] }) };
  for (const bits of [16, 24, 32]) {
    const each = bits / 8;
    const pixels = [130, ...noise(each, 1), 4, ...noise(each * 5, 2), 255, ...noise(each, 3)];
    const packets = tga({ type: 10, bits, descriptor: 0x28, pixels });
    yield { name: `runs of ${bits} bits`, file: packets };
    yield* damages(`runs of ${bits} bits`, packets, { twice: true });
  }
  yield* damages("24 bits", tga({}), { to: 30, twice: true, cuts: 40 });
  yield* damages("a palette", tga({ type: 1, bits: 8, ...coloursFrom(2, 20, 24) }), { to: 30, twice: true });
});

recorded("QOI", function* (): Iterable<Row | Sweep> {
  const qoi = (channels: number, data: number[]) => bytes("qoif", be32(5), be32(4), [channels, 0], data);
  const first = [0xfe, 10, 20, 30, 0xff, 40, 50, 60, 70];
  const data = [
    ...first,
    0b01_11_00_10,
    0b10_100011,
    0xa7,
    53,
    0b11_000001,
    0b01_00_01_11,
    0b10_000001,
    0x3c,
    7,
    0xc2,
    0xfe,
    250,
    251,
    252,
    0x7f,
    0x40,
    0xbf,
    0xff,
    0xc9,
  ];
  for (const channels of [2, 3, 4, 5]) yield { name: `${channels} channels`, file: qoi(channels, data) };
  yield { name: "a run to the end", file: qoi(3, [0xfe, 1, 2, 3, 0xd2]) };
  yield { name: "no data", file: qoi(3, []) };
  for (const channels of [3, 4]) yield* damages(`${channels} channels`, qoi(channels, data), { twice: true, cuts: 60 });
});

recorded("Netpbm", function* (): Iterable<Row | Sweep> {
  const text = (...parts: (string | number[])[]) => bytes(...parts);
  const files: Record<string, Uint8Array> = {
    P1: text("P1 5 3\n1 0 1 0 1\n11000 0 1 1 1 0"),
    P2: text("P2\n# a comment\n3 2 # and another\n200\n0 100 200 250 7 70000"),
    P3: text("P3 2 1 255 1 2 3 4 5 6"),
    P4: text("P4 11 3\n", noise(6)),
    P5: text("P5 4 3 255\n", noise(12)),
    "P5 up to 100": text("P5 4 3 100\n", noise(12)),
    "P5 of two bytes": text("P5 4 3 1000\n", noise(24)),
    "P5 of whole two bytes": text("P5 4 3 65535\n", noise(24)),
    P6: text("P6 4 3 255\n", noise(36)),
    "P6 of two bytes": text("P6 4 3 256\n", noise(72)),
    "P2 of two bytes": text("P2 2 2 300 0 100 200 300"),
    "a highest value of 0": text("P5 4 3 0\n", noise(12)),
    "a highest value beyond": text("P5 4 3 65536\n", noise(24)),
    "no width": text("P5 0 3 255\n", noise(12)),
    "no numbers": text("P5 x"),
    "a width beyond": text("P5 2147483648 1 255\n", noise(12)),
    "three pictures": text("P5 2 2 255\n", noise(4), "P6 1 1 255\n", noise(3), "\nP4 8 1\n", [0xaa]),
    "two pictures of text": text("P2 1 1 255 7\nP2 1 1 255 9"),
    "words after the picture": text("P5 2 2 255\n", noise(4), "words"),
    "a P after the picture": text("P5 2 2 255\n", noise(4), "Px"),
    "comments and returns": text("P5\r#c\r2\t2\v255\n", noise(4)),
  };
  const pam = (depth: number, top: number, more = "") =>
    text(
      `P7\nWIDTH 3\nHEIGHT 2\nDEPTH ${depth}\nMAXVAL ${top}\n${more}ENDHDR\n`,
      noise(3 * 2 * depth * (top > 255 ? 2 : 1)),
    );
  for (const depth of [0, 1, 2, 3, 4, 5])
    for (const top of [0, 1, 255, 65535, 65536]) files[`P7 of ${depth}, up to ${top}`] = pam(depth, top);
  files["P7 of a kind"] = pam(4, 255, "TUPLTYPE RGB_ALPHA\n# words\n");
  files["P7 without an end"] = text("P7\nWIDTH 3\nHEIGHT 2\n");
  files["P7 without a width"] = text("P7\nHEIGHT 2\nDEPTH 1\nMAXVAL 9\nENDHDR\n", noise(9));
  for (const [name, file] of Object.entries(files)) yield { name, file };
  for (const name of ["P1", "P2", "P4", "P5 up to 100", "P6", "P7 of 4, up to 255", "three pictures"]) {
    yield* damages(name, files[name]!, { to: 60, cuts: 60 });
  }
});

recorded("JPEG 2000", function* (): Iterable<Row | Sweep> {
  for (const components of [0, 1, 2, 3, 4, 5]) {
    yield { name: `${components} components`, file: jp2(9, 7, components, components === 3 ? 16 : 17) };
    yield { name: `${components} components, bare`, file: codestream(9, 7, components) };
  }
  const opacity = (...channels: number[][]) => box("cdef", bytes(be16(channels.length), channels.flat().flatMap(be16)));
  const resolution = (type: string, down: number, across: number, exponent: number) =>
    box(type, bytes(be16(down), be16(1), be16(across), be16(2), [exponent, exponent]));
  const extra: Record<string, [number, Uint8Array[]]> = {
    alpha: [4, [opacity([0, 0, 1], [3, 1, 0])]],
    "premultiplied alpha": [2, [opacity([1, 2, 0])]],
    "channels without alpha": [3, [opacity([0, 0, 1], [1, 0, 2])]],
    "a palette": [2, [box("pclr", new Uint8Array(9))]],
    "a resolution": [3, [box("res ", resolution("resc", 11811, 11811, 0))]],
    "a resolution for display": [3, [box("res ", resolution("resc", 9999, 11811, 0), resolution("resd", 118, 59, 2))]],
    "a resolution below zero": [3, [box("res ", resolution("resd", 11811, 11811, 255))]],
    "a resolution that is too short": [3, [box("res ", box("resd", new Uint8Array(9)))]],
    "two colours": [3, [box("colr", bytes([1, 0, 0], be32(17)))]],
    "a profile's colours": [3, [box("colr", bytes([2, 0, 0], be32(17)))]],
  };
  for (const [name, [components, boxes]] of Object.entries(extra))
    yield { name, file: jp2(9, 7, components, 16, boxes) };
  const bare = codestream(9, 7, 1);
  const tileAt = bare.findIndex((byte, i) => byte === 0xff && bare[i + 1] === 0x90);
  yield { name: "high throughput", file: bytes(bare.subarray(0, tileAt), [0xff, 0x50, 0, 2], bare.subarray(tileAt)) };
  yield {
    name: "a tile without a length",
    file: bytes(bare.subarray(0, tileAt + 6), be32(0), bare.subarray(tileAt + 10)),
  };
  yield { name: "two tiles", file: bytes(bare.subarray(0, -2), bare.subarray(tileAt)) };
  const plain = jp2(9, 7, 3, 16);
  const head = plain.subarray(0, 12);
  const rest = plain.subarray(12);
  yield { name: "a box of long length", file: bytes(head, be32(1), "free", be32(0), be32(20), [1, 2, 3, 4], rest) };
  yield { name: "a box of length 7", file: bytes(head, be32(7), "free", rest) };
  const streamAt = plain.length - codestream(9, 7, 3).length - 8;
  yield {
    name: "a last box without a length",
    file: bytes(plain.subarray(0, streamAt), be32(0), plain.subarray(streamAt + 4)),
  };
  yield { name: "no picture", file: plain.subarray(0, streamAt) };
  yield* damages("a file", plain, { twice: true, cuts: 999 });
  yield* damages("a bare stream", codestream(9, 7, 1), { twice: true, cuts: 999 });
});

recorded("files that are no images", function* (): Iterable<Row | Sweep> {
  const heads = [
    "",
    "x",
    "\xff\xd8",
    "\xff\x4f\xff\x51",
    "\xff\x0a",
    "\x89PNG",
    "GIF87a",
    "GIF88a",
    "II*\0",
    "II+\0",
    "MM\0*",
    "MM\0+",
    "MM*\0",
    "RIFF....WEBP",
    "RIFF....WAVE",
    "BM",
    "\0\0\0\x0cjP  ",
    "\0\0\0\x0cJXL ",
    "P1 ",
    "P7\n",
    "P8 ",
    "P5#",
    "PF\n",
    "Pf ",
    "qoif",
    "\0\0\x01\0\x01\0",
    "\0\0\x02\0\x01\0",
    "\0\0\x01\0\0\0",
    "%PDF-1.7",
    "8BPS",
    "IIRO",
    "IIRS",
    "MMOR",
    "IIU\0",
    "FUJIFILMCCD-RAW",
    "\0MRM",
    "PK\x03\x04",
    "\0\0\0\x18ftypcrx ",
    "\0\0\0\x18ftypavif",
    "\0\0\0\x18ftypavis",
    "\0\0\0\x18ftypmif1....heic",
    "\0\0\0\x18ftypheix",
    "\0\0\0\x18ftyphevc",
    "\0\0\0\x18ftypmsf1",
    "\0\0\0\x18ftypisom",
    "<!DOCTYPE html>",
    "<html>",
    " <HEAD>",
    "<body",
    "<svg>",
    "<svg:svg xmlns",
    "<?xml version='1.0'?>\n<!-- words --><!DOCTYPE svg [<!ENTITY x 'y'>] >\n<svg ",
    "<?xml version='1.0'?><html>",
    "\xef\xbb\xbf<svg>",
    "<svgs>",
    "<p>",
  ];
  for (const head of heads) {
    for (const length of [0, 60]) {
      const name = `${JSON.stringify(head)}${length ? `, and ${length} zeros` : ""}`;
      yield { name, file: bytes(head, new Uint8Array(head === "" ? 0 : length)) };
    }
  }
});
