import { decoderOf, withDecoders } from "../../src/pdf-content/images/decoders.ts";

// An operation that is done at once cannot wait for a decoder.
await withDecoders(() => [decoderOf("jbig2"), decoderOf("jpx")]);
