import { ORDERINGS } from "../../src/collections/collection.ts";
import { partOf, withParts } from "../../src/pdf-content/parts.ts";

// An operation that is done at once cannot wait for a part.
await withParts(() => [partOf("jbig2"), partOf("jpx"), ...ORDERINGS.map(partOf)]);
