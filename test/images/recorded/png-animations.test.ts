import { deflateSync } from "node:zlib";
import { type ApngFrame, apng } from "../../fixtures/apng.ts";
import { bytes } from "../../fixtures/bytes.ts";
import { iccHeader } from "../../fixtures/icc.ts";
import { type PngFixture, pngStream } from "../../fixtures/png.ts";
import { changes, damages } from "./damage.ts";
import { fixture, KINDS, mended, stored, uncompressed } from "./png-pictures.ts";
import { type Row, recorded, type Sweep } from "./table.ts";

/** Each frame shows another part of the still picture's pixels. */
function animated(
  still: PngFixture,
  first: ApngFrame | undefined,
  rest: readonly ApngFrame[],
  declared?: number,
): Uint8Array {
  const frames = rest.map((frame, i) => {
    const { width = still.width, height = still.height } = frame;
    const pixel = (x: number, y: number) => still.pixel(x + i + 1, y + i);
    return { ...frame, stream: frame.stream ?? pngStream(uncompressed({ ...still, width, height, pixel })) };
  });
  return apng(uncompressed(still), first, frames, declared);
}

recorded("PNG animations", function* (): Iterable<Row | Sweep> {
  const options = { frames: "all" } as const;
  const part: ApngFrame = { left: 2, top: 1, width: 4, height: 3 };
  for (const [colourType, depths] of KINDS) {
    for (const depth of depths) {
      const still = fixture(colourType, depth);
      const name = `colour type ${colourType}, ${depth} bits`;
      yield { name, file: animated(still, {}, [{ ...part, blend: 1 }, {}]), options };
      yield { name: `${name}, interlaced`, file: animated({ ...still, interlaced: true }, {}, [part]), options };
      yield { name: `${name}, a still picture apart`, file: animated(still, undefined, [part, part]), options };
    }
  }
  const keyed = [
    fixture(0, 4, { transparency: [0, 5] }),
    fixture(2, 8, { transparency: [0, 255, 0, 255, 0, 255] }),
    fixture(3, 2, { transparency: [9, 99] }),
    fixture(3, 2, { transparency: [255, 0] }),
  ];
  for (const still of keyed) {
    yield {
      name: `colour type ${still.colourType}, tRNS ${still.transparency}`,
      file: animated(still, {}, [
        { ...part, blend: 1 },
        { ...part, blend: 0 },
      ]),
      options,
    };
  }
  yield {
    name: "palette that is too short",
    file: animated(fixture(3, 4, { palette: [1, 2, 3, 4, 5, 6] }), {}, [part]),
    options,
  };
  const rgba = fixture(6, 8);
  for (const dispose of [0, 1, 2, 3]) {
    for (const blend of [0, 1, 2]) {
      const frames = [
        { ...part, dispose, blend },
        { left: 1, top: 2, width: 5, height: 5, blend: 1, dispose },
        { ...part, blend: 1 },
      ];
      yield { name: `disposal ${dispose}, blend ${blend}`, file: animated(rgba, { dispose }, frames), options };
    }
  }
  const frames: Record<string, ApngFrame> = {
    "too far right": { left: 6, width: 4 },
    "too far down": { top: 5, height: 3 },
    "without width": { width: 0 },
    "without height": { height: 0 },
    "cut off": { stream: Uint8Array.of(0x78, 1) },
    "of half its rows": {
      stream: pngStream(uncompressed({ ...rgba, rows: (raw) => raw.subarray(0, raw.length / 2) })),
    },
  };
  for (const [name, frame] of Object.entries(frames)) {
    yield { name: `a frame ${name}`, file: animated(rgba, {}, [part, frame, part]), options };
  }
  yield { name: "a first frame that is smaller", file: animated(rgba, { width: 3 }, [part]), options };
  for (const declared of [0, 1, 2, 4]) {
    yield { name: `three frames, ${declared} declared`, file: animated(rgba, {}, [part, part], declared), options };
  }
  const twice = animated(rgba, {}, [part]);
  const control = Buffer.from(twice).indexOf("fcTL") - 4;
  const chunkBytes = 12 + 26;
  const again = bytes(twice.subarray(0, control + chunkBytes), twice.subarray(control));
  yield { name: "two controls before the still picture", file: again, options };
  yield { name: "no animation", file: stored(rgba), options };
  yield { name: "no animation, gray", file: stored(fixture(0, 4)), options };
  const chunks: PngFixture["chunks"] & {} = [
    ["iCCP", bytes("x", [0, 0], deflateSync(iccHeader("RGB "), { level: 0 }))],
  ];
  yield { name: "a profile", file: animated({ ...rgba, chunks }, {}, [part]), options };
  yield { name: "only the first asked for", file: animated(rgba, {}, [part]) };
  const small = animated(fixture(0, 8, { width: 4, height: 3 }), {}, [
    { left: 1, top: 1, width: 2, height: 2, blend: 1 },
    {},
  ]);
  yield* damages("gray", small, { options, cuts: 60, twice: true });
  yield { name: "gray, mended", damaged: changes(small, { from: 8, mend: mended }), options };
});
