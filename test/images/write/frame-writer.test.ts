import { describe, expect, it } from "vitest";
import { tooLarge } from "../../../src/codecs/image-problem.ts";
import type { ImageFrame } from "../../../src/images/image.ts";
import { FrameWriter, type Memory } from "../../../src/images/write/frame-writer.ts";
import { DocumentWriter } from "../../../src/images/write/writer.ts";
import { Work } from "../../../src/meter/work.ts";

const MIB = 1024 * 1024;

/** Adds so many bytes to the output. */
function frame(bytes: number, facts: Partial<ImageFrame> = {}): ImageFrame {
  return {
    ...{ width: 1, height: 1, density: undefined, orientation: 1, method: "decoded" },
    ...{ decodedPixels: 1, minVersion: "1.4" },
    write: (sink) => [
      { xobject: sink.stream(new Map(), [new Uint8Array(bytes)]), left: 0, top: 0, width: 1, height: 1 },
    ],
    ...facts,
  };
}

/** A writer, what its memory holds, and the most that it held. */
function writerWithin(total = 1000 * MIB) {
  const seen = { held: 0, most: 0 };
  const memory: Memory = {
    async grow(bytes) {
      if (seen.held + bytes > total) throw tooLarge("There is no more.");
      seen.held += bytes;
      seen.most = Math.max(seen.most, seen.held);
    },
    shrink(bytes) {
      seen.held -= bytes;
    },
  };
  const document = new DocumentWriter();
  return { seen, document, writer: new FrameWriter(document, new Work(), memory) };
}

const ignore = () => undefined;

describe("The memory of a frame", () => {
  it("is what the frame says while it is written, and what it made afterwards", async () => {
    const { seen, writer } = writerWithin();
    await writer.write(frame(5000, { workingBytes: MIB }), ignore);
    expect(seen.most).toBe(MIB);
    expect(seen.held).toBe(writer.kept);
    expect(seen.held).toBeGreaterThanOrEqual(5000);
    writer.letGo();
    expect([seen.held, writer.kept]).toEqual([0, 0]);
  });

  it("grows where the frame made more than it said", async () => {
    const { seen, writer } = writerWithin();
    await writer.write(frame(5000, { workingBytes: 100 }), ignore);
    expect(seen.held).toBe(writer.kept);
    expect(seen.held).toBeGreaterThanOrEqual(5000);
  });

  it("is given back, and the frame removed, where there is no memory for its result", async () => {
    const { seen, document, writer } = writerWithin(1000);
    const before = document.length;
    await expect(writer.write(frame(5000, { workingBytes: 100 }), ignore)).rejects.toThrow("no more");
    expect([seen.held, writer.kept, document.length]).toEqual([0, 0, before]);
  });

  it("is next to nothing where its bytes are the file's", async () => {
    const { seen, writer } = writerWithin();
    await writer.write(frame(5 * MIB, { method: "passthrough" }), ignore);
    expect([seen.most, seen.held]).toEqual([MIB, 0]);
  });

  it("is a strip and a half-compressed picture for a decoded one that does not say", async () => {
    const { seen, writer } = writerWithin();
    await writer.write(frame(1, { decodedPixels: 10 * MIB }), ignore);
    expect(seen.most).toBe(19 * MIB);
  });
});

it("charges what it writes, also where it is the same bytes of the file again and again", async () => {
  const piece = new Uint8Array(MIB);
  const writer = new FrameWriter(new DocumentWriter(), new Work(), undefined);
  const repeated = frame(0, {
    method: "passthrough",
    write: (sink) => [
      { xobject: sink.stream(new Map(), new Array(300).fill(piece)), left: 0, top: 0, width: 1, height: 1 },
    ],
  });
  await expect(writer.write(repeated, () => undefined)).rejects.toMatchObject({ name: "WorkProblem", kind: "output" });
});
