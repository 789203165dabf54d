import { be16, be32, bytes } from "../../fixtures/bytes.ts";
import { box, codestream, jp2 } from "../../fixtures/jp2.ts";
import { damages } from "./damage.ts";
import { type Row, recorded, type Sweep } from "./table.ts";

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
    "\0\0\x02\0\0\0\0\0\0\0\0\0\x01\0\x01\0\x18\0",
    "\x05\x01\x09\0\0\0\x01\x18\0\0\0\0\x01\0\x01\0\x08\0",
    "\0\0\x02\0\0\0\0\0\0\0\0\0\x01\0\x01\0\x07\0",
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
