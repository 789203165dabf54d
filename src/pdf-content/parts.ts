import type { decodeJbig2 } from "../codecs/jbig2/jbig2.ts";
import type { jpxRows, readJpx } from "../codecs/jpx/decode/decode-jpx.ts";
import { Collection, type Ordering } from "../collections/collection.ts";

interface Parts extends Readonly<Record<Ordering, Collection>> {
  readonly jbig2: typeof decodeJbig2;
  readonly jpx: { readonly readJpx: typeof readJpx; readonly jpxRows: typeof jpxRows };
}

const LOADERS: { readonly [Name in keyof Parts]: () => Promise<Parts[Name]> } = {
  jbig2: async () => (await import("../codecs/jbig2/jbig2.ts")).decodeJbig2,
  jpx: () => import("../codecs/jpx/decode/decode-jpx.ts"),
  Japan1: async () => new Collection(await (await import("../../packed/japan1.ts")).packed()),
  GB1: async () => new Collection(await (await import("../../packed/gb1.ts")).packed()),
  CNS1: async () => new Collection(await (await import("../../packed/cns1.ts")).packed()),
  Korea1: async () => new Collection(await (await import("../../packed/korea1.ts")).packed()),
  KR: async () => new Collection(await (await import("../../packed/kr.ts")).packed()),
};

const loaded: { -readonly [Name in keyof Parts]?: Parts[Name] } = {};

/** Work needs a part of the engine that is not loaded. */
class PartNeeded extends Error {
  readonly part: keyof Parts;

  constructor(part: keyof Parts) {
    super(`The part ${part} is not loaded.`);
    this.part = part;
  }
}

export function partOf<Name extends keyof Parts>(name: Name): Parts[Name] {
  const part = loaded[name];
  if (!part) throw new PartNeeded(name);
  return part;
}

/**
 * Does work that is done again when it meets something for which a part is not loaded: an image, or a font of a
 * collection of characters. Few documents need one, and which do is known only where it is met: to look beforehand
 * would read each page twice. An isolate loads a part once, so later documents are read only once too.
 */
export async function withParts<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PartNeeded)) throw error;
      await load(error.part);
    }
  }
}

async function load<Name extends keyof Parts>(name: Name): Promise<void> {
  loaded[name] ??= await LOADERS[name]();
}
