import { describe, expect, it } from "vitest";
import { readPnm } from "../../../src/images/pnm/pnm.ts";
import { bytes } from "../../fixtures/bytes.ts";
import { readAll, readOne, samples } from "../sink.ts";

const rows = async (file: Uint8Array) => samples((await readOne(readPnm, file)).image);

describe("Netpbm", () => {
  it.each([
    [
      "PBM in text, its digits without spaces",
      bytes("P1 3 2\n101\n0 1 0"),
      [
        [0, 255, 0],
        [255, 0, 255],
      ],
    ],
    ["PGM in text", bytes("P2\n# made by hand\n2 1 15\n0 15\n"), [[0, 255]]],
    ["PPM in text", bytes("P3\n1 1 255 1 2 3"), [[1, 2, 3]]],
    [
      "PBM",
      bytes("P4\n3 2\n", [0b10100000, 0b01000000]),
      [
        [1, 0, 1],
        [0, 1, 0],
      ],
    ],
    ["PGM", bytes("P5 2 1 255 ", [7, 9]), [[7, 9]]],
    ["PGM of 16 bits", bytes("P5 2 1 65535\n", [1, 2, 3, 4]), [[258, 772]]],
    ["PGM of 10 bits", bytes("P5 1 1 1023\n", [3, 255]), [[65535]]],
    [
      "PPM",
      bytes("P6 1 2 # rows\n255\n", [1, 2, 3, 4, 5, 6]),
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
    ],
  ])("%s has its samples", async (_, file, expected) => {
    expect(await rows(file)).toEqual(expected);
  });

  it("PBM says that 1 is black", async () => {
    expect((await readOne(readPnm, bytes("P4 1 1\n", [128]))).image.dict).toMatchObject({
      Decode: "[1 0]",
      BitsPerComponent: 1,
    });
  });

  it("PAM has alpha", async () => {
    const file = bytes("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n", [1, 2, 3, 50]);
    const { image } = await readOne(readPnm, file);
    expect([samples(image), samples(image.softMask!)]).toEqual([[[1, 2, 3]], [[50]]]);
  });

  it("gives a page for each picture of a file", async () => {
    const one = bytes("P5 1 1 255\n", [5]);
    expect(await readAll(readPnm, bytes(one, one, "\n", one))).toHaveLength(3);
  });

  it("that is cut off is shown as far as it goes, and says so", async () => {
    const { image, warnings } = await readOne(readPnm, bytes("P5 2 2 255\n", [1, 2, 3]));
    expect(samples(image)).toEqual([[1, 2]]);
    expect(warnings).toEqual(["The image is cut off: 50 % of the picture is missing."]);
  });

  it.each<[string, Uint8Array, string]>([
    ["no numbers", bytes("P5 width 1 255 "), "CORRUPTED_IMAGE"],
    ["no highest value", bytes("P5 1 1 0\n", [1]), "CORRUPTED_IMAGE"],
    ["no pixels", bytes("P6 1 1 255\n"), "CORRUPTED_IMAGE"],
    ["no first row", bytes("P2 3 3 255\n1 x"), "CORRUPTED_IMAGE"],
    ["billions of pixels", bytes("P6 90000 90000 255\n", [1]), "IMAGE_TOO_LARGE"],
    ["a PAM header without an end", bytes("P7\nWIDTH 1\n"), "CORRUPTED_IMAGE"],
  ])("is refused when it has %s", async (_, file, code) => {
    await expect(readOne(readPnm, file)).rejects.toMatchObject({ code });
  });
});
