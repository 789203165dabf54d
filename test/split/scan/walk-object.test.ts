import { expect, it } from "vitest";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { Parser } from "../../../src/pdf-file/syntax/parser.ts";
import { newScannedObject } from "../../../src/split/scan/object-facts.ts";
import { scanObject } from "../../../src/split/scan/scan-object.ts";
import { walkObject } from "../../../src/split/scan/walk-object.ts";

it.each([
  "<</Type/StructElem/S/P/P 3 0 R/Pg 4 0 R/K 5 0 R>>",
  "<</Type/StructElem/S/P/P 3 0 R/K[5 0 R 6 0 R]>>",
  "<</Type/StructElem/S/P/P 3 0 R/K[5 0 R 0]>>",
  "<</S/P/K 0>>",
  "<</S/P/K<</Type/MCR/Pg 4 0 R/MCID 0>>>>",
  "<</Type/Annot/Subtype/Link/Rect[0 0 1 1]/StructParent 2/A<</D[9 0 R/Fit]>>>>",
  "<</Type/Page/Parent 2 0 R/Resources<</Font<</F 7 0 R>>>>/StructParents 0>>",
  "<</FT/Tx/T(name)/Kids[7 0 R]/Parent 8 0 R>>",
  "[5 0 R<</K 0/P 6 0 R>>]",
  "(text)",
])("what the parser has read tells the same as its bytes: %s", (text) => {
  const bytes = latin1(text);
  const [fromBytes, fromObject] = [newScannedObject(), newScannedObject()];
  expect(scanObject(bytes, 0, bytes.length, fromBytes)).toBe(true);
  walkObject(new Parser(bytes, 0).value(), fromObject);
  expect(fromObject.flags).toBe(fromBytes.flags);
  expect(fromObject.refs.slice(0, fromObject.refCount)).toEqual(fromBytes.refs.slice(0, fromBytes.refCount));
});
