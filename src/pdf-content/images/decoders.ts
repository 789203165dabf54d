import type { decodeJbig2 } from "../../codecs/jbig2/jbig2.ts";
import type { jpxRows, readJpx } from "../../codecs/jpx/decode/decode-jpx.ts";

interface Decoders {
  readonly jbig2: typeof decodeJbig2;
  readonly jpx: { readonly readJpx: typeof readJpx; readonly jpxRows: typeof jpxRows };
}

const LOADERS: { readonly [Name in keyof Decoders]: () => Promise<Decoders[Name]> } = {
  jbig2: async () => (await import("../../codecs/jbig2/jbig2.ts")).decodeJbig2,
  jpx: () => import("../../codecs/jpx/decode/decode-jpx.ts"),
};

const loaded: { -readonly [Name in keyof Decoders]?: Decoders[Name] } = {};

/** Work needs a decoder that is not loaded. */
class DecoderNeeded extends Error {
  readonly decoder: keyof Decoders;

  constructor(decoder: keyof Decoders) {
    super(`The decoder for ${decoder} is not loaded.`);
    this.decoder = decoder;
  }
}

export function decoderOf<Name extends keyof Decoders>(name: Name): Decoders[Name] {
  const decoder = loaded[name];
  if (!decoder) throw new DecoderNeeded(name);
  return decoder;
}

/**
 * Does work that is done again when it meets an image whose decoder is not loaded. Few documents need one, and which
 * do is known only where an image is painted across an edge: to look beforehand would read each page twice. An isolate
 * loads a decoder once, so later documents are read only once too.
 */
export async function withDecoders<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DecoderNeeded)) throw error;
      await load(error.decoder);
    }
  }
}

async function load<Name extends keyof Decoders>(name: Name): Promise<void> {
  loaded[name] ??= await LOADERS[name]();
}
