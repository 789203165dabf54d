import { describe, expect, it } from "vitest";
import { faxWriter } from "../../../src/codecs/fax/fax-writer.ts";
import { Work } from "../../../src/meter/work.ts";
import { joined } from "../../../src/platform/bytes.ts";
import { stripped } from "../../../src/remove/copy/strip.ts";
import { be16, bytes } from "../../fixtures/bytes.ts";
import { faxPicture } from "../../fixtures/fax.ts";
import { genericJbig2, segment } from "../../fixtures/jbig2.ts";
import { box, boxed, codestream, jp2 } from "../../fixtures/jp2.ts";

const WORD = "the secret word";
const strip = (data: Uint8Array, filter: string, isGroup4?: boolean) =>
  joined(stripped(data, [filter], new Work(), isGroup4));

describe("a JPEG 2000 that stays whole keeps only what a decoder needs", () => {
  const plain = jp2(8, 8, 3, 16);
  const comment = bytes(be16(0xff64), be16(4 + WORD.length), be16(1), WORD);

  it.each<[string, Uint8Array]>([
    ["as it should be", plain],
    [
      "with a description before the picture",
      bytes(plain.subarray(0, 32), box("xml ", bytes(WORD)), plain.subarray(32)),
    ],
    ["with a box behind it", bytes(plain, box("uuid", bytes(WORD)))],
    ["with bytes behind its end", bytes(plain, WORD)],
    ["with a description in its header", jp2(8, 8, 3, 16, [box("xml ", bytes(WORD))])],
    ["with a comment", boxed(codestream(8, 8, 3, comment), 8, 8, 3, 16)],
    ["with bytes behind the end of its codestream", boxed(bytes(codestream(8, 8, 3), WORD), 8, 8, 3, 16)],
  ])("%s", (_, data) => {
    expect(strip(data, "JPXDecode")).toEqual(plain);
  });

  it("whose header holds further headers loses these", () => {
    let nested = box("jp2h", new Uint8Array());
    for (let depth = 0; depth < 16; depth++) nested = box("jp2h", bytes(nested, nested));
    expect(strip(jp2(8, 8, 3, 16, [nested]), "JPXDecode")).toEqual(plain);
  });

  it("as a codestream alone", () => {
    const stream = codestream(8, 8, 3);
    expect(strip(bytes(codestream(8, 8, 3, comment), WORD), "JPXDecode")).toEqual(stream);
  });

  it("and is not touched where its parts do not follow one another", () => {
    const torn = codestream(8, 8, 3).subarray(0, -4);
    expect(strip(torn, "JPXDecode")).toEqual(torn);
  });
});

describe("a JBIG2 image that stays whole", () => {
  const plain = genericJbig2(Array.from({ length: 12 }, (_, y) => Array.from({ length: 20 }, (_, x) => (x * y) & 1)));

  it("has no comments, and no bytes behind its last segment", () => {
    expect(strip(plain, "JBIG2Decode")).toEqual(plain);
    expect(strip(bytes(plain, "secret"), "JBIG2Decode")).toEqual(plain);
    expect(strip(bytes(plain, segment(9, 62, [], 1, bytes(WORD))), "JBIG2Decode")).toEqual(plain);
  });

  it("is not touched where a segment has no end", () => {
    const torn = plain.subarray(0, plain.length - 2);
    expect(strip(torn, "JBIG2Decode")).toEqual(torn);
  });
});

describe("a fax that stays whole", () => {
  it.each(Array.from({ length: 24 }, (_, seed) => [seed]))("has no bytes behind its block (picture %i)", (seed) => {
    const columns = 100 + seed;
    const rows = faxPicture(columns, 20, 0.3, seed);
    const writer = faxWriter(columns, 0);
    for (let y = 0; y < 20; y++) writer.row(rows, y * Math.ceil(columns / 8));
    const plain = joined(writer.end());
    expect(strip(plain, "CCITTFaxDecode", true)).toEqual(plain);
    expect(strip(bytes(plain, WORD), "CCITTFaxDecode", true)).toEqual(plain);
    // Of another kind the end is not known without decoding it.
    expect(strip(bytes(plain, WORD), "CCITTFaxDecode")).toEqual(bytes(plain, WORD));
  });
});

it("parts without end are charged one by one, and those that follow one another stay one piece", () => {
  const markers = Array.from({ length: 1000 }, () => [0xff, 0x52, 0, 2]).flat();
  const part = [0xff, 0x90, 0, 10, 0, 0, 0, 0, 0, 0, 0, 1, 0xff, 0x93, 0xff, 0xd9];
  const work = new Work();
  const pieces = stripped(Uint8Array.from([0xff, 0x4f, ...markers, ...part]), ["JPXDecode"], work);
  expect(pieces).toHaveLength(1);
  expect(work.used.steps).toBeGreaterThan(1000);
  const comments = Array.from({ length: 1000 }, () => [0xff, 0x52, 0, 2, 0xff, 0x64, 0, 2]).flat();
  const divided = new Work(0, { heldBytes: 50_000 });
  const data = Uint8Array.from([0xff, 0x4f, ...comments, ...part]);
  expect(() => stripped(data, ["JPXDecode"], divided)).toThrow("bytes of memory");
});
