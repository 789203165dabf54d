import type { GuardsOf } from "../guards.ts";

export const imagesGuards: GuardsOf[] = [
  {
    file: "src/codecs/caps.ts",
    tests: ["test/codecs/caps.test.ts"],
    guards: {
      "img-pixels": ["if (pixels > cap) {", "if (false as boolean) {"],
      "img-frames": ["if (count > IMAGE_CAPS.frames) {", "if (false as boolean) {"],
      "img-animation": ["if (pixels > IMAGE_CAPS.animationPixels) {", "if (false as boolean) {"],
    },
  },
  {
    file: "src/codecs/caps.ts",
    tests: ["test/codecs/caps.test.ts", "test/images/png/png.test.ts"],
    guards: {
      "img-zero": ["if (!(width > 0 && height > 0)) throw", "if (Number.isNaN(width)) throw"],
    },
  },
  {
    file: "src/images/png/png.ts",
    tests: ["test/images/png/png.test.ts", "test/codecs/caps.test.ts", "test/node/images/hostile.test.ts"],
    guards: {
      "img-rows-png": ["if (header.rowBytes > IMAGE_CAPS.stripBytes) throw", "if (header.rowBytes > 1e12) throw"],
      "img-interlaced": [
        "if (header.interlaced && bandsOf(header) > IMAGE_CAPS.interlacedBands) {",
        "if (false as boolean) {",
      ],
    },
  },
  {
    file: "src/images/bmp/bmp.ts",
    tests: ["test/images/bmp/bmp.test.ts", "test/codecs/caps.test.ts"],
    guards: {
      "img-rows-bmp": ["if (header.rowBytes > IMAGE_CAPS.stripBytes)", "if (header.rowBytes > 1e12)"],
    },
  },
  {
    file: "src/codecs/jbig2/allowance.ts",
    tests: ["test/codecs/jbig2/jbig2.test.ts"],
    guards: {
      "jbig2-steps": ["this.#work.spend(-this.#paid * COST.codedPixel);", ""],
      "jbig2-memory": ["this.#work.hold(bytes);", ""],
    },
  },
  {
    file: "src/codecs/jpx/decode/band-rows.ts",
    tests: ["test/codecs/jpx/decode/decode-jpx.test.ts"],
    guards: {
      "jpx-passes": ["this.#work.spend(done * width * height * COST.codedPass + length * COST.jpxByte);", ""],
    },
  },
  {
    file: "src/images/pnm/pnm.ts",
    tests: ["test/codecs/caps.test.ts", "test/images/pnm/pnm.test.ts"],
    guards: {
      "img-rows-pnm": ["if (width * header.samples * 2 > IMAGE_CAPS.stripBytes) throw", "if (width > 1e12) throw"],
    },
  },
  {
    file: "src/images/qoi/qoi.ts",
    tests: ["test/images/qoi/qoi.test.ts"],
    guards: {
      "img-rows-qoi": ["if (width * channels > IMAGE_CAPS.stripBytes) throw", "if (width > 1e12) throw"],
    },
  },
  {
    file: "src/images/tiff/samples/row-samples.ts",
    tests: ["test/codecs/caps.test.ts", "test/images/tiff/tiff.test.ts"],
    guards: {
      "img-rows-tiff": ["if (samples * 2 > IMAGE_CAPS.stripBytes)", "if (samples > 1e12)"],
    },
  },
  {
    file: "src/images/tiff/compressions/bands.ts",
    tests: [
      "test/codecs/caps.test.ts",
      "test/images/tiff/tiff.test.ts",
      "test/node/images/hostile.test.ts",
      "test/node/images/hostile-tiff-webp.test.ts",
    ],
    guards: {
      "img-bands-tiff": ["if (held > IMAGE_CAPS.stripBytes) {", "if (false as boolean) {"],
    },
  },
  {
    file: "src/codecs/zstandard.ts",
    tests: ["test/codecs/caps.test.ts", "test/images/tiff/tiff.test.ts"],
    guards: {
      "img-zstd": ["if (expected > IMAGE_CAPS.stripBytes) throw", "if (expected > 1e12) throw"],
    },
  },
  {
    file: "src/images/tiff/jpeg-stream.ts",
    tests: ["test/images/work.test.ts"],
    guards: {
      "img-tiffjpeg-segments": ["work.hold(marker === MARKER.SOS ? SCAN_BYTES : SEGMENT_BYTES);", ""],
    },
  },
  {
    file: "src/images/tiff/tiff.ts",
    tests: ["test/images/work.test.ts"],
    guards: {
      "img-tifftiles": ["return tiled ? chunkWidth", "return Date.now() < 0 ? chunkWidth"],
    },
  },
  {
    file: "src/images/tiff/compressions/webp-strips.ts",
    tests: ["test/codecs/caps.test.ts", "test/images/tiff/tiff.test.ts"],
    guards: {
      "img-tiffwebp": ["if (expected > IMAGE_CAPS.stripBytes) throw", "if (expected > 1e12) throw"],
    },
  },
  {
    file: "src/codecs/deflate/row-encoder.ts",
    tests: ["test/codecs/caps.test.ts"],
    guards: {
      "img-output": ["if (this.#made > IMAGE_CAPS.outputBytes) {", "if (false as boolean) {"],
    },
  },
  {
    file: "src/images/image-document.ts",
    tests: ["test/images/image-document.test.ts"],
    guards: {
      "img-doc-frames": ["if (this.#pageCount + frames.length > IMAGE_CAPS.frames) {", "if (false as boolean) {"],
    },
  },
  {
    file: "src/images/write/frame-writer.ts",
    tests: ["test/codecs/caps.test.ts"],
    guards: {
      "img-doc-output": ["this.#work.produce(data.reduce((sum, piece) => sum + piece.length, 0));", ""],
    },
  },
  {
    file: "src/images/png/png-colour.ts",
    tests: ["test/images/png/png.test.ts", "test/codecs/caps.test.ts", "test/node/images/hostile.test.ts"],
    guards: {
      "img-profile-png": ["IMAGE_CAPS.profileBytes, (piece)", "1e9, (piece)"],
    },
  },
  {
    file: "src/images/jpeg/jpeg-facts.ts",
    tests: ["test/codecs/caps.test.ts"],
    guards: {
      "img-profile-jpeg": [" || size > IMAGE_CAPS.profileBytes", ""],
    },
  },
  {
    file: "src/images/gif/blocks.ts",
    tests: ["test/images/gif/gif.test.ts"],
    guards: {
      "img-profile-gif": [
        "Math.min(endOfBlocks(bytes, at + 14), at + 14 + IMAGE_CAPS.profileBytes)",
        "endOfBlocks(bytes, at + 14)",
      ],
    },
  },
  {
    file: "src/codecs/jpeg/coefficients.ts",
    tests: ["test/images/jpeg/jpeg.test.ts", "test/codecs/caps.test.ts"],
    guards: {
      "img-jpeg-coeff": ["if (bytes > IMAGE_CAPS.fullFrameBytes) {", "if (false as boolean) {"],
    },
  },
  {
    file: "src/images/webp/webp.ts",
    tests: ["test/images/webp/webp.test.ts", "test/codecs/caps.test.ts", "test/node/images/hostile-tiff-webp.test.ts"],
    guards: {
      "img-webp-anim": [
        "if (frames.length > 1 && frames.length * file.width * file.height > IMAGE_CAPS.animationPixels) {",
        "if (false as boolean) {",
      ],
    },
  },
  {
    file: "src/api/operations/image-batch.ts",
    tests: ["test/api/operations/image-batch.test.ts"],
    guards: {
      "img-count": ["if (this.#count >= LIMITS.images.images) throw", "if (this.#count >= 1e9) throw"],
    },
  },
  {
    file: "src/api/operations/image-sources.ts",
    tests: ["test/api/operations/image-batch.test.ts"],
    guards: {
      "img-count-upload": ["if (uploaded > LIMITS.images.images) throw", "if (uploaded > 1e9) throw"],
      "img-urls-bytes": [
        "Math.min(LIMITS.images.fileBytes, LIMITS.images.requestBytes - total)",
        "LIMITS.images.fileBytes",
      ],
    },
  },
];
