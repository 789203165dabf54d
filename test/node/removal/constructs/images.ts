import { deflated, stream } from "../../../fixtures/pdf.ts";
import { type Construct, construct, onePage } from "../construct.ts";
import { ascii85, asciiHex, fax, lzw, pngRows, runLength, tiffRows } from "../made/encode.ts";
import { bits, GRAY, image, packed, resampled, SIZE, samples, WHOLE } from "../made/image.ts";
import type { Secret } from "../secret.ts";

/** A filter's name, its parameters, and what it makes of samples. */
const filters: [string, string, (data: string) => string][] = [
  ["no filter", "", (data) => data],
  ["Flate", "/Filter/FlateDecode", packed],
  ["LZW", "/Filter/LZWDecode", lzw],
  ["RunLength", "/Filter/RunLengthDecode", runLength],
  ["ASCII85", "/Filter/ASCII85Decode", ascii85],
  ["ASCIIHex", "/Filter/ASCIIHexDecode", asciiHex],
  ["ASCII85 of Flate", "/Filter[/ASCII85Decode/FlateDecode]", (data) => ascii85(packed(data))],
  ["Flate of Flate", "/Filter[/FlateDecode/FlateDecode]/DecodeParms[null null]", (data) => packed(packed(data))],
  [
    "Flate with PNG's rows",
    `/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns ${SIZE}>>`,
    (data) => packed(pngRows(data, SIZE)),
  ],
  [
    "Flate with TIFF's rows",
    `/Filter/FlateDecode/DecodeParms<</Predictor 2/Columns ${SIZE}>>`,
    (data) => packed(tiffRows(data, SIZE)),
  ],
  ["Crypt", "/Filter[/Crypt/FlateDecode]/DecodeParms[<</Name/Identity>>null]", packed],
];

/** Inline images, whose names are short. */
const inline: [string, string, (data: string) => string][] = [
  ["no filter", "", (data) => data],
  ["Flate", "/F/Fl", packed],
  ["ASCIIHex", "/F/AHx", asciiHex],
  ["ASCII85", "/F/A85", ascii85],
  ["RunLength", "/F/RL", runLength],
  ["LZW", "/F/LZW", lzw],
  ["two filters", "/F[/A85/Fl]", (data) => ascii85(packed(data))],
];

/** Matrices by which the word's samples lie outside, and those that are visible are nothing but gray. */
const placed: [string, string][] = [
  ["wholly outside", "q 80 0 0 80 5 5 cm /Im Do Q"],
  ["clipped to the area", "q 100 100 200 200 re W n 400 0 0 400 0 0 cm /Im Do Q"],
  ["upside down", "q 400 0 0 -400 0 400 cm /Im Do Q"],
  ["mirrored", "q -400 0 0 400 400 0 cm /Im Do Q"],
  ["on its side", "q 0 400 -400 0 400 0 cm /Im Do Q"],
  ["larger than the page", "q 440 0 0 440 -20 -20 cm /Im Do Q"],
  ["beside the page", "q 80 0 0 80 450 450 cm /Im Do Q"],
  ["with no size", "q 0 0 0 0 5 5 cm /Im Do Q"],
  ["twice, at places both outside", "q 80 0 0 80 5 5 cm /Im Do Q q 80 0 0 80 310 310 cm /Im Do Q"],
  ["under a clip that leaves nothing", "q 0 0 0 0 re W n 400 0 0 400 0 0 cm /Im Do Q"],
];

/** The inside as a square, or as a circle around it, which holds all of the area however the image is turned. */
const rgbImage = ({ rgb }: Secret, isRound = false) =>
  Array.from({ length: SIZE * SIZE }, (_, i) => {
    const [x, y] = [i % SIZE, Math.floor(i / SIZE)];
    const isInSquare = x >= 10 && x < 30 && y >= 10 && y < 30;
    const isInside = isRound ? Math.hypot(x - 19.5, y - 19.5) < 16.5 : isInSquare;
    return String.fromCharCode(...(isInside ? [100, 120, 140] : rgb));
  }).join("");

const RGB = GRAY.replace("DeviceGray", "DeviceRGB");
/** Black samples are the secret; all else is lighter. */
const dark = { holds: ["colour"], rgb: [0, 0, 0], ...resampled } as const;

export const imageConstructs: Construct[] = [
  ...filters.map(([name, dict, encode]) =>
    construct(`image, cut: ${name}`, ({ word }) => image(stream(encode(samples(word)), `${GRAY}${dict}`)), resampled),
  ),
  ...inline.map(([name, dict, encode]) =>
    construct(
      `inline image, cut: ${name}`,
      ({ word }) =>
        onePage(
          `q 400 0 0 400 0 0 cm BI /W ${SIZE} /H ${SIZE} /BPC 8 /CS /G ${dict} ID ${encode(samples(word))}\nEI Q`,
        ),
      resampled,
    ),
  ),
  ...placed.map(([name, content]) =>
    construct(`image: ${name}`, ({ word }) => image(deflated(samples(word), GRAY), {}, content), resampled),
  ),
  construct("inline image: wholly outside", ({ word }) =>
    onePage(`q 80 0 0 80 5 5 cm BI /W 8 /H 1 /BPC 8 /CS /G ID ${word}\nEI Q`),
  ),
  construct("image: in the resources and never painted", ({ word }) => image(deflated(samples(word), GRAY), {}, "")),
  construct("image: in colour", (secret) => image(deflated(rgbImage(secret), RGB)), {
    holds: ["colour"],
    ...resampled,
  }),
  construct(
    "image: turned by thirty degrees",
    (secret) => image(deflated(rgbImage(secret, true), RGB), {}, "q 346.41 200 -200 346.41 126.8 -73.2 cm /Im Do Q"),
    { holds: ["colour"], ...resampled },
  ),
  construct(
    "image: skewed",
    (secret) => image(deflated(rgbImage(secret, true), RGB), {}, "q 400 0 60 400 -30 0 cm /Im Do Q"),
    {
      holds: ["colour"],
      ...resampled,
    },
  ),
  construct(
    "image: sixteen bits a sample",
    ({ word }) =>
      image(deflated(samples(word).replace(/./g, "$&$&"), GRAY.replace("BitsPerComponent 8", "BitsPerComponent 16"))),
    { codes: ({ word }) => word.slice(0, 4).replace(/./g, "$&$&"), ...resampled },
  ),
  construct(
    "image: four bits a sample",
    (secret) => image(deflated(nibbles(secret.word), GRAY.replace("BitsPerComponent 8", "BitsPerComponent 4"))),
    {
      holds: ["word"],
      ...resampled,
    },
  ),
  construct(
    "image: one bit a sample",
    (secret) => image(deflated(bits(secret, 1), GRAY.replace("BitsPerComponent 8", "BitsPerComponent 1"))),
    dark,
  ),
  construct(
    "image: a stencil",
    (secret) =>
      image(
        deflated(bits(secret, 1), `/Subtype/Image/ImageMask true/Width ${SIZE}/Height ${SIZE}`),
        {},
        `0 g ${WHOLE}`,
      ),
    dark,
  ),
  construct(
    "image: a fax",
    (secret) =>
      image(
        stream(
          fax(secret.word),
          `/Subtype/Image/Width ${SIZE}/Height ${SIZE}/BitsPerComponent 1/ColorSpace/DeviceGray/Filter` +
            `/CCITTFaxDecode/DecodeParms<</K 0/Columns ${SIZE}/Rows ${SIZE}>>`,
        ),
      ),
    dark,
  ),
];

function nibbles(word: string): string {
  return Array.from({ length: SIZE }, (_, y) =>
    Array.from({ length: SIZE / 2 }, (_, x) =>
      x >= 5 && x < 15 && y >= 10 && y < 30 ? "U" : word[(y * 20 + x) % 8],
    ).join(""),
  ).join("");
}
