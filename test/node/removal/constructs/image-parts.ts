import { deflated, stream } from "../../../fixtures/pdf.ts";
import { type Construct, construct } from "../construct.ts";
import { bits, GRAY, image, packed, resampled, SIZE, samples } from "../made/image.ts";

/** What goes with an image besides its samples, and images that cannot be cut. */
export const imagePartConstructs: Construct[] = [
  construct(
    "image: a palette's colours that only the outside has",
    ({ word }) => {
      const index = samples("\x01\x02").replaceAll("e", "\0");
      const palette = `eee${word.slice(0, 6)}`;
      return image(deflated(index, GRAY.replace("/DeviceGray", `[/Indexed/DeviceRGB 2(${palette})]`)));
    },
    resampled,
  ),
  construct(
    "image: a soft mask",
    ({ word }) => image(deflated("e".repeat(1600), `${GRAY}/SMask 11 0 R`), { 11: deflated(samples(word), GRAY) }),
    resampled,
  ),
  construct(
    "image: a soft mask of another size",
    ({ word }) =>
      image(deflated("e", `${GRAY.replaceAll("40", "1")}/SMask 11 0 R`), { 11: deflated(samples(word), GRAY) }),
    resampled,
  ),
  construct(
    "image: a stencil as its mask",
    (secret) =>
      image(deflated(samples(secret.word), `${GRAY}/Mask 11 0 R`), {
        11: deflated(bits(secret, 0), `/Subtype/Image/ImageMask true/Width ${SIZE}/Height ${SIZE}/Metadata 12 0 R`),
        12: stream(secret.word),
      }),
    resampled,
  ),
  construct(
    "image: colours as its mask",
    ({ word }) => image(deflated(samples(word), `${GRAY}/Mask[65 90]`)),
    resampled,
  ),
  construct(
    "image: alternates",
    ({ word }) =>
      image(deflated("e".repeat(1600), `${GRAY}/Alternates[<</Image 11 0 R/DefaultForPrinting true>>]`), {
        11: deflated(samples(word), GRAY),
      }),
    resampled,
  ),
  construct(
    "image: a proxy with the name of its file",
    ({ word }) =>
      image(
        deflated(
          "e".repeat(1600),
          `${GRAY}/OPI<</1.3<</Type/OPI/Version 1.3/F(${word}.tif)/Comments(${word})/CropRect[0 0 9 9]` +
            `/ID(${word})/Size[9 9]/Position[0 0 0 9 9 9 9 0]>>>>`,
        ),
      ),
    resampled,
  ),
  ...["Metadata", "PieceInfo", "Name", "ID", "AF", "Unknown"].map((key) =>
    construct(
      `image: the secret under ${key}`,
      ({ word }) => {
        const value =
          {
            Metadata: " 11 0 R",
            PieceInfo: `<</A<</Private(${word})>>>>`,
            Name: `/${word}`,
            ID: `(${word})`,
            AF: "[12 0 R]",
          }[key] ?? `(${word})`;
        return image(deflated("e".repeat(1600), `${GRAY}/${key}${value}`), {
          11: stream(word),
          12: `<</Type/Filespec/F(${word})>>`,
        });
      },
      resampled,
    ),
  ),
  construct("image: bytes after the samples", ({ word }) => image(deflated("e".repeat(1600) + word, GRAY)), resampled),
  construct(
    "image: bytes after the compressed data",
    ({ word }) => {
      const data = packed("e".repeat(1600)) + word;
      return image(stream(data, `${GRAY}/Filter/FlateDecode`));
    },
    resampled,
  ),
  construct(
    "image: data in a file of its own",
    ({ word }) => image(stream("", `${GRAY}/F(${word}.raw)/FFilter/FlateDecode`)),
    {
      picture: "damaged",
      refused: /./,
    },
  ),
  construct(
    "image: a filter that nobody knows",
    ({ word }) => image(stream(samples(word), `${GRAY}/Filter/${word}Decode`)),
    {
      picture: "damaged",
      refused: /./,
    },
  ),
  construct(
    "image: JPEG 2000 over the edge",
    ({ word }) =>
      image(stream(`\0\0\0\x0cjP  \r\n\x87\n${word}`, `/Subtype/Image/Width ${SIZE}/Height ${SIZE}/Filter/JPXDecode`)),
    {
      picture: "damaged",
      refused: /JPX|JPEG 2000/,
    },
  ),
  construct("image: JPEG 2000 outside", ({ word }) =>
    image(
      stream(`\0\0\0\x0cjP  \r\n\x87\n${word}`, `/Subtype/Image/Width ${SIZE}/Height ${SIZE}/Filter/JPXDecode`),
      {},
      "q 80 0 0 80 5 5 cm /Im Do Q",
    ),
  ),
  construct(
    "image: JBIG2 over the edge",
    ({ word }) =>
      image(
        stream(
          word,
          `/Subtype/Image/Width ${SIZE}/Height ${SIZE}/BitsPerComponent 1/ColorSpace/DeviceGray/Filter` +
            `/JBIG2Decode/DecodeParms<</JBIG2Globals 11 0 R>>`,
        ),
        { 11: stream(word) },
      ),
    { picture: "damaged", refused: /JBIG2/ },
  ),
];
