import { describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS, ImageDocument } from "../../src/images/image-document.ts";
import { Work } from "../../src/meter/work.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { newEncryption } from "../../src/pdf-file/security/new-encryption.ts";
import type { PdfStream } from "../../src/pdf-file/syntax/objects.ts";
import { jpeg } from "../fixtures/jpeg.ts";
import { png } from "../fixtures/png.ts";

const IMAGES = [
  jpeg({ blocks: [[[128], [90]]] }),
  png({ width: 300, height: 300, colourType: 6, depth: 8, pixel: (x, y) => [x & 255, y & 255, x ^ (y & 255), 100] }),
  png({ width: 5, height: 5, colourType: 3, depth: 2, palette: [9, 8, 7], pixel: () => [0] }),
  Uint8Array.of(1, 2, 3),
];

/** The file of all images, drained after each of them or at its end only. */
async function made(drains: boolean, encryption = newEncryption({ userPassword: "open sesame" })) {
  const options = { ...DEFAULT_OPTIONS, information: { title: "Äpfel" } };
  const document = new ImageDocument(new Work(1 << 20), { encryption });
  const pieces: Uint8Array[] = [];
  for (const [index, bytes] of IMAGES.entries()) {
    await document.add({ name: `${index}`, bytes: bytes.slice() }, options);
    if (drains) for (const piece of document.drain()) pieces.push(piece.slice());
  }
  const { length } = document.finish(options);
  const read = () => Buffer.concat(Array.from(document.rest.pieces, (piece) => piece.slice()));
  const rest = read();
  // An attempt to deliver that fails is repeated.
  expect(read().equals(rest)).toBe(true);
  const file = Buffer.concat([...pieces, rest]);
  expect(file.length).toBe(length);
  return file;
}

describe("an encrypted PDF of images", () => {
  it.each([false, true])(
    "shows what it would show otherwise, also where it leaves memory part by part: %s",
    async (drains) => {
      const file = await made(drains);
      expect(() => openPdf(file)).toThrow(/password/);
      const document = openPdf(file, { password: "open sesame" });
      expect([document.rebuilt, document.pageCount]).toEqual([false, 3]);
      expect(document.dict(document.trailer.get("Encrypt"))?.get("R")).toBe(6);
      const images = Array.from({ length: 3 }, (_, index) => {
        const resources = document.dict(document.page(index).dict.get("Resources"));
        const image = document.resolve(document.dict(resources?.get("XObject"))?.get("I0"));
        return document.rawStream(image as PdfStream);
      });
      const [photo] = images;
      expect(Buffer.from(photo!)).toEqual(Buffer.from(IMAGES[0]!));
      expect(file.includes(photo!.subarray(0, 64))).toBe(false);
      expect(file.toString("latin1")).not.toContain("dc:title");
    },
  );
});
