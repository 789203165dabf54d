import sharp, { type JpegOptions } from "sharp";
import { encodeBaseline, encodeBaselineFile } from "../../../fixtures/jpeg-encoder.ts";
import { stream, text } from "../../../fixtures/pdf.ts";
import type { Picture } from "../../../fixtures/picture.ts";
import { type Construct, construct, onePage } from "../construct.ts";
import { ascii85 } from "../made/encode.ts";
import type { Secret } from "../secret.ts";

/** 160 by 160 samples over the page, of which 40 to 120 are inside: the edge lies within the blocks of 16. */
const SIZE = 160;

function picture(secret: Secret, channels: 1 | 3 = 3, isRound = false): Picture {
  const data = new Uint8Array(SIZE * SIZE * channels);
  const [tone, ...rest] = secret.rgb;
  for (let i = 0; i < SIZE * SIZE; i++) {
    const [x, y] = [i % SIZE, Math.floor(i / SIZE)];
    const isInSquare = x >= 40 && x < 120 && y >= 40 && y < 120;
    const isInside = isRound ? Math.hypot(x - 79.5, y - 79.5) < 66 : isInSquare;
    const shade = 90 + ((x >> 2) % 12) + ((y >> 3) % 9);
    const colour = isInside ? [shade, shade + 20, shade + 40] : [tone, ...rest];
    for (let c = 0; c < channels; c++) data[i * channels + c] = colour[c]!;
  }
  return { width: SIZE, height: SIZE, channels, data } as Picture;
}

function placed(jpeg: Uint8Array, more = "", content = "q 400 0 0 400 0 0 cm /Im Do Q"): Uint8Array {
  const dict = `/Subtype/Image/Width ${SIZE}/Height ${SIZE}/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode`;
  return onePage(content, {
    resources: "/XObject<</Im 10 0 R>>",
    objects: { 10: stream(text(jpeg), `${dict}${more}`) },
  });
}

const segment = (marker: number, body: string) =>
  Buffer.from(`\xff${String.fromCharCode(marker, (body.length + 2) >> 8, (body.length + 2) & 255)}${body}`, "latin1");

const baseline = (secret: Secret, segments?: Uint8Array) => encodeBaselineFile(picture(secret), 4, segments);

/** With a circle around the area, which holds it however the image is turned. */
const round = (secret: Secret) => encodeBaselineFile(picture(secret, 3, true), 4);

/** A picture inside of the area only, so that nothing but what goes with the file can tell. */
const plain = (segments: Uint8Array) => {
  const { data, ...size } = picture({ word: "", points: [0, 0, 0, 0, 0, 0], rgb: [90, 110, 130] });
  return encodeBaselineFile({ ...size, data }, 4, segments);
};

/** Each row of blocks coded alone, with restart markers between (DRI: so many blocks as a row has). */
function withRestarts(secret: Secret): Uint8Array {
  const whole = picture(secret);
  const row = SIZE * 3 * 8;
  const scans: Uint8Array[] = [];
  let head: Uint8Array = new Uint8Array(0);
  for (let at = 0; at < SIZE / 8; at++) {
    const { frame } = encodeBaseline({ ...whole, height: 8, data: whole.data.subarray(at * row, (at + 1) * row) }, 4);
    const scanAt = Buffer.from(frame).indexOf(Buffer.of(0xff, 0xda));
    const dataAt = scanAt + 2 + ((frame[scanAt + 2]! << 8) | frame[scanAt + 3]!);
    head = frame.subarray(0, dataAt);
    scans.push(frame.subarray(dataAt), Uint8Array.of(0xff, 0xd0 + (at % 8)));
  }
  scans.pop();
  const sized = Uint8Array.from(head);
  sized[5] = SIZE >> 8;
  sized[6] = SIZE & 255;
  const { tables } = encodeBaseline({ ...whole, height: 8 }, 4);
  const interval = [0xff, 0xdd, 0, 4, 0, SIZE / 8];
  return Buffer.concat([Buffer.of(0xff, 0xd8), tables, Buffer.from(interval), sized, ...scans, Buffer.of(0xff, 0xd9)]);
}

function coded(secret: Secret, options: JpegOptions): Promise<Uint8Array> {
  const { data } = picture(secret);
  return sharp(data, { raw: { width: SIZE, height: SIZE, channels: 3 } })
    .jpeg({ quality: 92, ...options })
    .toBuffer();
}

const held = { holds: ["colour"], picture: "resampled" } as const;
const codes = { ...held, varies: "the coder makes tables for the whole picture" } as const;

export const jpegConstructs: Construct[] = [
  construct("JPEG: baseline", (secret) => placed(baseline(secret)), held),
  construct(
    "JPEG: gray",
    (secret) => {
      const data = text(encodeBaselineFile(picture(secret, 1), 4));
      return onePage("0.5 g q 400 0 0 400 0 0 cm /Im Do Q", {
        inside: "",
        resources: "/XObject<</Im 10 0 R>>",
        objects: {
          10: stream(
            data,
            `/Subtype/Image/Width ${SIZE}/Height ${SIZE}/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/DCTDecode`,
          ),
        },
      });
    },
    { ...held, rgb: [231, 231, 231], inside: "", varies: "its two secrets differ in no word" },
  ),
  construct("JPEG: restart markers", (secret) => placed(withRestarts(secret)), held),
  construct("JPEG: progressive", async (secret) => placed(await coded(secret, { progressive: true })), codes),
  construct(
    "JPEG: halved colours",
    async (secret) => placed(await coded(secret, { chromaSubsampling: "4:2:0" })),
    codes,
  ),
  construct(
    "JPEG: whole colours",
    async (secret) => placed(await coded(secret, { chromaSubsampling: "4:4:4" })),
    codes,
  ),
  construct(
    "JPEG: turned by thirty degrees",
    (secret) => placed(round(secret), "", "q 346.41 200 -200 346.41 126.8 -73.2 cm /Im Do Q"),
    held,
  ),
  construct("JPEG: upside down", (secret) => placed(baseline(secret), "", "q 400 0 0 -400 0 400 cm /Im Do Q"), held),
  construct("JPEG: on its side", (secret) => placed(baseline(secret), "", "q 0 400 -400 0 400 0 cm /Im Do Q"), held),
  construct("JPEG: wholly outside", (secret) => placed(baseline(secret), "", "q 80 0 0 80 9 9 cm /Im Do Q"), held),
  construct(
    "JPEG: under a clip that shows the inside only",
    (secret) => placed(baseline(secret), "", "q 110 110 150 150 re W n 400 0 0 400 0 0 cm /Im Do Q"),
    held,
  ),
  construct(
    "JPEG: in ASCII85",
    (secret) => {
      const data = ascii85(text(baseline(secret)));
      return onePage("q 400 0 0 400 0 0 cm /Im Do Q", {
        resources: "/XObject<</Im 10 0 R>>",
        objects: {
          10: stream(
            data,
            `/Subtype/Image/Width ${SIZE}/Height ${SIZE}/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter[` +
              `/ASCII85Decode/DCTDecode]`,
          ),
        },
      });
    },
    held,
  ),
  construct(
    "JPEG: an inline image",
    (secret) =>
      onePage(
        `q 400 0 0 400 0 0 cm BI /W ${SIZE} /H ${SIZE} /BPC 8 /CS /RGB /F /DCT ID ${text(baseline(secret))}\nEI Q`,
      ),
    held,
  ),
  ...(
    [
      ["EXIF", 0xe1, (word: string) => `Exif\0\0II*\0\x08\0\0\0\0\0${word}`],
      ["XMP", 0xe1, (word: string) => `http://ns.adobe.com/xap/1.0/\0<x>${word}</x>`],
      ["a thumbnail of JFIF's", 0xe0, (word: string) => `JFXX\0\x13\x08\x01${word}${word}${word}`],
      ["a comment", 0xfe, (word: string) => word],
      ["Photoshop's resources", 0xed, (word: string) => `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x08${word}`],
      ["an unknown segment", 0xeb, (word: string) => word],
    ] as const
  ).map(([name, marker, body]) =>
    construct(`JPEG: ${name}`, ({ word }) => placed(plain(segment(marker, body(word)))), { picture: "resampled" }),
  ),
  construct(
    "JPEG: bytes after its end",
    ({ word }) => placed(Buffer.concat([plain(new Uint8Array(0)), Buffer.from(word)])),
    { picture: "resampled" },
  ),
  construct(
    "JPEG: said to be in an arithmetic code",
    (secret) => {
      const data = Uint8Array.from(baseline(secret, segment(0xfe, secret.word)));
      data[Buffer.from(data).indexOf(Buffer.of(0xff, 0xc0)) + 1] = 0xc9;
      return placed(data);
    },
    { picture: "damaged", varies: "what such data decodes to is an accident of all of it" },
  ),
];
