import { describe, expect, it, vi } from "vitest";
import { ISOLATE_ALONE_BYTES, LIMITS } from "../../../src/api/limits.ts";
import type { Call, Workplace } from "../../../src/api/operation.ts";
import { ImageBatch, type ImageSource, type LoadedImage } from "../../../src/api/operations/image-batch.ts";
import { remainingImages } from "../../../src/api/operations/image-sources.ts";
import { DEFAULT_OPTIONS } from "../../../src/images/image-document.ts";
import { IntakeProblem } from "../../../src/intake/intake-problem.ts";
import { MemoryBudget } from "../../../src/intake/memory-budget.ts";
import type { Reservation } from "../../../src/intake/reservation.ts";
import type { InputFile } from "../../../src/intake/submission-rules.ts";
import { Work } from "../../../src/meter/work.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { png } from "../../fixtures/png.ts";
import { LZW, strips, tiff } from "../../fixtures/tiff.ts";

const MIB = 1024 * 1024;
/** With alpha, so that its pixels are decoded. */
const small = png({ width: 1, height: 1, colourType: 6, depth: 8, pixel: () => [1, 2, 3, 4] });

/** Declares so many pixels, and has next to none. */
function vast(pixels: number): Uint8Array {
  const picture = { width: 1000, height: pixels / 1000, samples: 3, photometric: 2, compression: LZW };
  return tiff({ pages: [strips(picture, Uint8Array.of(1, 2, 3))] });
}

/** Pixels that cannot be compressed. */
function noise(length: number): Uint8Array {
  const pixels = new Uint8Array(length);
  const part = crypto.getRandomValues(new Uint8Array(65_536));
  for (let at = 0; at < length; at += part.length) pixels.set(part, at);
  return pixels;
}

async function workplace(total: number, held = 0) {
  const budget = new MemoryBudget(total);
  const reservation = await budget.reserve(held, { waitMs: 0 });
  const spill = { isUsed: false, settle: async () => {} };
  const place = { reservation, spill, work: new Work(8 * MIB) } as unknown as Workplace;
  return { budget, spill, reservation, place };
}

async function convert(place: Workplace, images: readonly Uint8Array[]) {
  const batch = new ImageBatch(place, () => DEFAULT_OPTIONS);
  for (const [index, file] of images.entries()) {
    await batch.add({ name: `image-${index}`, bytes: file }, DEFAULT_OPTIONS, index);
  }
  return batch.finish(DEFAULT_OPTIONS);
}

describe("between two images", () => {
  const side = 900;
  const image = png({ width: side, height: side, colourType: 6, depth: 8, pixel: () => [1, 2, 3, 4] });
  const images = Array.from({ length: 12 }, () => image);

  it("others get the thread", async () => {
    const { place } = await workplace(64 * MIB);
    let turns = 0;
    const other = setInterval(() => turns++, 0);
    const { pageCount } = await convert(place, images);
    clearInterval(other);
    expect(pageCount).toBe(images.length);
    expect(turns).toBeGreaterThan(5);
  });

  it("the work ends when the client has left", async () => {
    const { place } = await workplace(64 * MIB);
    const client = new AbortController();
    const made = convert({ ...place, signal: client.signal }, images);
    client.abort(new Error("gone"));
    await expect(made).rejects.toThrow("gone");
  });
});

describe("an image for which there is not enough memory", () => {
  it.each([
    ["is to be sent alone", 8_000_000, "Send it in a request of its own."],
    [
      "is to be sent with fewer pixels where it would not fit alone",
      40_000_000,
      "Send it in a request of its own, with fewer pixels or as a JPEG.",
    ],
  ])("fails, while the others become pages, and %s", async (_, pixels, advice) => {
    const { place } = await workplace(12 * MIB);
    const { pageCount, failures } = await convert(place, [small, vast(pixels), small]);
    expect(pageCount).toBe(2);
    expect(failures).toMatchObject([{ name: "image-1", code: "IMAGE_TOO_LARGE" }]);
    const [, needed] = /^Converting the image takes (\d+) MiB of memory beside its file, more than is left\. /.exec(
      failures[0]!.message,
    )!;
    expect(failures[0]!.message).toContain(`left. ${advice}`);
    expect(Number(needed) * MIB <= ISOLATE_ALONE_BYTES / 2).toBe(pixels === 8_000_000);
  });

  it("waits for what is on its way to the bucket, if that is in its way", async () => {
    const { place, reservation, spill } = await workplace(30 * MIB, 28 * MIB);
    spill.settle = async () => reservation.shrink(28 * MIB);
    expect(await convert(place, [small])).toMatchObject({ pageCount: 1, failures: [] });
  });
});

describe("an image of many pages", () => {
  it("is handed over page by page, so that it may become more than memory holds", async () => {
    const { place, spill } = await workplace(30 * MIB);
    let handedOver = 0;
    const add = async (pieces: Uint8Array[]) => {
      spill.isUsed = true;
      for (const piece of pieces.splice(0)) handedOver += piece.length;
    };
    Object.assign(spill, { add });
    // Pages of 9 MiB of gray that cannot be compressed.
    const page = strips({ width: 3072, height: 3072 }, noise(9 * MIB));
    const { pageCount, failures, warnings } = await convert(place, [tiff({ pages: [page, page, page] })]);
    expect({ pageCount, failures, warnings }).toEqual({ pageCount: 3, failures: [], warnings: [] });
    expect(handedOver).toBeGreaterThan(18 * MIB);
  });
});

describe("an image of a single page", () => {
  it("stays in memory, which is faster than the bucket", async () => {
    const { place, spill } = await workplace(60 * MIB);
    const add = vi.fn(async () => {});
    Object.assign(spill, { add });
    const page = strips({ width: 4096, height: 4608 }, noise(18 * MIB));
    const { pageCount } = await convert(place, [tiff({ pages: [page] })]);
    expect(pageCount).toBe(1);
    expect(add).not.toHaveBeenCalled();
  });
});

describe("the published limits of a request of images", () => {
  const { images } = LIMITS.images;
  const uploads = (count: number, reservation: Reservation) => {
    const files = Array.from({ length: count }, (_, index) => ({ name: `${index}`, bytes: small }));
    return remainingImages({ fields: {}, files, reservation } as unknown as Call<{ urls?: string[] }>, 0);
  };

  it("let as many images be uploaded as the limit and not one more", async () => {
    const { reservation } = await workplace(MIB);
    expect(await Array.fromAsync(uploads(images, reservation))).toHaveLength(images);
    const message = `file: expected at most ${images} images, got ${images + 1}.`;
    await expect(uploads(images + 1, reservation).next()).rejects.toMatchObject({ code: "INVALID_INPUT", message });
  });

  it("let as many images be converted while they arrive as the limit and not one more", async () => {
    const { place, spill } = await workplace(100 * MIB);
    Object.assign(spill, { add: async (pieces: Uint8Array[]) => void pieces.splice(0) });
    const batch = new ImageBatch(place, () => DEFAULT_OPTIONS);
    const take = () => batch.take({ name: "x", bytes: Uint8Array.of(1) } as InputFile, new Map());
    for (let taken = 0; taken < images; taken++) await take();
    await expect(take()).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});

describe("protection", () => {
  const image = png({ width: 9, height: 9, colourType: 0, depth: 8, pixel: () => [1] });

  it("is refused once images are converted without it", async () => {
    const { place, spill } = await workplace(100 * MIB);
    Object.assign(spill, { add: async (pieces: Iterable<Uint8Array>) => void Array.from(pieces) });
    const batch = new ImageBatch(place, () => DEFAULT_OPTIONS);
    await batch.take({ name: "x", field: "file", bytes: image } as InputFile, new Map());
    expect(() => batch.checkOptions({ ...DEFAULT_OPTIONS, protect: { userPassword: "x" } })).toThrow(
      /^protect: in a request with more than \d+ MiB of files it must come before them/,
    );
  });

  it("is kept by images that leave memory while others arrive", async () => {
    const { place, spill } = await workplace(100 * MIB);
    const stored: Uint8Array[] = [];
    const add = async (pieces: Iterable<Uint8Array>) => {
      for (const piece of pieces) stored.push(piece.slice());
      Object.assign(spill, { isUsed: true });
    };
    Object.assign(spill, { add });
    const options = { ...DEFAULT_OPTIONS, protect: { userPassword: "x" } };
    const batch = new ImageBatch(place, () => options);
    for (const name of ["a", "b"]) await batch.take({ name, field: "file", bytes: image } as InputFile, new Map());
    await batch.finish(options);
    const document = openPdf(Buffer.concat(stored), { password: "x" });
    expect([document.rebuilt, document.encrypted, document.pageCount]).toEqual([false, true, 2]);
  });
});

describe("images by address", () => {
  /** Serves each address so many bytes, and tells how often it was asked for. */
  async function fetched(sizes: Record<string, number>, total: number, trouble: Record<string, IntakeProblem> = {}) {
    const { reservation } = await workplace(total);
    const asked: string[] = [];
    const call = {
      fields: { urls: Object.keys(sizes) },
      files: [],
      reservation,
      fetchRemote: async (url: string, _field: string, _maxBytes: number, memory: Reservation) => {
        asked.push(url);
        if (trouble[url]) throw trouble[url];
        await memory.grow(sizes[url]!);
        return { bytes: new Uint8Array(1) };
      },
    } as unknown as Call<{ urls: string[] }>;
    const sources: ImageSource[] = [];
    for await (const { source } of remainingImages(call, 0)) {
      sources.push(source);
      (source as LoadedImage).memory?.release();
    }
    return { asked, sources, held: reservation.held };
  }

  it("come in their order, each once, where memory is enough", async () => {
    const { asked, sources, held } = await fetched(
      { "https://a/1": MIB, "https://a/2": MIB, "https://a/3": MIB },
      9 * MIB,
    );
    expect(asked).toEqual(["https://a/1", "https://a/2", "https://a/3"]);
    expect(sources.map(({ name }) => name)).toEqual(["1", "2", "3"]);
    expect(held).toBe(0);
  });

  it("are fetched again, those that had no room beside the ones before them", async () => {
    const { asked, sources } = await fetched(
      { "https://a/1": 6 * MIB, "https://a/2": 8 * MIB, "https://a/3": MIB },
      9 * MIB,
    );
    expect(sources.map((source) => [source.name, "bytes" in source])).toEqual([
      ["1", true],
      ["2", true],
      ["3", true],
    ]);
    expect(asked.filter((url) => url === "https://a/1")).toHaveLength(1);
    expect(asked.filter((url) => url === "https://a/2")).toHaveLength(2);
  });

  it("end the request where one has no room even alone", async () => {
    await expect(fetched({ "https://a/1": 10 * MIB }, 9 * MIB)).rejects.toMatchObject({ kind: "too-large" });
  });

  it("may be as large as one file, and no larger than what the files before them left of the request", async () => {
    const { fileBytes, requestBytes } = LIMITS.images;
    const { reservation } = await workplace(MIB);
    const allowed: number[] = [];
    const call = {
      fields: { urls: ["https://a/1", "https://a/2", "https://a/3", "https://a/4", "https://a/5"] },
      files: [],
      reservation,
      fetchRemote: async (_url: string, _field: string, maxBytes: number) => {
        allowed.push(maxBytes);
        return { bytes: { length: requestBytes - 10 } };
      },
    } as unknown as Call<{ urls: string[] }>;
    const images = remainingImages(call, 0);
    for (let taken = 0; taken < 2; taken++) await images.next();
    // Four are fetched at a time, so the fifth is the first that is asked for after another one has come.
    expect(allowed).toEqual([fileBytes, fileBytes, fileBytes, fileBytes, 10]);
  });

  it("are fetched four at a time, and no further while 16 MiB wait for their turn", async () => {
    const { reservation } = await workplace(100 * MIB);
    const asked: string[] = [];
    const call = {
      fields: { urls: Array.from({ length: 6 }, (_, index) => `https://a/${index}`) },
      files: [],
      reservation,
      fetchRemote: async (url: string, _field: string, _maxBytes: number, memory: Reservation) => {
        asked.push(url);
        await memory.grow(8 * MIB);
        return { bytes: small };
      },
    } as unknown as Call<{ urls: string[] }>;
    const known: [asked: number, isLast: boolean][] = [];
    for await (const { source, isLast } of remainingImages(call, 0)) {
      known.push([asked.length, isLast]);
      (source as LoadedImage).memory?.release();
    }
    const begun = [4, 4, 4, 6, 6, 6];
    expect(known).toEqual(begun.map((count, index) => [count, index === 5]));
  });

  it("fail alone where they cannot be had, and say why", async () => {
    const unreachable = new IntakeProblem("unreachable", "urls[0]: no answer.", { field: "urls[0]" });
    const { sources } = await fetched({ "https://a/1": 1, "https://a/2": 1 }, MIB, { "https://a/1": unreachable });
    expect(sources).toMatchObject([
      { name: "1", code: "URL_NOT_ACCESSIBLE", message: "urls[0]: no answer." },
      { name: "2" },
    ]);
  });
});
