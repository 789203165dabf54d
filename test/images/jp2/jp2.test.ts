import { describe, expect, it } from "vitest";
import { readJp2 } from "../../../src/images/jp2/jp2.ts";
import { be16, be32, bytes } from "../../fixtures/bytes.ts";
import { box, codestream, jp2 } from "../../fixtures/jp2.ts";
import { readOne } from "../sink.ts";

describe("JPEG 2000", () => {
  it("passes through byte for byte, and says its own colours", async () => {
    const file = jp2(20, 10, 3, 16);
    const { frame, image } = await readOne(readJp2, file);
    expect(image.data).toEqual(file);
    expect(frame).toMatchObject({ width: 20, height: 10, method: "passthrough", minVersion: "1.5" });
    expect(image.dict).toMatchObject({ Filter: "/JPXDecode", Width: 20, Height: 10 });
    expect([image.dict.ColorSpace, image.dict.SMaskInData]).toEqual([undefined, undefined]);
  });

  it("has its alpha channel taken from the data", async () => {
    const channels = box("cdef", bytes(be16(2), [0, 0, 0, 0, 0, 1], [0, 1, 0, 1, 0, 0]));
    expect((await readOne(readJp2, jp2(8, 8, 2, 17, [channels]))).image.dict.SMaskInData).toBe(1);
  });

  it("has a density when the file says it", async () => {
    // 11811 pixels in a metre.
    const resolution = box("resd", bytes(be16(11811), be16(1), be16(11811), be16(1), [0, 0]));
    const { frame } = await readOne(readJp2, jp2(8, 8, 1, 17, [box("res ", resolution)]));
    expect(frame.density!.x).toBeCloseTo(300, 0);
  });

  it("as a bare codestream is put into the boxes that PDF wants", async () => {
    const { image } = await readOne(readJp2, codestream(30, 20, 1));
    const text = String.fromCharCode(...image.data);
    expect(["jP  ", "ftypjp2 ", "jp2h", "ihdr", "colr", "jp2c"].map((name) => text.indexOf(name) > 0)).not.toContain(
      false,
    );
    expect(image.data.subarray(-codestream(30, 20, 1).length)).toEqual(codestream(30, 20, 1));
  });

  it.each<[string, Uint8Array, string]>([
    ["cut off in its tiles", jp2(8, 8, 3, 16).subarray(0, -4), "CORRUPTED_IMAGE"],
    ["cut off in its header", jp2(8, 8, 3, 16).subarray(0, 100), "CORRUPTED_IMAGE"],
    ["without a picture", bytes(be32(12), "jP  ", [13, 10, 0x87, 10]), "CORRUPTED_IMAGE"],
    ["of two colours", jp2(8, 8, 2, 17), "UNSUPPORTED_IMAGE"],
    ["of a billion pixels", jp2(40_000, 40_000, 1, 17), "IMAGE_TOO_LARGE"],
  ])("is refused when it is %s", async (_, file, code) => {
    await expect(readOne(readJp2, file)).rejects.toMatchObject({ code });
  });
});
