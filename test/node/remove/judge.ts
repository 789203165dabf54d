import { type Construct, MIDDLE } from "../../fixtures/removal/construct.ts";
import { SECRET } from "../../fixtures/removal/secret.ts";
import { type Sought, secretPictures } from "../../support/finder/finder.ts";

/** What to look for in a document and in what is left of it; `file` is the document as it was. */
export function sought({ areas = [MIDDLE], holds, password, codes, margin, rgb }: Construct, file: Uint8Array): Sought {
  return {
    secret: rgb === undefined ? SECRET : { ...SECRET, rgb },
    kept: areas,
    password,
    codes: codes?.(SECRET),
    pictures: holds.includes("glyph") ? secretPictures(file, password) : [],
    margin,
  };
}
