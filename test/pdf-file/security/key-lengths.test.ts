import { expect, it } from "vitest";
import { readEncryptDictionary } from "../../../src/pdf-file/security/encrypt-dictionary.ts";
import type { PdfObject } from "../../../src/pdf-file/syntax/objects.ts";
import { encryptDictionary } from "./encrypt-dictionary.ts";
import { VECTORS } from "./vectors.ts";

/** The lengths of the key that are tried, in bytes. */
function tried(version: number, length: PdfObject): readonly number[] | string {
  const dict = encryptDictionary(VECTORS.find(({ V }) => V === version)!).set("Length", length);
  try {
    const { key } = readEncryptDictionary(dict, new Uint8Array(16), (object) => object);
    return key.family === "md5" ? key.parameters.keyLengths : key.family;
  } catch (error) {
    return (error as Error).message;
  }
}

it.each<[number, PdfObject, number[]]>([
  [2, 40, [5]],
  [2, 128, [16]],
  [2, 127, [15]],
  [2, 39, []],
  [2, 16, [16]],
  [2, 5, [5]],
  [2, 4, []],
  [2, 136, [16]],
  [2, 4096, [16]],
  [2, null, [5, 16]],
  [4, null, [16]],
  [4, "Long", [16]],
  [4, 39, [16]],
  [4, 40, [16, 5]],
  [4, 127, [16, 15]],
  [4, 128, [16]],
  [4, 256, [16]],
  [4, 16, [16]],
])("version %s with a length of %s tries keys of %j bytes", (version, length, bytes) => {
  const refused = "The document's encryption dictionary is damaged: /Length is missing or malformed.";
  expect(tried(version, length)).toEqual(bytes.length > 0 ? bytes : refused);
});
