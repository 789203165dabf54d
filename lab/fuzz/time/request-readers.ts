import type { z } from "zod/mini";
import { crop } from "../../../src/api/operations/crop.ts";
import { imageToPdf } from "../../../src/api/operations/images.ts";
import { rangesInTurns } from "../../../src/api/operations/page-ranges.ts";
import { partFileNames } from "../../../src/api/operations/part-names.ts";
import { split } from "../../../src/api/operations/split.ts";
import { chooseRange, matchesAny } from "../../../src/deliver/downloads.ts";
import { attachment } from "../../../src/deliver/headers.ts";
import { readFields } from "../../../src/fields/read-fields.ts";
import { htmlOptions } from "../../../src/html/fields/options.ts";
import { firstPages } from "../../../src/html/fields/printed-ranges.ts";
import { outputName } from "../../../src/intake/filename.ts";
import { readExtendedValue } from "../../../src/intake/form/part-head.ts";
import { checkAddress } from "../../../src/intake/outbound/address.ts";
import { atOnce } from "../../../src/meter/turns.ts";
import { readFuzzBody } from "../../../test/support/fuzz-body.ts";
import { bytes, plain, type Reader } from "./reader.ts";

const TEXT = [
  " ",
  "\t",
  "\n",
  ".",
  ",",
  "-",
  "0",
  "9",
  "a",
  "é",
  "\\",
  '"',
  "'",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "%",
  "%2",
  "1-",
  "- ",
  "1- ,",
  "e",
  "+",
  "/",
  ":",
  ";",
  "=",
  "&",
  "\0",
];

function fields(name: string, schema: z.ZodMiniObject): Reader[] {
  return Object.keys(schema.shape).flatMap((field) =>
    (["multipart", "json"] as const).map((encoding) => ({
      name: `${name} ${field} (${encoding})`,
      words: [...TEXT, "px", "1px ", '{"a":', "[[", "1,", "null,"],
      frames: [
        ["", ""],
        ["", "x"],
        ["1", ""],
        ["[", ""],
        ["{", "}"],
      ],
      read: (text: string) => readFields(new Map([[field, text]]), { schema, encoding, code: "INVALID_INPUT" }),
    })),
  );
}

function body(kind: string, contentType: string, words: readonly string[], frames: Reader["frames"]): Reader {
  const read = (text: string) => readFuzzBody({ name: kind, contentType, bytes: new Uint8Array(bytes(text)) }, true);
  return { name: `a body of ${kind}`, words, frames, read };
}

const part = (head: string): readonly [string, string] => [
  `--b0undary\r\nContent-Disposition: form-data; ${head}`,
  '"\r\n\r\nx\r\n--b0undary--\r\n',
];

/** Readers of parts of a request: its body, its fields, its headers. */
export const requestReaders: readonly Reader[] = [
  body(
    "multipart",
    "multipart/form-data; boundary=b0undary",
    [
      "\\",
      "\\\\",
      '\\"',
      '"',
      ";",
      "; a=b",
      " ",
      "\r\n",
      "--",
      "--b0undary",
      "\r\n--b0undary\r\n",
      "a",
      "%41",
      "\r\n\r\n",
    ],
    [part('name="'), part(""), part("name=a; filename*=utf-8''"), ["", ""], ["--b0undary\r\n", ""]],
  ),
  body(
    "JSON",
    "application/json",
    ["{", "[", '{"a":', "[[", '"', "\\", "\\u00", " ", "1", "-", "e", ",", ":", '"a":1,', "true"],
    [
      ["", ""],
      ['{"a":', "}"],
      ['{"fileBase64":"', '"}'],
      ["[", "]"],
    ],
  ),
  body(
    "form",
    "application/x-www-form-urlencoded",
    ["%", "%4", "%41", "+", "&", "=", "a=", "&a=b", "fileBase64=", "A"],
    [
      ["", ""],
      ["a=", ""],
      ["fileBase64=", ""],
    ],
  ),
  ...fields("crop", crop.fields),
  ...fields("split", split.fields),
  ...fields("images", imageToPdf.fields),
  ...fields("HTML", htmlOptions),
  {
    name: "a file's name",
    words: TEXT,
    frames: [
      ["", ""],
      ["a", "b"],
      ["con", ""],
    ],
    read: (text) => attachment(outputName(text, "-x", "document.pdf")),
  },
  {
    name: "an extended value",
    words: TEXT,
    frames: [
      ["utf-8''", ""],
      ["utf-8'", ""],
    ],
    read: readExtendedValue,
  },
  {
    name: "an address",
    words: TEXT,
    frames: [
      ["https://a", ""],
      ["https://", ".com"],
      ["http://1.", "/"],
      ["https://a.com/", ""],
    ],
    read: (text) => checkAddress(text),
  },
  { name: "page ranges", words: TEXT, frames: plain, read: (text) => atOnce(rangesInTurns([text, text], 12, 100)) },
  {
    name: "pages of HTML",
    words: ["1-", "1,", "-", "3-2,", "9-9,", "1-9,"],
    frames: [
      ["", "1"],
      ["1-", ""],
    ],
    read: (text) => firstPages(text, 2001),
  },
  {
    name: "names of parts",
    words: [...TEXT, "{index}", "{", "{pages}"],
    frames: plain,
    read: (text) => partFileNames(text, [{ pages: "1", title: text }], text.slice(0, 200)),
  },
  {
    name: "names of parts that have one title",
    words: [...TEXT, "{index}", "{title}", "{pages}"],
    frames: [...plain, ["{title}", ""]],
    read: (text) => {
      const parts = Array.from({ length: 500 }, () => ({ pages: "1", title: text }));
      return partFileNames(text.slice(0, 200), parts, text.slice(0, 200));
    },
  },
  {
    name: "a Range",
    words: ["bytes=", "0-", "-", "1-2,", " ", "9"],
    frames: [
      ["bytes=", ""],
      ["", ""],
    ],
    read: (text) => chooseRange(text, 100),
  },
  {
    name: "an ETag",
    words: ['"', "W/", ",", '"a",', " ", "*"],
    frames: plain,
    read: (text) => matchesAny(text, '"a"'),
  },
];
